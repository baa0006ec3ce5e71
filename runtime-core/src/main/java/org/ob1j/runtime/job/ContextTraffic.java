package org.ob1j.runtime.job;

import java.util.List;

/**
 * How many messages a rank has exchanged with others in one communication context. What one rank
 * has sent and another has not received is lost or stuck in between.
 *
 * @param context the context's id, which two ranks that share it agree about
 * @param label what this rank calls it now
 * @param peers other ranks of it; not all of them if there are too many
 */
public record ContextTraffic(int context, String label, List<Peer> peers) {
  /** A rank tells of so many contexts at most. */
  public static final int MAX_CONTEXTS = 64;

  /** A rank tells of so many peers at most, in all contexts together. */
  public static final int MAX_PEERS = 256;

  /**
   * One of the other ranks. The counts of messages sent and received begin again at the least
   * negative number after the greatest int: only their difference counts.
   *
   * @param rank its rank in the job
   * @param transport by which messages go to it; empty if none is known yet
   * @param sent messages to it that a transport has taken
   * @param waiting messages to it that no transport has taken yet
   * @param received messages of it that have arrived, whole or their beginning
   * @param incomplete those of them that a receive has matched and of which something is missing
   */
  public record Peer(
      int rank, String transport, int sent, int waiting, int received, int incomplete) {}
}
