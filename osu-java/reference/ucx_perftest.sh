#!/usr/bin/env bash
# Runs UCX's own benchmark of latency as a contender of ./bench: two processes, each bound to a core
# of its own, no MPI above. Takes the options of the other contenders; each of its reports (one a
# second, the average since the one before) is a sample.
#
#     ucx_perftest.sh TRANSPORTS -m BYTES:BYTES -i N -x N --chunks N --samples FILE
set -euo pipefail

export UCX_TLS=$1
shift
while [ $# -gt 0 ]; do
  case $1 in
    -m) bytes=${2%:*} ;;
    -i) iterations=$2 ;;
    -x) warm_up=$2 ;;
    --chunks) chunks=$2 ;;
    --samples) samples=$2 ;;
    *)
      echo "ucx_perftest.sh: unknown option $1" >&2
      exit 2
      ;;
  esac
  shift 2
done
command -v ucx_perftest >/dev/null || {
  echo "ucx_perftest.sh: there is no ucx_perftest (Debian: ucx-utils)" >&2
  exit 127
}

# One run of all chunks must outlast some reports.
total=$((iterations * chunks))
[ "$total" -ge 20000000 ] || [[ $UCX_TLS == *tcp* ]] || total=20000000
port=$((20000 + RANDOM % 10000))
ucx_perftest -c 0 -p "$port" >/dev/null &
server=$!
trap 'kill "$server" 2>/dev/null || true' EXIT
until grep -q "$(printf ':%04X [0-9A-F]*:0000 0A' "$port")" /proc/net/tcp /proc/net/tcp6; do
  kill -0 "$server" 2>/dev/null || {
    echo "ucx_perftest.sh: the server has ended" >&2
    exit 1
  }
  read -rt 0.02 <> <(:) || true
done
report=$(ucx_perftest localhost -p "$port" -c 1 -t tag_lat -s "$bytes" -n "$total" -w "$warm_up" -v)
# The second column of figures is the average of the time since the report before, in microseconds.
printf '%s\n' "$report" | awk -F, -v bytes="$bytes" '
  BEGIN { print "bytes,chunk,value" }
  sub(/^\[thread [0-9]+\]/, "") { }
  $1 ~ /^[0-9]+$/ { print bytes "," chunk++ "," $3 }' >"$samples"
