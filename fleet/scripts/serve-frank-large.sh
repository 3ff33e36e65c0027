#!/usr/bin/env bash
# Starts frank-large as a process of the host. It listens on every address, because
# the scraper reaches it over the container bridge.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
# shellcheck source=frank-large.env
source "$here/frank-large.env"
exec llama-server --alias frank-large \
  --model "$FRANK_LARGE_MODEL" \
  --host 0.0.0.0 --port "$FRANK_LARGE_PORT" \
  --ctx-size "$FRANK_LARGE_CONTEXT" \
  --parallel "$FRANK_LARGE_SLOTS" \
  --metrics
