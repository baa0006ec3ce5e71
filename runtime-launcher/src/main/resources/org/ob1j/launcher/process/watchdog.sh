# The watchdog of a job: ends and cleans up what is left of it when mpirun says so, or is gone.
# It runs in a session of its own, so that what kills mpirun's process group leaves it alone.
# Orders come as lines on standard input; the end of input without "done" means that mpirun died.
#   $1  the job's id
#   $2  mpirun's process id
trap '' HUP INT TERM USR1 USR2
job=$1
mpirun=$2
groups=
# From here on: the directories, beside /dev/shm, where ranks keep files.
shift 2

# Kills every process that the job's environment marks, in whatever session it is. A process that
# forks while it is looked for may be missed: look until nothing is found, but not for ever, as a
# process that cannot be killed (in the kernel) is found again and again.
sweep() {
  for group in $groups; do
    kill -s KILL -- "-$group"
  done 2>/dev/null
  round=0
  while [ $round -lt 50 ]; do
    found=
    # The watchdog and its children do not carry the mark.
    for file in $(grep -lszxF "OB1J_JOB_ID=$job" /proc/[0-9]*/environ); do
      process=${file#/proc/}
      process=${process%/environ}
      [ "$process" = "$mpirun" ] || found="$found $process"
    done
    [ -n "$found" ] || break
    kill -s KILL $found 2>/dev/null
    round=$((round + 1))
    [ $round -lt 3 ] || sleep 0.02
  done
  # As a rule there are none: ranks remove the names of their files once all have opened them.
  for directory in /dev/shm "$@"; do
    for file in "$directory"/ob1j-"$job"*; do
      [ ! -e "$file" ] || rm -rf "$file"
    done
  done
}

while read -r order argument; do
  case $order in
    group) groups="$groups $argument" ;;
    directory) set -- "$@" "$argument" ;;
    signal)
      for group in $groups; do
        # Before a rank has made its own group it is a process of mpirun's.
        kill -s "$argument" -- "-$group" || kill -s "$argument" "$group"
      done 2>/dev/null
      ;;
    stop) kill -s STOP "$mpirun" ;;
    sweep)
      sweep "$@"
      echo swept
      ;;
    done) exit 0 ;;
  esac
done
sweep "$@"
