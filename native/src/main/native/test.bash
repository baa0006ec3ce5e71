#!/bin/bash
# Runs the C tests of what build.bash has built, in BUILD; those for another kind of machine by qemu,
# which knows no process_vm_readv. Maven calls it:
#   test.bash BUILD
set -euo pipefail
for kind in x86_64 aarch64; do
  folder=$1/$kind
  emulator=qemu-$kind
  [[ -f $folder/libob1jos.so ]] || continue
  if [[ $kind == "$(uname -m)" ]]; then
    cmake --build "$folder" --target os_tests > "$folder.log" 2>&1 || { cat "$folder.log" >&2 && exit 1; }
    (cd "$folder" && ctest --output-on-failure)
  elif type -P "$emulator" > /dev/null; then
    cmake --build "$folder" --target os_tests > "$folder.log" 2>&1 || { cat "$folder.log" >&2 && exit 1; }
    for name in block_copy array_socket; do
      "$emulator" -L "/usr/$kind-linux-gnu" "$folder/${name}_test"
    done
  else
    echo "the tests for $kind are not run: there is no $emulator"
  fi
done
