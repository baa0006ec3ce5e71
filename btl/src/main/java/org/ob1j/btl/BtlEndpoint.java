package org.ob1j.btl;

import java.nio.ByteBuffer;

/**
 * The way to one peer through one module. See the package documentation for who owns which memory
 * when, and what busy means.
 */
public abstract class BtlEndpoint {
  /** The longest header of a frame, in bytes. */
  public static final int MAX_HEADER_BYTES = 255;

  private final int peer;

  protected BtlEndpoint(int peer) {
    this.peer = peer;
  }

  /** The peer's rank in the job. */
  public final int peer() {
    return peer;
  }

  /** The module this endpoint belongs to. */
  public abstract BtlModule module();

  /**
   * Asks for a frame.
   *
   * @param headerBytes from 8 to {@link #MAX_HEADER_BYTES}, a multiple of 8
   * @param payloadBytes at least 0; header and payload together at most {@link
   *     BtlAttributes#maxSendSize}. For {@link #sendInPlace}, 0
   * @param ordering {@link Ordering#DEFAULT} or what {@link Ordering} builds
   * @return a frame whose memory the caller now writes, or null if the transport is busy
   * @throws BtlException if the peer has failed
   */
  public abstract Frame reserve(int headerBytes, int payloadBytes, int ordering);

  /**
   * Sends a frame that is done when this returns. Only with {@link
   * BtlCapabilities#sendsImmediately}, and for frames of at most {@link
   * BtlAttributes#immediateLimit} bytes.
   */
  public abstract void sendImmediate(Frame frame);

  /**
   * Sends a frame.
   *
   * @return true if it is done already and {@code completion} will not be called
   */
  public abstract boolean send(Frame frame, BtlCompletion completion);

  /**
   * Sends a frame whose payload stays where it is. Only with {@link BtlCapabilities#sendsInPlace}.
   *
   * @param frame reserved with a payload of 0 bytes
   * @param payload direct; the bytes from {@code offset} belong to the operation until it is done.
   *     Its position and limit are neither used nor changed
   * @return true if it is done already and {@code completion} will not be called
   */
  public boolean sendInPlace(
      Frame frame, ByteBuffer payload, int offset, int payloadBytes, BtlCompletion completion) {
    throw undeclared("send in place");
  }

  /** Gives a reserved frame back unsent. */
  public abstract void cancel(Frame frame);

  /** Hands to the peer whatever has been held back, as far as it can go without waiting. */
  public abstract void push();

  /**
   * Writes local memory into the peer's. Only with {@link BtlCapabilities#puts}.
   *
   * @param remoteKey the bytes of the peer's {@link BtlRegistration#key}
   * @param completion called when the local memory may be used again, unless DONE is returned
   */
  public BtlResult put(
      BtlRegistration local,
      long localOffset,
      byte[] remoteKey,
      long remoteOffset,
      long lengthBytes,
      int ordering,
      BtlCompletion completion) {
    throw undeclared("put");
  }

  /** Reads the peer's memory into local memory. Only with {@link BtlCapabilities#gets}. */
  public BtlResult get(
      BtlRegistration local,
      long localOffset,
      byte[] remoteKey,
      long remoteOffset,
      long lengthBytes,
      int ordering,
      BtlCompletion completion) {
    throw undeclared("get");
  }

  /**
   * Calls back when every put and atomic issued before is visible at the peer. Needed only where
   * puts are declared without remote completion.
   */
  public BtlResult flush(BtlCompletion completion) {
    throw undeclared("flush");
  }

  /**
   * Changes eight bytes of the peer's memory atomically. Only with {@link
   * BtlCapabilities#hasAtomics}.
   *
   * @param result where the old value goes, eight bytes; null for operations that fetch nothing
   */
  public BtlResult atomic(
      AtomicOperation operation,
      byte[] remoteKey,
      long remoteOffset,
      long operand,
      long comparand,
      BtlRegistration result,
      long resultOffset,
      int ordering,
      BtlCompletion completion) {
    throw undeclared("atomics");
  }

  private IllegalStateException undeclared(String operation) {
    return new IllegalStateException(
        module().name() + " to rank " + peer + " does not declare " + operation);
  }
}
