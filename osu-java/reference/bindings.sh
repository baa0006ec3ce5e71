#!/usr/bin/env bash
# Compiles package mpi of Open MPI's Java bindings, whose sources are in Debian's source package.
#
#   osu-java/reference/bindings.sh FOLDER CODENAME [VERSION]
#
# FOLDER gets the classes, and a file openmpi-VERSION; run again, it has nothing to do. CODENAME is a
# release of Debian, VERSION that of its package, the newest if not given. apt verifies what it
# downloads by Debian's signature and checksums. The machine's apt configuration is not touched:
# source packages are looked up through lists of our own.
set -euo pipefail

folder=$1
codename=$2
version=${3:-}
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}

say() { echo "reference: $*" >&2; }
fail() {
  say "$*"
  exit 1
}

# Downloads the source archive into the folder $1.
download_source() {
  local components="[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror"
  mkdir -p "$1/lists/partial" "$1/archives/partial" "$1/source"
  printf 'deb-src %s %s main\n' "$components" "$codename" "$components" "$codename-updates" \
    >"$1/sources.list"
  local apt=(apt-get -qq -o "Dir::Etc::SourceList=$1/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o "Dir::State::Lists=$1/lists" -o "Dir::Cache=$1" -o APT::Sandbox::User=root
    -o Acquire::http::Timeout=30 -o Acquire::Retries=1)
  say "downloading Debian's source package openmpi ${version:-of $codename}"
  # Without this, apt takes a mirror that does not answer for an empty one.
  "${apt[@]}" -o APT::Update::Error-Mode=any update >&2 ||
    fail "cannot read the package lists of $mirror (DEBIAN_MIRROR names another)"
  (cd "$1/source" && "${apt[@]}" source --download-only "openmpi${version:+=$version}" >&2) ||
    fail "$mirror has no source of openmpi ${version:-in $codename}"
}

[ -z "$(compgen -G "$folder/openmpi-${version:-*}")" ] || exit 0
command -v apt-get >/dev/null || fail "needs Debian: the sources come from its packages"
javac=javac
[ -z "${JAVA_HOME:-}" ] || javac=$JAVA_HOME/bin/javac
mkdir -p "$(dirname "$folder")"
work=$(mktemp -d "$folder.XXXXXX")
trap 'rm -rf "$work"' EXIT
download_source "$work"
tar -xf "$work"/source/openmpi_*.orig.tar.* -C "$work" --strip-components=1 \
  --wildcards '*/ompi/mpi/java/java/*.java' 2>/dev/null ||
  fail "openmpi of $codename has no Java bindings"
say "compiling Open MPI's Java bindings"
"$javac" --release 17 -nowarn -Xlint:none -d "$work/classes" "$work"/ompi/mpi/java/java/*.java >&2
source=$(basename "$work"/source/openmpi_*.dsc .dsc)
touch "$work/classes/openmpi-${source#openmpi_}"
rm -rf "$folder"
mv "$work/classes" "$folder"
