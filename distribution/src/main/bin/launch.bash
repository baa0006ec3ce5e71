# Part of mpirun in a source tree and of an installed mpirun: starts the launcher's JVM.

# launch LIB ARGUMENT...: replaces this shell with mpirun, whose jars are in folder LIB.
launch() {
  local lib=$1
  shift
  local java=${JAVA_HOME:+$JAVA_HOME/bin/}java
  # The JVM uses SIGUSR2 for itself unless told otherwise; mpirun forwards it to the ranks.
  if [[ -n ${_JAVA_SR_SIGNUM:-} ]]; then
    export OB1J_SAVED_JAVA_SR_SIGNUM=$_JAVA_SR_SIGNUM
  fi
  export _JAVA_SR_SIGNUM=62
  # A short-lived JVM that mostly waits: little compiling, little memory, no shared statistics file.
  exec "$java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto -XX:-UsePerfData -Xmx256m \
    -Dob1j.lib="$lib" -cp "$lib/*:$lib/launcher/*" org.ob1j.launcher.Mpirun "$@"
}
