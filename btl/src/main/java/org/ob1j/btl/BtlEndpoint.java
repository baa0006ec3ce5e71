package org.ob1j.btl;

import java.nio.ByteBuffer;
import org.ob1j.btl.order.RequestedOrder;
import org.ob1j.btl.tag.TagMatching;
import org.ob1j.runtime.datatype.Convertor;

/**
 * What one peer is reached by through one module. See the package documentation for who owns which
 * memory when, and what busy means.
 */
public abstract class BtlEndpoint {
  /** The longest header of a frame, in bytes. */
  public static final int MAX_HEADER_BYTES = 255;

  private final int peer;
  private final Object[] attachments = new Object[UpperLayers.COUNT];

  protected BtlEndpoint(int peer) {
    this.peer = peer;
  }

  /** The peer's number; of this job its rank ({@link BtlContext#processes}). */
  public final int peer() {
    return peer;
  }

  /**
   * What an upper layer has attached: what it keeps for the peer, so that it looks up no table for
   * each frame.
   *
   * @param layer an id of {@link UpperLayers}
   * @return null if it has attached nothing
   */
  public final Object attachment(int layer) {
    return attachments[layer];
  }

  /** Attaches what a layer keeps for the peer, in the place of what it has attached before. */
  public final void attach(int layer, Object attachment) {
    attachments[layer] = attachment;
  }

  /** The module this endpoint belongs to. */
  public abstract BtlModule module();

  /**
   * The limits and weights that count for this peer: the module's, but for the bandwidth, of which
   * an endpoint may know more.
   */
  public BtlAttributes attributes() {
    return module().attributes();
  }

  /**
   * The longest frame to this peer, header included: {@link BtlAttributes#maxSendSize} unless there
   * turns out to be too little memory for it. Frames without payload always fit. May become less in
   * any call of {@link #reserve}, but never more.
   */
  public int maxFrameBytes() {
    return module().attributes().maxSendSize();
  }

  /**
   * Asks for a frame.
   *
   * @param headerBytes from 8 to {@link #MAX_HEADER_BYTES}, a multiple of 8
   * @param payloadBytes at least 0; header and payload together at most {@link #maxFrameBytes}. For
   *     {@link #sendInPlace}, 0
   * @param ordering {@link RequestedOrder#DEFAULT} or what {@link RequestedOrder} builds
   * @return a frame whose memory the caller now writes, or null if the transport is busy, or if the
   *     frame is longer than {@link #maxFrameBytes} has become
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

  /**
   * Whether it can send a payload of this length out of an array, and read one into an array, with
   * no copy between. Stays as it is while the peer is there.
   */
  public boolean movesArrays(int payloadBytes) {
    return false;
  }

  /**
   * The same as {@link #sendInPlace} for a payload in an array. Only where {@link #movesArrays} has
   * just said so.
   *
   * @param array of numbers; the payload's bytes belong to the operation until it is done
   * @param offset where in the array the payload begins, in bytes
   */
  public boolean sendArrayInPlace(
      Frame frame, Object array, long offset, int payloadBytes, BtlCompletion completion) {
    throw undeclared("send arrays in place");
  }

  /**
   * Gives the peer up: it has failed for the engine, which ends all that concerns it, perhaps by
   * another endpoint than this one. From now on this side moves nothing more out of or into memory
   * of the program, which may use it again, and from the next progress on nothing that comes is
   * delivered. What is under way ends with {@link BtlResult#FAILED} in a later progress. Without
   * effect where the peer has failed already.
   *
   * <p>What a transport cannot break off may still be moved, such as what a device or a library has
   * been given, or what the peer puts and gets before it notices.
   *
   * @param cause what has happened
   */
  public abstract void giveUp(BtlException cause);

  /** Gives a reserved frame back unsent. */
  public abstract void cancel(Frame frame);

  /** Hands to the peer whatever has been held back, as far as it can go without waiting. */
  public abstract void push();

  /**
   * Writes bytes of a local message into the peer's memory. Only with {@link BtlCapabilities#puts}.
   *
   * <p>A put may be cut into pieces that arrive one after another; what has arrived when it fails
   * is not known.
   *
   * @param source any buffer; stays prepared and unchanged until this has ended
   * @param position where in the message the bytes begin
   * @param local the registration of the source, with {@link BtlCapabilities#needsRegistration};
   *     else ignored and may be null
   * @param remoteKey the bytes of the peer's {@link BtlRegistration#key}, checked by {@link
   *     #checkKey}
   * @param remoteOffset where in the memory that was registered
   * @param completion called when the local memory may be used again, unless DONE is returned
   * @return DONE, STARTED, BUSY or REFUSED
   * @throws BtlException if the peer has failed
   */
  public BtlResult put(
      Convertor source,
      long position,
      BtlRegistration local,
      byte[] remoteKey,
      long remoteOffset,
      long lengthBytes,
      int ordering,
      BtlCompletion completion) {
    throw undeclared("put");
  }

  /**
   * Reads the peer's memory into bytes of a local message. Only with {@link BtlCapabilities#gets}.
   *
   * @param target any buffer that can be written; stays prepared until this has ended, and its
   *     bytes are undefined meanwhile
   * @param position where in the message the bytes go
   * @param local the registration of the target, with {@link BtlCapabilities#needsRegistration}.
   *     Else it may be null, but a transport may do better with one
   * @param remoteKey the bytes of the peer's {@link BtlRegistration#key}, checked by {@link
   *     #checkKey}
   * @param remoteOffset where in the memory that was registered
   * @param completion called when the bytes are there, or with REFUSED when it has turned out that
   *     they cannot be got; unless DONE is returned
   * @return DONE, STARTED, BUSY or REFUSED
   * @throws BtlException if the peer has failed
   */
  public BtlResult get(
      Convertor target,
      long position,
      BtlRegistration local,
      byte[] remoteKey,
      long remoteOffset,
      long lengthBytes,
      int ordering,
      BtlCompletion completion) {
    throw undeclared("get");
  }

  /**
   * Checks a key that has come from the peer, as far as it tells; before any put or get with it.
   * Whether the memory still is registered only the peer knows.
   *
   * @throws FrameRejectedException if it cannot be a key of the peer's for these bytes
   */
  public void checkKey(byte[] remoteKey, long remoteOffset, long lengthBytes) {
    throw new FrameRejectedException(
        FrameRejectedException.Rejection.BAD_KEY, module().name() + " has no keys");
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

  /**
   * The lane of tagged messages to the peer. Answered from what both sides have published: there is
   * one only if both have {@link TagMatching}, and then the peer has one to this process.
   *
   * @return the same object each time; null, the default, if there is none
   */
  public TagLane tagLane() {
    return null;
  }

  private IllegalStateException undeclared(String operation) {
    return new IllegalStateException(
        module().name() + " to rank " + peer + " does not declare " + operation);
  }
}
