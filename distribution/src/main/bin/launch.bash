# Part of mpirun in a source tree and of an installed mpirun: starts the launcher's JVM.

# launch LIB ARGUMENT...: replaces this shell with mpirun, whose jars are in folder LIB.
launch() {
  local lib=$1
  shift
  local java
  if ! java=$(type -P "${JAVA_HOME:+$JAVA_HOME/bin/}java"); then
    echo "mpirun: there is no java in ${JAVA_HOME:-PATH}; install a JDK 17 or newer, or set JAVA_HOME" >&2
    exit 127
  fi
  if [[ $lib == *:* ]]; then
    echo "mpirun: ob1j is in $lib, and a class path cannot have a folder with ':' in its name; move it" >&2
    exit 1
  fi
  local jars=("$lib"/*.jar "$lib"/launcher/*.jar)
  local class_path
  class_path=$(IFS=: && echo "${jars[*]}")
  # A short-lived JVM that mostly waits: little compiling, little memory, no shared statistics file.
  # Logging is off because a class archive that fits no more must be ignored in silence.
  local jvm=("$java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData -Xmx256m -Xlog:disable)
  # picocli's class files are of a version that the JVM verifies slowly; on the boot class path it
  # does not, which saves a quarter of the start.
  local picocli=("$lib"/launcher/picocli-*.jar)
  local program=(-Xbootclasspath/a:"${picocli[0]}" -Dob1j.lib="$lib" -cp "$class_path"
    org.ob1j.launcher.Mpirun)

  # The JVM uses SIGUSR2 for itself unless told otherwise; mpirun forwards it to the ranks.
  if [[ -n ${_JAVA_SR_SIGNUM:-} ]]; then
    export OB1J_SAVED_JAVA_SR_SIGNUM=$_JAVA_SR_SIGNUM
  fi
  export _JAVA_SR_SIGNUM=62

  # Loading mpirun's classes from an archive saves a third of its start. Each JVM needs its own.
  local archive jar stale=false
  archive=$(dirname "$lib")/cds$(readlink -f "$java" | tr / -).jsa
  for jar in "${jars[@]}"; do
    [[ $archive -nt $jar ]] || stale=true
  done
  if $stale && [[ -w $(dirname "$lib") ]]; then
    "${jvm[@]}" -XX:ArchiveClassesAtExit="$archive.$$" "${program[@]}" -n 1 true \
      < /dev/null > /dev/null 2>&1 && mv -f "$archive.$$" "$archive" || rm -f "$archive.$$"
  fi
  if [[ -r $archive ]]; then
    jvm+=(-Xshare:auto -XX:SharedArchiveFile="$archive")
  fi
  exec "${jvm[@]}" "${program[@]}" "$@"
}
