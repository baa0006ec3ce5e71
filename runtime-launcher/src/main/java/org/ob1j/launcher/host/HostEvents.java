package org.ob1j.launcher.host;

import java.util.List;
import org.ob1j.runtime.control.RankMessages;

/**
 * Told what happens on a host, beside what its ranks say. Called on many threads; calls about one
 * stream of one rank come one at a time, in its order.
 */
public interface HostEvents extends RankMessages {
  /** The streams of a rank that are passed on. */
  enum Stream {
    STDOUT,
    STDERR
  }

  /** A rank's process has started; comes before its end. */
  void started(int rank, long processId);

  /** A rank has written something; the array is the caller's again afterwards. */
  void output(int rank, Stream stream, byte[] bytes, int lengthBytes);

  /** A stream of a rank has ended. */
  void outputEnded(int rank, Stream stream);

  /** A rank's process has ended. */
  void ended(int rank, int exitCode);

  /**
   * A host cannot do its part of the job.
   *
   * @param exitCode mpirun's
   */
  void failed(String host, int exitCode, String reason);

  /** Nothing is heard of a host any more, nor of its ranks. */
  void hostLost(String host, String reason, List<Integer> ranks);

  /** Something that the user should know. */
  void warning(String text);

  /** Something that a user who wants to know what mpirun does may want to know. */
  void note(String text);
}
