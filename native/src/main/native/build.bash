#!/bin/bash
# Builds the library for each kind of machine that there is a compiler for. Maven calls it:
#   build.bash SOURCES BUILD RESOURCES JAVA_HOME
# RESOURCES gets a folder for each kind. If there is none for this machine RESOURCES/missing.txt says
# why: what needs the library then tells its users.
set -euo pipefail
sources=$1
build=$2
resources=$3
java_home=$4
machine=$(uname -m)

# Builds for one kind of machine: its name, and what else CMake is to know.
build_for() {
  local kind=$1 folder=$resources/linux-$1 log=$build/$1.log
  shift
  cmake -S "$sources" -B "$build/$kind" -DOB1J_JAVA_HOME="$java_home" "$@" > "$log" 2>&1 &&
    cmake --build "$build/$kind" --target ob1jos >> "$log" 2>&1 || { cat "$log" >&2 && exit 1; }
  mkdir -p "$folder"
  cp -p "$build/$kind/libob1jos.so" "$folder"
}

mkdir -p "$build" "$resources"
rm -rf "$resources"/linux-* "$resources/missing.txt"
if [[ $(uname -s) != Linux ]]; then
  echo "there is none for $(uname -sm), only for Linux" > "$resources/missing.txt"
  exit 0
fi
for tool in cmake make cc; do
  if ! type -P "$tool" > /dev/null; then
    echo "it was built without $tool" | tee "$resources/missing.txt"
    exit 0
  fi
done
build_for "$machine"
for other in x86_64 aarch64; do
  compiler=$other-linux-gnu-gcc
  if [[ $other != "$machine" ]] && type -P "$compiler" > /dev/null; then
    build_for "$other" -DCMAKE_C_COMPILER="$compiler" -DCMAKE_SYSTEM_NAME=Linux \
      -DCMAKE_SYSTEM_PROCESSOR="$other"
  fi
done
