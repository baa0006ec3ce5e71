#!/usr/bin/env bash
# Prepares what ob1j is compared with: Open MPI's C library, with our loops in C, and its Java
# bindings. Debian ships their native half (libmpi_java.so) but not the classes, so these are
# compiled from the source package of the very version that is installed.
#
#   osu-java/reference/prepare.sh [CACHE]      CACHE defaults to osu-java/target/reference
#
# Leaves in CACHE: reference (the C program), jobtime (which times a job), classes/ (package mpi),
# environment (MPIRUN, LIBRARY_PATH and OPENMPI_VERSION, one NAME=VALUE a line). Where Debian's
# libmpj-java is installed, which this does not do, there are also mpj/ (our loops for MPJ Express)
# and in environment MPJ_HOME, MPJ_PATH (its class path) and MPJ_VERSION. Run again, it does only
# what is missing.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
benchmarks=$here/../target/classes
mpj_home=/usr/share/mpj
log4j=/usr/share/java/log4j-1.2.jar
cache=${1:-$here/../target/reference}
packages=(openmpi-bin libopenmpi-dev gcc xz-utils)

say() { echo "reference: $*" >&2; }
fail() {
  say "$*"
  exit 1
}

installed() {
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

install_packages() {
  command -v dpkg-query >/dev/null || fail "needs Debian: Open MPI and its source come from its packages"
  local missing=()
  for package in "${packages[@]}"; do
    installed "$package" || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  local command="apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends ${missing[*]}"
  [ "$(id -u)" -eq 0 ] || fail "missing packages; run: sudo $command"
  say "installing ${missing[*]}"
  apt-get update -qq >&2 || fail "apt-get update failed; run: apt-get update && $command"
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive $command >&2 || fail "could not install; run: $command"
}

compile_bindings() {
  local codename
  codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  [ -n "$codename" ] || fail "/etc/os-release names no VERSION_CODENAME"
  "$here/bindings.sh" "$cache/classes" "$codename" "$(dpkg-query -W -f='${source:Version}' openmpi-bin)" ||
    fail "if its source is gone, run: apt-get update && apt-get install openmpi-bin libopenmpi-dev"
}

# compile NAME COMPILER: the program of this name, in C.
compile() {
  local name=$1 compiler=$2
  [ "$cache/$name" -nt "$here/$name.c" ] && return
  say "compiling $name.c"
  "$compiler" -std=gnu11 -O3 -Wall -Wextra -Werror -o "$cache/$name.new" "$here/$name.c"
  mv "$cache/$name.new" "$cache/$name"
}

has_mpj() {
  installed libmpj-java && [ -e "$log4j" ] && [ -e "$benchmarks/osu/options/Options.class" ]
}

# Options and report of the benchmarks are used as they are, so that the schedule is the same.
compile_mpj() {
  local main=$cache/mpj/osu/mpj/Main.class javac=javac
  [ -z "${JAVA_HOME:-}" ] || javac=$JAVA_HOME/bin/javac
  [ -e "$main" ] &&
    [ -z "$(find "$here/mpj" "$benchmarks/osu/options" "$benchmarks/osu/report" -type f -newer "$main")" ] &&
    return
  say "compiling the loops for MPJ Express"
  rm -rf "$cache/mpj" "$cache/mpj.new"
  "$javac" --release 17 -Xlint:all,-path -Werror -cp "$mpj_home/lib/mpj.jar:$log4j:$benchmarks" \
    -d "$cache/mpj.new" "$here"/mpj/osu/mpj/*.java >&2 && mv "$cache/mpj.new" "$cache/mpj"
}

# What mpjrun gives the one JVM in which the ranks are threads. Debian's jars do not find log4j.
mpj_path() {
  local path=$log4j jar
  for jar in smpdev xdev mpjbuf loader2 starter mpiExp; do
    path=$mpj_home/lib/$jar.jar:$path
  done
  echo "$path"
}

# upstream_version PACKAGE: without what Debian has added.
upstream_version() {
  dpkg-query -W -f='${source:Upstream-Version}' "$1" | sed 's/+dfsg.*//'
}

write_environment() {
  local library
  library=$(dpkg -L libopenmpi-dev | grep '/libmpi_java\.so$' | head -n 1)
  [ -n "$library" ] || fail "libopenmpi-dev has no libmpi_java.so: this Open MPI was built without Java"
  {
    printf 'MPIRUN=%s\nLIBRARY_PATH=%s\n' "$(command -v mpirun.openmpi)" "$(dirname "$library")"
    printf 'OPENMPI_VERSION=%s\n' "$(upstream_version openmpi-bin)"
    [ ! -e "$cache/mpj" ] || printf 'MPJ_HOME=%s\nMPJ_PATH=%s\nMPJ_VERSION=%s\n' \
      "$mpj_home" "$(mpj_path)" "$(upstream_version libmpj-java)"
  } >"$cache/environment"
}

mkdir -p "$cache"
cache=$(cd "$cache" && pwd)
install_packages
compile_bindings
compile reference mpicc.openmpi
compile jobtime gcc
if has_mpj; then
  compile_mpj || say "the loops for MPJ Express cannot be compiled; the rest goes without it"
else
  rm -rf "$cache/mpj"
fi
write_environment
