package org.ob1j.btl;

import org.ob1j.runtime.memory.Memory;

/**
 * Whom a transport delivers to: an upper layer, or those that there are ({@link UpperLayers}).
 * Called from inside progress only.
 */
public interface BtlReceiver {
  /**
   * Delivers a frame. The memory may be read during the call only. Offsets are multiples of eight.
   *
   * @param payload means nothing, and may be null, if the frame has no payload
   * @throws FrameRejectedException if the frame cannot be right; nothing has changed then
   */
  void receive(
      BtlEndpoint from,
      Memory header,
      int headerOffset,
      int headerBytes,
      Memory payload,
      int payloadOffset,
      int payloadBytes);

  /**
   * Asks where a long payload should be written, before it has been read. A transport need not ask.
   * It asks once for a frame: with an answer the frame has been taken in, is not delivered any
   * more, and its payload must be written, or the peer's failure told.
   *
   * @return where to, or null to have the frame delivered by {@link #receive}
   * @throws FrameRejectedException if the frame cannot be right
   */
  PayloadTarget place(
      BtlEndpoint from, Memory header, int headerOffset, int headerBytes, int payloadBytes);

  /**
   * Tells that a peer cannot be reached through this module any more.
   *
   * @param peer the peer's number; of this job its rank
   */
  void failed(BtlModule module, int peer, BtlException cause);
}
