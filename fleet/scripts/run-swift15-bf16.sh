#!/usr/bin/env bash
# Reference run of the bf16 weights on an engine of its own, 1.2.4, which still
# wants the pair of VRAM flags and knows the disk tier. Not a deployed shape.
set -euo pipefail
image=stilldeadcode/radiance@sha256:e7074926bbe480393ba0f29181d4ca8ca623f577b305bb3beda4e89aaf490209
exec podman run --rm --name swift15-bf16 --network host --init \
  --security-opt seccomp=unconfined --ulimit memlock=-1:-1 \
  --device /dev/kfd --device /dev/dri \
  -v /srv/models/swift15-bf16:/models:ro -v /srv/state/swift15:/data \
  "$image" --model /models/swift15-bf16.rad --port 17771 --tp 2 \
  --vram-weights-mib 19000 --vram-kv-mib 9000 --prefix-cache-dir /data/kv
