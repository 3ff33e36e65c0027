#!/usr/bin/env bash
# Cold runs on a private engine: one seat, no prefix cache, port 17770.
# Both cards must be free, so the endpoint has to be stopped first.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
# shellcheck source=frank-archon.env
source "${FRANK_ARCHON_ENV_FILE:-$here/frank-archon.env}"
if systemctl is-active --quiet frank-archon; then
  echo "frank-archon is running; stop it first" >&2
  exit 1
fi
podman run -d --rm --name frank-archon-research --network host --init \
  --security-opt seccomp=unconfined --ulimit memlock=-1:-1 \
  --device /dev/kfd --device /dev/dri \
  -v "$FRANK_ARCHON_MODEL_DIR":/models:ro \
  "$FRANK_ARCHON_IMAGE" \
  --model "/models/$FRANK_ARCHON_MODEL_FILE" \
  --port 17770 --served-model-name "$FRANK_ARCHON_SERVED_NAME" \
  --tp "$FRANK_ARCHON_TP" --max-num-seqs 1 \
  --max-model-len "$FRANK_ARCHON_MAX_MODEL_LEN" \
  --host-pool-mib "$FRANK_ARCHON_HOST_POOL_MIB" \
  --gpu-headroom-mib "$FRANK_ARCHON_GPU_HEADROOM_MIB" \
  --kv-cache-dtype "$FRANK_ARCHON_KV_DTYPE" \
  --prefix-cache-mib 0 \
  --busy-prefill-chunk off
trap 'podman stop -t 30 frank-archon-research >/dev/null' EXIT
until curl -fsS http://127.0.0.1:17770/v1/models >/dev/null 2>&1; do sleep 5; done
FRANK_ARCHON_URL=http://127.0.0.1:17770/v1 python3 "$here/bench-turn-latency.py"
