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

  local archives stale=false jar
  archives=$(dirname "$lib")/cds$(readlink -f "$java" | tr / -)
  for jar in "${jars[@]}"; do
    [[ $archives.jsa -nt $jar && $archives-ranks.jsa -nt $jar ]] || stale=true
  done
  if $stale && [[ -w $(dirname "$lib") ]]; then
    make_archives
  fi
  if [[ -r $archives.jsa ]]; then
    jvm+=(-Xshare:auto -XX:SharedArchiveFile="$archives.jsa")
  fi
  if [[ -r $archives-ranks.jsa ]]; then
    program=(-Dob1j.archive="$archives-ranks.jsa" -Dob1j.archive.java="$java" "${program[@]}")
  fi
  exec "${jvm[@]}" "${program[@]}" "$@"
}

# Writes two class archives, for mpirun's JVM and for those of the ranks: loading the classes from
# them saves a third of mpirun's start and half of a rank's. Each kind of JVM needs its own.
make_archives() {
  local jars
  # An archive is for one order of jars: the one that the launcher gives ranks.
  jars=$(printf '%s\n' "$lib"/*.jar | LC_ALL=C sort | paste -sd :)
  # Ranks are started through env so that mpirun adds nothing of its own to their command.
  local rank=(env "$java" -Xlog:disable -cp "$jars")
  # The user's settings are for the user's job alone.
  if env -i PATH="$PATH" \
    "${jvm[@]}" -XX:ArchiveClassesAtExit="$archives.jsa.$$" "${program[@]}" \
    -n 1 "${rank[@]}" -XX:ArchiveClassesAtExit="$archives-ranks.jsa.$$" \
    org.ob1j.ClassArchiveProgram : -n 1 "${rank[@]}" org.ob1j.ClassArchiveProgram \
    < /dev/null > /dev/null 2>&1; then
    mv -f "$archives.jsa.$$" "$archives.jsa"
    mv -f "$archives-ranks.jsa.$$" "$archives-ranks.jsa"
  else
    rm -f "$archives.jsa.$$" "$archives-ranks.jsa.$$"
  fi
}
