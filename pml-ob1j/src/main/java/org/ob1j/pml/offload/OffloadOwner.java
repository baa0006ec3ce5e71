package org.ob1j.pml.offload;

import org.ob1j.btl.FrameRejectedException;
import org.ob1j.pml.match.PostedReceive;
import org.ob1j.pml.match.UnexpectedMessage;
import org.ob1j.runtime.memory.Memory;

/**
 * Whom {@link TagOffload} works for: who knows the receives' buffers and the messages' protocols.
 *
 * @param <R> its receives
 * @param <U> its messages that are kept
 */
public interface OffloadOwner<R extends PostedReceive, U extends UnexpectedMessage> {
  /**
   * Copies a message that has come.
   *
   * @param laneTag its tag, as {@link LaneTag} has it
   * @param memory null if the message is empty
   * @throws FrameRejectedException if it cannot be right; nothing is kept then
   */
  U keep(long laneTag, Memory memory, int offset, int lengthBytes);

  /** The context of a message; null if that is not open yet. */
  OffloadedContext<R, U> contextOf(U message);

  /** Keeps a message for a context that is not open yet. */
  void hold(U message);

  /** Keeps a message that no receive matches. */
  void unexpected(OffloadedContext<R, U> context, U message);

  /** Hands a message to the receive that it has matched; neither is in any queue. */
  void deliver(U message, R receive);

  /**
   * A message has matched a receive in the transport, and is in this memory during the call.
   *
   * @param memory null if the message is empty
   * @throws FrameRejectedException if it cannot be right; nothing has changed then
   */
  void matched(R receive, long laneTag, Memory memory, int offset, int lengthBytes);

  /** The message that has matched a receive will never be there, as its sender has failed. */
  void lost(R receive);

  /** Has {@link TagOffload#refill} called after each poll, or not any more. */
  void pollRefill(boolean wanted);
}
