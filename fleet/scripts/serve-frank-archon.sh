#!/usr/bin/env bash
# Starts the frank-archon engine in its container and stays until it ends.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
env_file="${FRANK_ARCHON_ENV_FILE:-$here/frank-archon.env}"
[[ -f "$env_file" ]] || { echo "frank-archon: no env file at $env_file" >&2; exit 1; }
set -a
# shellcheck source=frank-archon.env
source "$env_file"
set +a

# Three gates, each of which saves a boot that cannot succeed.
# A name with a digest exists in storage only if that manifest was pulled.
if ! podman image exists "$FRANK_ARCHON_IMAGE"; then
  echo "frank-archon: image absent, pull it as dank: $FRANK_ARCHON_IMAGE" >&2
  exit 1
fi
payload="$FRANK_ARCHON_MODEL_DIR/$FRANK_ARCHON_MODEL_FILE"
size_mib=$(( $(stat -c %s "$payload" 2>/dev/null || echo 0) / 1048576 ))
if [ "$size_mib" -lt "$FRANK_ARCHON_RAD_MIN_MIB" ]; then
  echo "frank-archon: $payload has $size_mib MiB, wants $FRANK_ARCHON_RAD_MIN_MIB" >&2
  exit 1
fi
if [ ! -f "$FRANK_ARCHON_TEMPLATE" ]; then
  echo "frank-archon: chat template missing: $FRANK_ARCHON_TEMPLATE" >&2
  exit 1
fi

# The tuner's cache must live on the host, or it dies with the container.
mkdir -p "$FRANK_ARCHON_STATE_DIR/tune"
# A killed unit can leave the name registered.
podman rm -f "$FRANK_ARCHON_CONTAINER" >/dev/null 2>&1 || true

extra=()
if [ "${FRANK_ARCHON_PREFILL_INTERLEAVE:-0}" -gt 0 ]; then
  extra=(--prefill-interleave "$FRANK_ARCHON_PREFILL_INTERLEAVE")
fi
log=/home/dank/logs/frank_archon.log
mkdir -p "$(dirname "$log")"
podman run -d --name "$FRANK_ARCHON_CONTAINER" --network host --init \
  --security-opt seccomp=unconfined --ulimit memlock=-1:-1 \
  --device /dev/kfd --device /dev/dri \
  -v "$FRANK_ARCHON_MODEL_DIR":/models:ro \
  -v "$FRANK_ARCHON_STATE_DIR/tune":/opt/radiance/share/radiance/tune \
  -v "$FRANK_ARCHON_TEMPLATE":/templates/template.jinja:ro \
  "$FRANK_ARCHON_IMAGE" \
  --model "/models/$FRANK_ARCHON_MODEL_FILE" \
  --host :: --port "$FRANK_ARCHON_PORT" \
  --served-model-name "$FRANK_ARCHON_SERVED_NAME" \
  --override-chat-template /templates/template.jinja \
  --tp "$FRANK_ARCHON_TP" \
  --max-num-seqs "$FRANK_ARCHON_MAX_SEQS" \
  --max-model-len "$FRANK_ARCHON_MAX_MODEL_LEN" \
  --host-pool-mib "$FRANK_ARCHON_HOST_POOL_MIB" \
  --gpu-headroom-mib "$FRANK_ARCHON_GPU_HEADROOM_MIB" \
  --kv-cache-dtype "$FRANK_ARCHON_KV_DTYPE" \
  --num-speculative-tokens "$FRANK_ARCHON_SPEC_TOKENS" \
  --prefix-cache-mib "$FRANK_ARCHON_PREFIX_CACHE_MIB" \
  --busy-prefill-chunk "$FRANK_ARCHON_BUSY_PREFILL_CHUNK" \
  "${extra[@]}"
podman logs -f "$FRANK_ARCHON_CONTAINER" >"$log" 2>&1 &
# The container's exit code becomes the unit's, so that Restart=always is real.
exec podman wait "$FRANK_ARCHON_CONTAINER"
