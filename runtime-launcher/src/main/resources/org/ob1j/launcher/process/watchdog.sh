# The watchdog of a job: ends and cleans up what is left of it when mpirun says so, or is gone.
# On another host it is the agent's, which mpirun stands for here.
# It runs in a session of its own, so that what kills mpirun's process group leaves it alone.
# Orders come as lines on standard input; the end of input without "done" means that mpirun died.
#   $1  the job's id
#   $2  mpirun's process id
trap '' HUP INT TERM USR1 USR2
job=$1
mpirun=$2
groups=
follower=
engine=
# From here on: the directories, beside /dev/shm and /tmp, where ranks keep files.
shift 2

# Kills every process that the job's environment marks, in whatever session it is. What forks or
# begins another program while it is looked for may be missed: where something was killed, it is
# done only when two looks have found nothing. It does not go on for ever, as a process that cannot
# be killed (in the kernel) is found again and again.
sweep() {
  looks=1
  for group in $groups; do
    ! kill -s KILL -- "-$group" || looks=2
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
    if [ -n "$found" ]; then
      kill -s KILL $found 2>/dev/null
      looks=2
    else
      looks=$((looks - 1))
    fi
    [ $looks -gt 0 ] || break
    round=$((round + 1))
    [ $round -lt 2 ] || sleep 0.02
  done
  # As a rule there are none: ranks remove the names of their files once all have opened them.
  for directory in /dev/shm /tmp "$@"; do
    for file in "$directory"/ob1j-"$job"*; do
      [ ! -e "$file" ] || rm -rf "$file"
    done
  done
}

# An agent that is stopped does not see that its parent is gone. The kernel does: the agent's
# lifeline, a TCP connection told by its two ports, is established no more. Then it is killed, and
# what comes with the end of the input follows. Ends with the agent, and with this watchdog, which
# may be replaced by another.
follow() {
  ended=0
  # Where nobody waits for orphans, one that has ended is there for ever, as a zombie.
  while kill -0 "$mpirun" && kill -0 $$ && sleep 1; do
    read -r state < "/proc/$mpirun/stat" || return 0
    case ${state##*) } in
      [Tt]*)
        if grep -qs " [0-9A-F]*:$1 [0-9A-F]*:$2 01 " "/proc/$mpirun/net/tcp" "/proc/$mpirun/net/tcp6"
        then
          ended=0
        else
          ended=$((ended + 1))
        fi
        # One that has just been continued sees it by itself.
        [ $ended -lt 2 ] || kill -s KILL "$mpirun"
        ;;
      [ZX]*) return 0 ;;
      *) ended=0 ;;
    esac
  done 2>/dev/null
}

# Ends what has started the agents of other hosts, which ends by itself once they have ended. If it
# were killed first, a scheduler would kill agents and their watchdogs while ranks are cleaned up.
end_engine() {
  round=0
  while kill -0 "$engine" && [ $round -lt 15 ]; do
    sleep 0.2
    round=$((round + 1))
  done
  kill -s KILL "$engine"
} 2>/dev/null

while read -r order argument; do
  case $order in
    # A shell whose place this one takes. It, or what it has started, may be stopped.
    predecessor) kill -s KILL -- "-$argument" 2>/dev/null ;;
    engine) engine=$argument ;;
    group) groups="$groups $argument" ;;
    directory) set -- "$@" "$argument" ;;
    lifeline)
      # Two words.
      # shellcheck disable=SC2086
      follow $argument &
      follower=$!
      ;;
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
    done) break ;;
  esac
done
[ -z "$follower" ] || kill -s KILL "$follower"
[ "$order" = done ] || sweep "$@"
[ "$order" = done ] || [ -z "$engine" ] || end_engine
