package org.ob1j.btl;

import org.ob1j.btl.tag.TagMatching;

/**
 * What tagged messages to one peer go by, where they are matched by {@link TagMatching}. There is
 * one, or none, for each endpoint ({@link BtlEndpoint#tagLane}).
 *
 * <p>Messages of one lane are matched, or told as unexpected, in the order in which they were sent,
 * whatever their tags and lengths. Between them and the frames of the endpoint there is no order.
 *
 * <pre>
 *   PML                                       transport
 *    | reserve(header, payload) ------------&gt;   |  null: busy, nothing happened
 *    | &lt;--------------------- Frame ---------   |
 *    | writes header and payload                |
 *    | send(frame, tag) --------------------&gt;   |  the message is header, then payload
 * </pre>
 *
 * <p>Busy, holding back until push, failure and threads are as for the endpoint's frames.
 */
public abstract class TagLane {
  /**
   * The longest message, in bytes: the least of both sides' {@link TagMatching#maxMessageBytes}.
   */
  public abstract int maxMessageBytes();

  /**
   * Asks for memory for a message. At most one frame of a lane is reserved at a time, beside one of
   * its endpoint.
   *
   * @param headerBytes 0 or more, a multiple of 8
   * @param payloadBytes 0 or more; both together at most {@link #maxMessageBytes}
   * @return a frame whose memory the caller now writes, or null if the transport is busy. Header
   *     and payload need not stand together, and are received as one run of bytes
   * @throws BtlException if the peer has failed
   */
  public abstract Frame reserve(int headerBytes, int payloadBytes);

  /**
   * Sends a message that has been written into a frame of {@link #reserve}. The frame is the
   * transport's from now on. Nobody is told when it has left; it may be held back until {@link
   * BtlEndpoint#push} or the next progress.
   */
  public abstract void send(Frame frame, long tag);
}
