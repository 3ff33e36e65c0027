#!/usr/bin/env bash
# Raises the cap on pinned pages when it is low, and fails when it cannot.
# The cap is a runtime knob: a power cut puts it back to half of the memory.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
# shellcheck source=frank-archon.env
source "${FRANK_ARCHON_ENV_FILE:-$here/frank-archon.env}"
knob=/sys/module/ttm/parameters/pages_limit

cap_mib() { echo $(( $(cat "$knob") * 4 / 1024 )); }

if [ ! -e "$knob" ]; then
  echo "ttm: no $knob on this kernel" >&2
  exit 1
fi
if [ "$(cap_mib)" -lt "$FRANK_ARCHON_TTM_MIN_MIB" ]; then
  echo "ttm: cap is $(cap_mib) MiB, raising it to $FRANK_ARCHON_TTM_TARGET_MIB" >&2
  echo $(( FRANK_ARCHON_TTM_TARGET_MIB * 1024 / 4 )) > "$knob"
fi
if [ "$(cap_mib)" -lt "$FRANK_ARCHON_TTM_MIN_MIB" ]; then
  echo "ttm: cap is still $(cap_mib) MiB, wants $FRANK_ARCHON_TTM_MIN_MIB" >&2
  exit 1
fi
