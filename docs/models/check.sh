#!/bin/bash
# Proves the models of protocols with Spin, and that each fails without what makes it right.
# usage: docs/models/check.sh [none|some MODEL DEFINITION...]; needs spin and gcc. Without arguments it
# does all that is in the list below, some at a time. Exit code 0 if all is as it must be, else 1.
set -euo pipefail

folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readonly folder
readonly limit_seconds=300

# How many errors there must be; the longest first.
if [[ $# == 0 ]]; then
  xargs -P "$(nproc)" -L 1 "${BASH_SOURCE[0]}" << 'END' || exit 1
none tag-offload -DCAPACITY=2
none tag-offload -DCAPACITY=1
none tag-offload -DCAPACITY=0
some tag-offload -DNO_SHADOW_CHECK
some tag-offload -DNO_HOLD_BACK
none meeting -DRANKS=3
none meeting -DRANKS=2 -DOPERATIONS=6
some meeting -DNO_LAST_LOOK
some meeting -DFORGETS_LATE
some meeting -DLOOK_FIRST
none rows
some rows -DLOOKS_TWICE
some rows -DTELLS_FIRST
some rows -DTELLS_SELDOM
END
  exit
fi

wanted=$1
readonly model=$folder/$2.pml
definitions=("${@:3}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
spin -a "${definitions[@]}" "$model" > spin.log || { cat spin.log >&2; exit 1; }
gcc -w -O2 -DSAFETY -DMEMLIM=1500 -o pan pan.c
timeout "$limit_seconds" ./pan -m100000 > pan.log 2>&1 || { cat pan.log >&2; exit 1; }
if ! grep -q -e 'assertion violated' -e 'invalid end state (' pan.log &&
  grep -q -e 'max search depth too small' -e 'Search not completed' pan.log; then
  cat pan.log >&2
  exit 1
fi
errors=$(sed -n 's/.*errors: \([0-9]*\).*/\1/p' pan.log)
states=$(sed -n 's/^ *\([0-9]*\) states, stored.*/\1/p' pan.log)
echo "model $2 ${definitions[*]}: ${errors:-no answer} errors, ${states:-0} states"
case $wanted:$errors in
  none:0 | some:[1-9]*) ;;
  *) exit 1 ;;
esac
