package org.ob1j.launcher.state;

import java.util.List;

/** Something that happens to a job. Events come from many threads and are handled on one. */
public sealed interface JobEvent {
  /** A rank's process has ended. {@code early}: it had joined the job and not left it. */
  record RankEnded(int rank, int exitCode, boolean early) implements JobEvent {}

  /** A rank called abort. */
  record RankAborted(int rank, int code, String reason) implements JobEvent {}

  /** A rank's control connection is of no use any more; its process may be about to end. */
  record RankLost(int rank, String reason) implements JobEvent {}

  /** Ranks wait for one that will never come. */
  record Hopeless(String reason) implements JobEvent {}

  /** A host cannot start its ranks. {@code exitCode} is mpirun's. */
  record HostFailed(String host, int exitCode, String reason) implements JobEvent {}

  /** A host is gone, or its agent: nothing is heard of its ranks any more. */
  record HostLost(String host, String reason, List<Integer> ranks) implements JobEvent {}

  /** mpirun got a signal that ends it. */
  record Terminated(String signal, int number) implements JobEvent {}

  /** The time that --timeout allows is over. */
  record TimedOut(long seconds) implements JobEvent {}

  /** mpirun's own output cannot be written. */
  record OutputFailed(String stream, String reason) implements JobEvent {}

  /** Whoever read what mpirun prints does so no longer, as after {@code | head}. */
  record OutputUnread() implements JobEvent {}
}
