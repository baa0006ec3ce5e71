#!/bin/bash
# Builds the native library's archive with CMake, or finds out why that cannot be. Maven calls it:
#   build.bash SOURCES BUILD RESOURCES
# BUILD/native.properties says whether there is an archive. Without one, RESOURCES/missing.txt, which
# is packed in place of the library, says why: what needs the library then tells its users.
set -euo pipefail
sources=$1
build=$2
resources=$3

# Prints why the library cannot be built here; nothing if it can.
reason() {
  local tool missing=()
  if [[ $(uname -sm) != "Linux x86_64" ]]; then
    echo "there is none for $(uname -sm), only for Linux x86_64"
    return
  fi
  # JavaCPP calls g++ by this name.
  for tool in cmake make cc g++; do
    type -P "$tool" > /dev/null || missing+=("$tool")
  done
  if [[ ${#missing[@]} != 0 ]]; then
    printf -v tool "%s, " "${missing[@]}"
    echo "it was built without ${tool%, }"
  fi
}

mkdir -p "$build" "$resources"
why=$(reason)
if [[ -n $why ]]; then
  echo "no native library: $why"
  rm -f "$resources"/*.so
  echo "$why" > "$resources/missing.txt"
  echo "ob1j.native.skip=true" > "$build/native.properties"
  exit 0
fi
rm -f "$resources/missing.txt"
cmake -S "$sources" -B "$build" > "$build/cmake.log" 2>&1 ||
  { cat "$build/cmake.log" >&2 && exit 1; }
ucx=yes
! grep -q 'UCX: headers not found' "$build/cmake.log" || ucx=no
cmake --build "$build" --target ob1jnative > "$build/cmake.log" 2>&1 ||
  { cat "$build/cmake.log" >&2 && exit 1; }
printf '%s\n' ob1j.native.skip=false "ob1j.native.ucx=$ucx" > "$build/native.properties"
