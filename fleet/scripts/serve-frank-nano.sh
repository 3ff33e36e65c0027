#!/usr/bin/env bash
# Starts frank-nano as a process of the host. It listens on every address, because
# the scraper reaches it over the container bridge.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
# shellcheck source=frank-nano.env
source "$here/frank-nano.env"
exec llama-server --alias frank-nano \
  --model "$FRANK_NANO_MODEL" \
  --host 0.0.0.0 --port "$FRANK_NANO_PORT" \
  --ctx-size "$FRANK_NANO_CONTEXT" \
  --parallel "$FRANK_NANO_SLOTS" \
  --metrics
