#!/bin/bash
# Prints a time, in seconds since 1970, that stands for the content of the files in a folder: a jar
# can hold times from 1980 to 2107, to two seconds.
set -euo pipefail
sum=$(cat "$1"/* | cksum)
echo "$((400000000 + ${sum%% *} / 2))"
