#!/bin/bash
# Proves the model of the tag offload with Spin, and that it fails without each of its two checks.
# usage: docs/models/check.sh; needs spin and gcc. Exit code 0 if all is as it must be, else 1.
set -euo pipefail

folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readonly model=$folder/tag-offload.pml
readonly limit_seconds=300
work=$(mktemp -d)
readonly work
trap 'rm -rf "$work"' EXIT

# Explores the model with these definitions; prints the number of errors and of states.
explore() {
  (
    cd "$work"
    spin -a "$@" "$model" > spin.log || { cat spin.log >&2; exit 1; }
    gcc -w -O2 -DSAFETY -DCOLLAPSE -DMEMLIM=1500 -o pan pan.c
    timeout "$limit_seconds" ./pan -m100000 > pan.log 2>&1 || { cat pan.log >&2; exit 1; }
    if ! grep -q 'assertion violated' pan.log &&
      grep -q -e 'max search depth too small' -e 'Search not completed' pan.log; then
      cat pan.log >&2
      exit 1
    fi
    sed -n -e 's/.*errors: \([0-9]*\).*/\1/p' -e 's/^ *\([0-9]*\) states, stored.*/\1/p' pan.log |
      tr '\n' ' '
  )
}

outcome=0
# Usage: expect none|some DEFINITION...
expect() {
  local wanted=$1 errors states
  shift
  read -r errors states <<< "$(explore "$@")"
  echo "model tag-offload $*: ${errors:-no answer} errors, ${states:-0} states"
  case $wanted:${errors:-} in
    none:0 | some:[1-9]*) ;;
    *) outcome=1 ;;
  esac
}

for capacity in 0 1 2; do
  expect none "-DCAPACITY=$capacity"
done
expect some -DNO_SHADOW_CHECK
expect some -DNO_HOLD_BACK
exit "$outcome"
