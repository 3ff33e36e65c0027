#!/usr/bin/env bash
# Fetches the payload of frank-archon beside the old one and checks its size.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
# shellcheck source=frank-archon.env
source "${FRANK_ARCHON_ENV_FILE:-$here/frank-archon.env}"
: "${FRANK_ARCHON_PAYLOAD_URL:?the address that the publisher gives for the container file}"
target="$FRANK_ARCHON_MODEL_DIR/$FRANK_ARCHON_MODEL_FILE"
mkdir -p "$FRANK_ARCHON_MODEL_DIR"
curl --fail --location --continue-at - --output "$target.part" "$FRANK_ARCHON_PAYLOAD_URL"
size_mib=$(( $(stat -c %s "$target.part") / 1048576 ))
if [ "$size_mib" -lt "$FRANK_ARCHON_RAD_MIN_MIB" ]; then
  echo "frank-archon: only $size_mib MiB, run this again to continue" >&2
  exit 1
fi
mv "$target.part" "$target"
