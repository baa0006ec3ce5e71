package org.ob1j.btl.tag;

import java.nio.ByteBuffer;

/**
 * Tag matching done by a transport: an optional capability of a module (source: "Tag matching
 * logic"). The transport keeps a list of posted receives, which are memory with a tag and a mask,
 * and writes each message that comes by a {@link org.ob1j.btl.TagLane} into the memory of the
 * oldest receive that it matches. What matches none goes to the {@link TagListener} and stays no
 * longer in the transport.
 *
 * <pre>
 *   PML                                      transport
 *    | listen(listener)                         |
 *    | post(token, tag, mask, memory) --------&gt; |  POSTED: on the list
 *    |                                          | ◄═══ tagged message that matches
 *    | ◄──────────────────── consumed(token) ── |  off the list
 *    | ◄── completed(token, its tag, length) ── |  the message is in the memory
 *    |                                          | ◄═══ tagged message that matches none
 *    | ◄──── unexpected(its tag, its bytes) ─── |
 *    | cancel(token) -------------------------&gt; |
 *    | ◄─────────────────── cancelled(token) ── |  or consumed and completed: too late
 * </pre>
 *
 * <h2>Matching</h2>
 *
 * A message with tag <i>t</i> matches a receive with tag <i>r</i> and mask <i>m</i> if {@code (t &
 * m) == (r & m)}. All 64 bits are the PML's. Of several receives that it matches a message takes
 * the one that was posted first. A transport may also hand over as unexpected what it could have
 * matched. Who has sent a message makes no difference; the PML puts that into the tag.
 *
 * <h2>Events</h2>
 *
 * <ol>
 *   <li>The listener is called from inside {@link org.ob1j.btl.BtlPoller#progress} of this module
 *       only, never from inside a method of this interface, of a lane or of an endpoint. It may
 *       call post, cancel and everything that sends, but not progress.
 *   <li>Each receive that was POSTED ends by exactly one of completed, cancelled and lost; before
 *       completed and lost there is one consumed, before cancelled there is none. Consumed and
 *       completed may be told one right after the other.
 *   <li>Consumed and unexpected come in the order in which the transport has matched the messages,
 *       or found that they match nothing; of one peer that is the order of sending. Completed and
 *       cancelled may come at any later time, but between a message's consumed and completed there
 *       is nothing of other messages of the same peer.
 *   <li>Unexpected messages are handed over unasked. A transport that would keep them drains them
 *       in each progress. No message may wait in the transport for a receive that comes later, or
 *       probes would not find it.
 * </ol>
 *
 * <h2>Receives that are posted while their message is on its way up</h2>
 *
 * A message may have matched nothing, and be about to be handed over as unexpected, when a receive
 * for it is posted. A transport that sees this (one of its unexpected messages has not been told to
 * the listener yet) answers {@link TagPost#RETRY} to a post, at least to one that the message
 * matches. One that cannot see it posts the receive; the PML, which keeps a shadow of each receive,
 * then finds the receive when it is told of the message, and takes it back.
 *
 * <h2>Libraries that are asked for unmatched messages</h2>
 *
 * A transport over a library that calls back for matched messages, and has to be asked for
 * unmatched ones (such as UCX), cannot tell the order between the two. It does as well if, in each
 * progress, it first tells all matches, then drains and tells what has not matched, leaves nothing
 * of either for a later progress, answers RETRY to all posts made while it is telling, and keeps
 * {@link #maxMessageBytes} to what one packet carries, so that no message is matched long before it
 * is there.
 *
 * <h2>Memory</h2>
 *
 * Posted memory belongs to the transport until the call of completed, cancelled or lost; after
 * consumed too. Before the message is there its bytes are undefined, after cancelled they are as
 * before. The transport writes no more than the message, and holds the buffer while it needs it.
 *
 * <h2>Failure</h2>
 *
 * When a peer fails the receives that it might have matched stay posted; the PML cancels them. A
 * receive whose message has begun and will not end is told as lost, after {@link
 * org.ob1j.btl.BtlReceiver#failed}. After {@link org.ob1j.btl.BtlModule#close} nothing is told.
 *
 * <h2>Threads</h2>
 *
 * Those of the module: one thread at a time.
 */
public interface TagMatching {
  /** How many receives the list holds at most; may be 0. Does not change. */
  int capacity();

  /**
   * The longest tagged message that this process may be sent, in bytes; every posted memory is at
   * least as long, so that none is ever truncated. At least {@link #LEAST_MAX_MESSAGE_BYTES}. Does
   * not change. It is published with the module's address: a peer's {@link
   * org.ob1j.btl.TagLane#maxMessageBytes} is the least of both sides'.
   */
  int maxMessageBytes();

  /** What {@link #maxMessageBytes} is at least: announcements of long messages must fit. */
  int LEAST_MAX_MESSAGE_BYTES = 256;

  /** Says whom to tell; called once, before any other method and before any progress. */
  void listen(TagListener listener);

  /**
   * Posts a receive.
   *
   * @param token names the receive in events; no other that has not ended has the same
   * @param mask the bits of the tag that count
   * @param memory direct; its position and limit are neither used nor changed
   * @param offset where in the memory a message goes, in bytes
   * @param lengthBytes the room for it, at least {@link #maxMessageBytes}
   * @return only after POSTED anything has happened
   */
  TagPost post(long token, long tag, long mask, ByteBuffer memory, int offset, int lengthBytes);

  /**
   * Takes a receive back, if it is not too late; the answer is an event: cancelled, or that the
   * receive was matched after all. A receive that has been told as consumed, or is being cancelled
   * already, is left as it is.
   *
   * @param token of a receive that has not ended
   */
  void cancel(long token);
}
