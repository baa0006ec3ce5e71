# Part of mpirun in a source tree and of an installed mpirun: starts the launcher's JVM.

# Of each length of short messages that is trained: so often a method runs that compilers see to it.
readonly profile_rounds=50

# How many files mpirun has open for a job of one rank.
readonly least_open_files=64

# The next file that is opened gets the number of a stream that is closed: one of the JVM's own would
# be what a rank reads. A write to standard output still fails; of one to standard error nobody could
# be told, and bash leaves the script itself in its place.
open_standard_streams() {
  { [[ ! /dev/fd/2 -ef $0 ]] && : 3>&2; } || exec 2> /dev/null
  { : 3<&0; } 2> /dev/null || exec < /dev/null
  { : 3>&1; } 2> /dev/null || exec 1< /dev/null
}

# launch LIB ARGUMENT...: replaces this shell with mpirun, whose jars are in folder LIB.
launch() {
  local lib=$1
  shift
  # Whoever asks for a report before mpirun can give one must not end it.
  trap '' USR1
  local java
  local ranks=${BASH_SOURCE[0]%/*}/ranks
  if ! java=$(find_java "$ranks/java"); then
    echo "mpirun: there is no java in ${JAVA_HOME:-PATH}; install a JDK 17 or newer, or set JAVA_HOME" >&2
    exit 127
  fi
  # No JVM starts in a folder that was deleted. In another one it takes relative names for names below
  # the deleted one all the same, where nothing is and nothing can be made.
  local folder=()
  if ! pwd -P > /dev/null 2>&1; then
    cd /
    folder=(-Duser.dir='/proc/self/cwd (deleted)')
  fi
  require_open_files
  if [[ $lib == *:* ]]; then
    echo "mpirun: ob1j is in $lib, and a class path cannot have a folder with ':' in its name; move it" >&2
    exit 1
  fi
  if ! is_readable_name "$lib"; then
    echo "mpirun: ob1j is in $lib, which a JVM cannot read in this locale; move it to a folder with an ASCII name, or set LC_ALL to a UTF-8 locale such as C.UTF-8" >&2
    exit 1
  fi
  # The launcher's first: a class or text that is not in the archive is looked for jar by jar.
  local jars=("$lib"/launcher/*.jar "$lib"/run/*.jar)
  local class_path
  printf -v class_path '%s:' "${jars[@]}"
  class_path=${class_path%:}
  # A short-lived JVM that mostly waits: compiles only what runs often, by C1; little memory, no shared
  # statistics file. The collector is the JVM's choice: JDK 17 maps all of its archive with G1 alone.
  # Logging is off because a class archive that fits no more must be ignored in silence.
  local jvm=("$java" -XX:TieredStopAtLevel=1 -XX:CompileThresholdScaling=10 -XX:-UsePerfData -Xmx256m -Xlog:disable)
  local program=(-Dfile.encoding=UTF-8 -Dob1j.lib="$lib" -Dob1j.rank.programs="$ranks" -cp "$class_path" org.ob1j.launcher.Mpirun)
  read_utf8

  # The JVM uses SIGUSR2 for itself unless told otherwise; mpirun forwards it to the ranks.
  if [[ -n ${_JAVA_SR_SIGNUM:-} ]]; then
    export OB1J_SAVED_JAVA_SR_SIGNUM=$_JAVA_SR_SIGNUM
  fi
  export _JAVA_SR_SIGNUM=62
  hide_jvm_options

  local home=${lib%/*} archives
  name_archives
  if [[ ! -e $archives && -w $home ]]; then
    make_archives
  fi
  # Option --info may load a native library, of which newer JVMs warn; for older ones the option is
  # left out, as their archives serve them less with it.
  local native=--enable-native-access=ALL-UNNAMED
  if [[ -r $archives/launcher.aot ]]; then
    jvm+=(-XX:AOTCache="$archives/launcher.aot" "$native")
  elif [[ -r $archives/launcher.jsa ]]; then
    jvm+=(-Xshare:auto -XX:SharedArchiveFile="$archives/launcher.jsa")
  else
    jvm+=("$native")
  fi
  local archive
  for archive in "$archives"/ranks.{aot,jsa}; do
    [[ ! -r $archive ]] || program=(-Dob1j.archive="$archive" -Dob1j.archive.java="$java" "${program[@]}")
  done
  # Who uses the terminal in the background gets an error instead of being stopped: mpirun, when it
  # has been put there while it reads for a rank, and ranks, which always are.
  trap '' TTIN TTOU
  # An empty array is unknown to bash before 4.4.
  exec "${jvm[@]}" ${folder[@]+"${folder[@]}"} "${program[@]}" "$@"
}

# What users say to JVMs is for the ranks': it might keep the launcher's from starting. Class
# HiddenVariables gives the variables their names back.
hide_jvm_options() {
  local name
  for name in JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS; do
    if [[ -n ${!name+set} ]]; then
      export "OB1J_SAVED_$name=${!name}"
      unset "$name"
    fi
  done
}

# Fails where the launcher's JVM could not even load its classes.
require_open_files() {
  local name word files limit
  while read -r name word files _ limit _; do
    if [[ "$name $word $files" == "Max open files" && $limit != unlimited && $limit -lt $least_open_files ]]; then
      echo "mpirun: only $limit files may be open at a time (ulimit -n); mpirun needs $least_open_files and 3 for each rank" >&2
      exit 1
    fi
  done < /proc/self/limits
}

# Prints the java that runs mpirun, or fails: not the one that stands for others in a job ($1), as
# mpirun may run in a rank.
find_java() {
  local name=${JAVA_HOME:+$JAVA_HOME/bin/}java candidate
  candidate=$(type -P "$name") || return 1
  while [[ $candidate -ef $1 ]]; do
    PATH=:$PATH:
    PATH=${PATH/":${candidate%/*}:"/:}
    candidate=$(type -P "$name") || return 1
  done
  printf '%s\n' "$candidate"
}

# Whether JVMs find jars in a folder of this name: they decode it by the user's locale, and the
# launcher's as UTF-8.
is_readable_name() {
  is_ascii "$1" || { is_utf8 && [[ $1 != *[^[:print:]]* ]]; }
}

is_ascii() {
  local LC_ALL=C
  [[ $1 != *[^\ -~]* ]]
}

# Whether the user's locale has UTF-8: there alone these bytes are one character.
is_utf8() {
  local euro=$'\xe2\x82\xac'
  [[ ${#euro} == 1 ]]
}

# Gives the launcher's JVM a locale in which it can read the names of files; ranks keep the user's.
# Uses the variables of launch.
read_utf8() {
  ! is_utf8 || return 0
  if [[ -n ${LC_ALL+set} ]]; then
    export OB1J_SAVED_LC_ALL=$LC_ALL
  fi
  # A system that has no such locale says so.
  { export LC_ALL=C.UTF-8; } 2> /dev/null
  program=(-Dob1j.own.locale=true "${program[@]}")
}

# Names the folder of class archives, which are for one java and one set of jars, by where these are,
# how old and how large. Counts by itself, as starting a program takes longer. Uses the variables of
# launch.
name_archives() {
  # Bytes, whatever the user's language.
  local LC_ALL=C PATH=${PATH-}:/usr/bin:/bin
  local number=0 place=$java:$lib words word code i
  if ! words=$(stat -L -c '%Y %s' "$java" "${jars[@]}"); then
    echo "mpirun: needs the programs of coreutils and findutils in PATH, /usr/bin or /bin" >&2
    exit 127
  fi
  for word in $words; do
    number=$((number * 1000003 + word))
  done
  for ((i = 0; i < ${#place}; i++)); do
    printf -v code %d "'${place:i:1}"
    number=$((number * 1000003 + code))
  done
  archives=$home/cds-${number#-}
}

# Makes the folder of class archives, for mpirun's JVM and for those of the ranks: AOT caches, with
# classes that are linked already and profiles of methods, where the JVM has these (from 25 on), or
# else archives of classes. The folder stays empty where neither works, so that it is tried once.
# Uses the variables of launch.
make_archives() {
  local made job= newest= jar PATH=${PATH-}:/usr/bin:/bin
  made=$(mktemp -d "$archives.XXXXXX") || return 0
  trap 'abandon_archives 129' HUP
  trap 'abandon_archives 130' INT
  trap 'abandon_archives 143' TERM
  trap '' USR2
  # An older JVM ends at once, as it does not know the option.
  train -XX:AOTCacheOutput= aot "$profile_rounds" --enable-native-access=ALL-UNNAMED ||
    train -XX:ArchiveClassesAtExit= jsa 1 || true
  for jar in "${jars[@]}"; do
    [[ -n $newest && ! $jar -nt $newest ]] || newest=$jar
  done
  # Those of older jars are of no more use.
  find "$home" -maxdepth 1 -name 'cds-*' ! -path "$made" ! -newer "$newest" \
    -exec rm -rf {} + 2> /dev/null || true
  chmod 755 "$made"
  # Another mpirun may have been faster.
  mv -T "$made" "$archives" 2> /dev/null || rm -rf "$made"
  trap - HUP INT TERM USR2
}

# Runs the job that archives are made from, or fails and leaves none.
#   $1  the JVM's option that makes an archive at its end
#   $2  how the archives' names end
#   $3  how much the job does
#   $4...  more options of its JVMs: an archive serves only those that have the same
train() {
  local class_path made_as=("${@:4}")
  # An archive is for one class path: it begins as the one that the launcher gives ranks.
  class_path=$(printf '%s:' "$lib"/run/*.jar)
  class_path=${class_path%:}
  # The rank that makes an archive is started through env so that mpirun adds nothing of its own to
  # its command. The other one is started as ranks are, for the launcher's archive. A third one is
  # started by an agent, as on another host, which runs the classes that are in the same archive.
  # What is called for that in the place of ssh takes a host, and runs the command here. It can be
  # reached by TCP alone, so that the classes of either transport are in the archive.
  local rank=(env "$java" "${made_as[@]}" -Xlog:disable -cp "$class_path")
  local ordinary=("$java" -cp "$class_path" org.ob1j.TrainingProgram "$3")
  local shell="/bin/sh -c 'shift; exec \"\$@\"' shell"
  local launcher=("${program[@]:0:${#program[@]}-1}" org.ob1j.launcher.Training)
  # The user's settings are for the user's job alone.
  env -i PATH="$PATH" OB1J_PARAMETER_FILE=/dev/null \
    LC_ALL=C.UTF-8 "${jvm[@]}" "${made_as[@]}" "$1$made/launcher.$2" "${launcher[@]}" --timeout 120 \
    --mca plm_rsh_agent "$shell" --host localhost:2 -n 1 \
    "${rank[@]}" "$1$made/ranks.$2" org.ob1j.TrainingProgram "$3" \
    : --host localhost:2 -n 1 "${ordinary[@]}" \
    : --host another -n 1 -x OMPI_MCA_btl=tcp,self "${ordinary[@]}" \
    < /dev/null > /dev/null 2>&1 &
  job=$!
  if wait "$job" && [[ -s $made/launcher.$2 && -s $made/ranks.$2 ]]; then
    job=
  else
    job=
    rm -f "$made"/*
    return 1
  fi
}

# Ends with an exit code as mpirun does by a signal, and leaves nothing.
abandon_archives() {
  if [[ -n $job ]]; then
    kill -TERM "$job" 2> /dev/null || true
    wait "$job" || true
  fi
  rm -rf "$made"
  exit "$1"
}

# Before anything else opens a file.
open_standard_streams
