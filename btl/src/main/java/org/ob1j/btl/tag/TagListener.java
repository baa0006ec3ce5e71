package org.ob1j.btl.tag;

import org.ob1j.runtime.memory.Memory;

/**
 * Whom {@link TagMatching} tells what has happened: the PML. Called from inside progress only; the
 * order of events is described there.
 */
public interface TagListener {
  /**
   * A receive is off the list: a message has matched it, and is perhaps not all there yet.
   *
   * @param token names the receive
   */
  void consumed(long token);

  /**
   * A message is in the memory of a receive, which is the PML's again.
   *
   * @param token names the receive; may be used again from now on
   * @param tag the message's tag, all of it
   * @param lengthBytes the message's length. If it is more than the memory has, which only a broken
   *     peer can cause, the bytes in the memory are undefined
   * @throws org.ob1j.btl.FrameRejectedException if the message cannot be right; the transport
   *     counts it, and has nothing more to do
   */
  void completed(long token, long tag, int lengthBytes);

  /**
   * A message has come that matched no receive.
   *
   * @param tag the message's tag, all of it
   * @param message may be read during the call only; null if the message is empty
   * @param offset where it begins, a multiple of eight
   * @throws org.ob1j.btl.FrameRejectedException if the message cannot be right; nothing has changed
   *     then, and the transport counts and drops it
   */
  void unexpected(long tag, Memory message, int offset, int lengthBytes);

  /**
   * A receive has been taken back; its memory is the PML's again and as it was.
   *
   * @param token names the receive; may be used again from now on
   */
  void cancelled(long token);

  /**
   * A message that matched a receive has begun and will never end, as its sender has failed. The
   * memory is the PML's again and undefined.
   *
   * @param token names the receive; may be used again from now on
   */
  void lost(long token);
}
