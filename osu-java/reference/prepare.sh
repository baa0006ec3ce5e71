#!/usr/bin/env bash
# Prepares what ob1j is compared with: Open MPI's C library, with our loops in C, and its Java
# bindings. Debian ships their native half (libmpi_java.so) but not the classes, so these are
# compiled from the source package of the very version that is installed.
#
#   osu-java/reference/prepare.sh [CACHE]      CACHE defaults to osu-java/target/reference
#
# Leaves in CACHE: reference (the C program), classes/ (package mpi), environment (MPIRUN and
# LIBRARY_PATH, one NAME=VALUE a line). Run again, it does only what is missing. The machine's apt
# configuration is not touched: source packages are looked up through lists of our own in CACHE.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${1:-$here/../target/reference}
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
packages=(openmpi-bin libopenmpi-dev gcc ucx-utils xz-utils)

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

# Downloads the source archive of the installed version into the folder $1.
download_source() {
  local codename components version
  codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  [ -n "$codename" ] || fail "/etc/os-release names no VERSION_CODENAME"
  version=$(dpkg-query -W -f='${source:Version}' openmpi-bin)
  mkdir -p "$1/lists/partial" "$1/archives/partial" "$1/source"
  components="[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror"
  printf 'deb-src %s %s main\n' "$components" "$codename" "$components" "$codename-updates" \
    >"$1/sources.list"
  local apt=(apt-get -qq -o "Dir::Etc::SourceList=$1/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o "Dir::State::Lists=$1/lists" -o "Dir::Cache=$1" -o APT::Sandbox::User=root)
  say "downloading Debian's source package openmpi $version"
  "${apt[@]}" update >&2 || fail "cannot read the package lists of $mirror (DEBIAN_MIRROR names another)"
  (cd "$1/source" && "${apt[@]}" source --download-only "openmpi=$version" >&2) ||
    fail "$mirror has no source of openmpi $version; run: apt-get update && apt-get install openmpi-bin libopenmpi-dev"
}

compile_bindings() {
  local javac=javac version stamp
  [ -z "${JAVA_HOME:-}" ] || javac=$JAVA_HOME/bin/javac
  version=$(dpkg-query -W -f='${source:Version}' openmpi-bin)
  stamp=$cache/classes/openmpi-$version
  [ -e "$stamp" ] && return
  work=$(mktemp -d "$cache/work.XXXXXX")
  download_source "$work"
  tar -xf "$work"/source/openmpi_*.orig.tar.* -C "$work" --strip-components=1 \
    --wildcards '*/ompi/mpi/java/java/*.java'
  say "compiling Open MPI's Java bindings"
  "$javac" --release 17 -nowarn -Xlint:none -d "$work/classes" "$work"/ompi/mpi/java/java/*.java >&2
  touch "$work/classes/openmpi-$version"
  rm -rf "$cache/classes"
  mv "$work/classes" "$cache/classes"
}

compile_reference() {
  local program=$cache/reference
  [ "$program" -nt "$here/reference.c" ] && return
  say "compiling the loops in C"
  mpicc.openmpi -std=gnu11 -O3 -Wall -Wextra -Werror -o "$program.new" "$here/reference.c"
  mv "$program.new" "$program"
}

write_environment() {
  local library
  library=$(dpkg -L libopenmpi-dev | grep '/libmpi_java\.so$' | head -n 1)
  [ -n "$library" ] || fail "libopenmpi-dev has no libmpi_java.so: this Open MPI was built without Java"
  printf 'MPIRUN=%s\nLIBRARY_PATH=%s\n' "$(command -v mpirun.openmpi)" "$(dirname "$library")" \
    >"$cache/environment"
}

work=
trap '[ -z "$work" ] || rm -rf "$work"' EXIT
mkdir -p "$cache"
cache=$(cd "$cache" && pwd)
install_packages
compile_bindings
compile_reference
write_environment
