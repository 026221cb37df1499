#!/bin/sh
# Configure and build the extension; give --cuda=on for the kernels.
set -eu

usage() {
  echo "usage: $0 [--cuda=on|off]" >&2
  exit 2
}

cuda=OFF
for word in "$@"; do
  case "$word" in
    --cuda=on) cuda=ON ;;
    --cuda=off) cuda=OFF ;;
    *) usage ;;
  esac
done

cmake -S . -B build -DPOLYGLOT_CUDA="$cuda"
cmake --build build
