package org.ob1j.runtime.control;

import org.ob1j.runtime.control.message.ControlMessage;
import org.ob1j.runtime.control.message.ControlProtocolException;

/**
 * Where what the ranks of a host say goes: to the job's {@link JobBoard} if mpirun is on that host,
 * else to what passes it on to there. Calls about one rank come one at a time, in its order.
 *
 * <pre>
 *   register ── joined ── handle … ──► (BYE has been handled)
 *                  └──────── lost: its connection is of no use any more
 * </pre>
 */
public interface RankMessages {
  /**
   * A process has proved that it is of the job, and wants to be a rank.
   *
   * @return why it may not, or null if it may and now is
   */
  String register(int rank, ControlMessage.Register register);

  /** The rank knows that it belongs to the job: from here on messages for it may come. */
  void joined(int rank, ControlMessage.Register register, RankPort port);

  /**
   * A rank says something, heartbeats apart.
   *
   * @throws ControlProtocolException if it may not say that, now or ever
   */
  void handle(int rank, ControlMessage message) throws ControlProtocolException;

  /** A rank that had joined and not left has lost its connection, or its heart has stopped. */
  void lost(int rank, String reason);

  /** Something that is no rank of this job connected, and was refused. */
  void refused(String address, String reason);
}
