package org.ob1j.btl;

import java.nio.ByteBuffer;
import org.ob1j.btl.tag.TagMatching;
import org.ob1j.runtime.datatype.MessageBlocks;
import org.ob1j.runtime.memory.SharedRegions;

/** One path of a transport, such as a network interface, opened for this process. */
public interface BtlModule extends AutoCloseable {
  /** For messages to the user: the component's name and a number, such as {@code tcp.0}. */
  String name();

  /** The limits, capabilities and weights of every endpoint of this module. */
  BtlAttributes attributes();

  /**
   * What the process polls for this module; the same object each time. Best is the object that
   * frames come in by: one that hands on to it would cost each poll a call.
   */
  BtlPoller poller();

  /**
   * The endpoint to a peer, or null if this module does not reach it. Call after the modex fence;
   * the same object each time. Sends nothing, but may take memory where the peer is.
   *
   * @param process the peer's number in {@link BtlContext#processes}, which for those of this job
   *     is their rank
   */
  BtlEndpoint endpoint(int process);

  /**
   * Why there is no endpoint to a peer, and what would help, as a part of a sentence. Asked after
   * {@link #endpoint} has said that there is none.
   *
   * @return null, the default, if this module does not know
   */
  default String whyUnreachable(int process) {
    return null;
  }

  /**
   * Makes memory for the user that peers can reach directly, for transports that can reach no other
   * memory so, or this one faster. May be called by any thread.
   *
   * @return new zeroed direct memory, freed once nothing refers to it or to a view of it; null if
   *     there is none, or none left
   */
  default ByteBuffer allocate(int capacityBytes) {
    return null;
  }

  /**
   * In which order modules are asked for memory of the user: the one with the least number first.
   * The more its peers gain from such memory, the less the number.
   *
   * @return the same each time
   */
  default int allocationRank() {
    return Integer.MAX_VALUE;
  }

  /**
   * Memory that this process can share with others of its host, for more than messages.
   *
   * @return the same each time; null, the default, if this module has none
   */
  default SharedRegions sharedRegions() {
    return null;
  }

  /**
   * Makes memory usable by put, get or atomics of peers, and where registration is needed, of this
   * process.
   *
   * @param memory a direct buffer; its whole capacity is registered, whatever its position and
   *     limit, and it is held until the registration is closed. A transport may know memory by the
   *     identity of this object
   * @param access a sum of the constants in {@link BtlRegistration}
   * @return null if this transport cannot do it with this memory
   */
  default BtlRegistration register(ByteBuffer memory, int access) {
    return null;
  }

  /**
   * Makes a message that lies in blocks of a buffer known to peers, so that they can get it, or to
   * this module, so that it does better in a get into them: an offset in this registration counts
   * the message's bytes. Only with {@link BtlCapabilities#getsBlocks}.
   *
   * @param message the root of its memory is as in {@link #register}
   * @param access a sum of the constants in {@link BtlRegistration}
   * @return null if this transport cannot do it with this memory, or moves such a message better
   *     without
   */
  default BtlRegistration registerBlocks(MessageBlocks message, int access) {
    return null;
  }

  /**
   * Whether peers should get a message of this length out of this memory, rather than be sent it.
   * Asked before {@link #register}, so that what registering costs is not paid for nothing; memory
   * that cannot be registered may be answered either way.
   *
   * @param memory as in {@link #register}
   */
  default boolean prefersGet(ByteBuffer memory, long lengthBytes) {
    return true;
  }

  /**
   * Tag matching by this transport, for messages of peers to which there is a {@link
   * BtlEndpoint#tagLane}.
   *
   * @return the same object each time; null, the default, if there is none
   */
  default TagMatching tagMatching() {
    return null;
  }

  /** How many registrations are open. */
  default int registrationCount() {
    return 0;
  }

  /** Counters and states for a report to the user, in lines. */
  String describe();

  /** Gives back everything. Frames that have been sent completely are not lost by it. */
  @Override
  void close();
}
