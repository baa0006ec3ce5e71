package org.ob1j.pml.offload;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.tag.TagListener;
import org.ob1j.btl.tag.TagMatching;
import org.ob1j.btl.tag.TagPost;
import org.ob1j.pml.match.PostedReceive;
import org.ob1j.pml.match.UnexpectedMessage;
import org.ob1j.pml.offload.OffloadedContext.Place;
import org.ob1j.pml.offload.Shadow.State;
import org.ob1j.runtime.memory.Memory;

/**
 * Gives receives to a transport that matches tags, and keeps the order that MPI requires (source:
 * "Tag matching logic"; MPI standard, "Semantics of Point-to-Point Communication").
 *
 * <p>All receives stay in the matching engine of their context until they match, also those that
 * the transport has; of each of these there is a {@link Shadow}. What the transport matches is
 * believed, because it never has a receive while an older one that overlaps is held back here. A
 * message that comes otherwise (told as unexpected, or sent by a process that another transport
 * reaches) is matched here, against all receives:
 *
 * <pre>
 *   message matches                     what happens
 *   ────────────────────────────────────────────────────────────────────────────
 *   nothing                             kept
 *   a receive that is here              delivered
 *   a receive that the transport has    taken back, and delivered at once
 * </pre>
 *
 * <p>Taking back is a question to the transport: its answer may be that the receive has been
 * matched after all. As the transport writes into memory of this engine, never into that of the
 * user, nobody has to wait for the answer: the message that came too late is matched again, in its
 * turn. The same holds for receives that are cancelled.
 *
 * <p>Used by one thread at a time.
 *
 * @param <R> the receives of the owner
 * @param <U> its messages that are kept
 */
public final class TagOffload<R extends PostedReceive, U extends UnexpectedMessage>
    implements TagListener {
  private final TagMatching device;
  private final OffloadRules rules;
  private final OffloadOwner<R, U> owner;
  private final OffloadCounts counts = new OffloadCounts();
  private final List<Shadow<R, U>> shadows = new ArrayList<>();
  private final ArrayDeque<Shadow<R, U>> free = new ArrayDeque<>();

  /** By the slot of the receive; null if there is none. */
  private Shadow<?, ?>[] bySlot = new Shadow<?, ?>[64];

  /** Where receives may be held back. */
  private final List<OffloadedContext<R, U>> holding = new ArrayList<>();

  private int onDevice;

  /** True if the transport may take now what it did not take before. */
  private boolean refillIsDue;

  /** An engine over a transport's list, to which it listens. */
  public TagOffload(TagMatching device, OffloadRules rules, OffloadOwner<R, U> owner) {
    this.device = device;
    this.rules = rules;
    this.owner = owner;
    device.listen(this);
  }

  public OffloadCounts counts() {
    return counts;
  }

  OffloadRules rules() {
    return rules;
  }

  /** How many receives the transport has, or has not answered for. */
  public int onDevice() {
    return onDevice;
  }

  /** How many of them somebody waits for. */
  public int awaited() {
    int awaited = 0;
    for (Shadow<R, U> shadow : shadows) {
      awaited += shadow.state() == State.POSTED || shadow.state() == State.CONSUMED ? 1 : 0;
    }
    return awaited;
  }

  boolean isFull() {
    return onDevice >= device.capacity();
  }

  // Receives

  /** A receive has just been posted in the matching engine of its context. */
  public void posted(OffloadedContext<R, U> context, R receive) {
    Place place = context.placeOf(receive.wantedSource());
    if (place == Place.ELSEWHERE) {
      return;
    }
    Shadow<R, U> shadow = take(context, place, receive);
    if (place == Place.TRANSPORT && context.holdsNothing(this)) {
      TagPost answer = tryPost(shadow);
      if (answer == TagPost.POSTED) {
        return;
      }
      if (answer == TagPost.UNSUPPORTED) {
        shadow.mustStay();
      }
    }
    counts.heldBack++;
    context.hold(shadow, this);
    remember(context);
    context.refill(this);
  }

  private void remember(OffloadedContext<R, U> context) {
    if (!holding.contains(context)) {
      if (holding.isEmpty()) {
        owner.pollRefill(true);
      }
      holding.add(context);
    }
  }

  /** Gives the transport what it may have now; returns how many receives it has taken. */
  public int refill() {
    if (!refillIsDue) {
      return 0;
    }
    refillIsDue = false;
    int taken = 0;
    for (int i = holding.size() - 1; i >= 0; i--) {
      OffloadedContext<R, U> context = holding.get(i);
      taken += context.refill(this);
      if (context.holdsNothing(this)) {
        holding.remove(i);
      }
    }
    if (holding.isEmpty()) {
      owner.pollRefill(false);
    }
    return taken;
  }

  /** True if {@link #refill} has something to try. */
  public boolean isRefillDue() {
    return refillIsDue;
  }

  TagPost tryPost(Shadow<R, U> shadow) {
    if (isFull()) {
      counts.refused++;
      return TagPost.NO_ROOM;
    }
    R receive = shadow.receive();
    Memory memory = shadow.memory(device.maxMessageBytes());
    TagPost answer =
        device.post(
            shadow.token(),
            LaneTag.of(shadow.context().contextId(), receive.wantedSource(), receive.wantedTag()),
            LaneTag.mask(receive.wantedSource(), receive.wantedTag()),
            memory.bytes(),
            0,
            memory.capacity());
    if (answer == TagPost.POSTED) {
      shadow.advanceTo(State.POSTED);
      onDevice++;
      counts.posted++;
    } else {
      counts.refused++;
      refillIsDue |= answer == TagPost.RETRY;
    }
    return answer;
  }

  private boolean isOnDevice(R receive) {
    Shadow<R, U> shadow = shadowOf(receive);
    return shadow != null && shadow.state() == State.POSTED;
  }

  /**
   * A receive goes on without the transport, if that has it or is to have it: it has been taken out
   * of the matching engine for a message that came otherwise, or as it is cancelled.
   */
  public void takeBack(R receive) {
    Shadow<R, U> shadow = shadowOf(receive);
    if (shadow == null) {
      return;
    }
    if (shadow.state() == State.POSTED) {
      takeBack(shadow);
    } else {
      // It was held back, and perhaps others behind it.
      refillIsDue = true;
    }
  }

  private void takeBack(Shadow<R, U> shadow) {
    bySlot[shadow.receive().slot()] = null;
    shadow.forgetReceive();
    shadow.advanceTo(State.TAKEN_BACK);
    counts.takenBack++;
    device.cancel(shadow.token());
  }

  /**
   * A context is being closed: takes back what the transport has of it. Another context may get its
   * id before the answers come; what such a receive matches meanwhile is matched again.
   */
  public void close(OffloadedContext<R, U> context) {
    for (Shadow<R, U> shadow : shadows) {
      if (shadow.context() == context && shadow.state() == State.POSTED) {
        context.matching().cancel(shadow.receive());
        takeBack(shadow);
      }
    }
    context.forgetHeld(this);
  }

  // Messages

  /** Matches a message whose turn it is, and which the transport has not matched. */
  public void match(OffloadedContext<R, U> context, U message) {
    R receive = context.matching().findPosted(message.source(), message.tag());
    if (receive == null || isOnDevice(receive) && !rules.isTakenBack(receive)) {
      owner.unexpected(context, message);
      return;
    }
    context.matching().cancel(receive);
    takeBack(receive);
    owner.deliver(message, receive);
  }

  private void arrive(U message) {
    OffloadedContext<R, U> context = owner.contextOf(message);
    if (context == null) {
      owner.hold(message);
    } else {
      match(context, message);
    }
  }

  // What the transport tells

  @Override
  public void consumed(long token) {
    Shadow<R, U> shadow = find(token, State.POSTED, State.TAKEN_BACK);
    onDevice--;
    refillIsDue = true;
    counts.matchedInDevice++;
    if (shadow.state() == State.POSTED) {
      shadow.advanceTo(State.CONSUMED);
      shadow.context().matching().cancel(shadow.receive());
    } else {
      shadow.advanceTo(State.LATE);
      counts.late++;
    }
  }

  @Override
  public void completed(long token, long tag, int lengthBytes) {
    Shadow<R, U> shadow = find(token, State.CONSUMED, State.LATE);
    Memory memory = lengthBytes == 0 ? null : shadow.memory(device.maxMessageBytes());
    R receive = shadow.receive();
    OffloadedContext<R, U> context = shadow.context();
    U late = null;
    try {
      requireRoom(lengthBytes);
      if (receive == null) {
        late = owner.keep(tag, memory, 0, lengthBytes);
      } else {
        owner.matched(receive, tag, memory, 0, lengthBytes);
      }
    } catch (FrameRejectedException refused) {
      free(shadow);
      postAgain(context, receive);
      throw refused;
    }
    free(shadow);
    if (late != null) {
      arrive(late);
    }
  }

  private void requireRoom(int lengthBytes) {
    if (lengthBytes > device.maxMessageBytes()) {
      throw new FrameRejectedException(
          FrameRejectedException.Rejection.BAD_LENGTH,
          "a tagged message of "
              + lengthBytes
              + " bytes; at most "
              + device.maxMessageBytes()
              + " are possible");
    }
  }

  /** A message cannot be right: its receive is not lost with it, but has lost its turn. */
  private void postAgain(OffloadedContext<R, U> context, R receive) {
    if (receive != null) {
      context.matching().post(receive);
      posted(context, receive);
    }
  }

  @Override
  public void unexpected(long tag, Memory message, int offset, int lengthBytes) {
    U kept = owner.keep(tag, message, offset, lengthBytes);
    counts.matchedInSoftware++;
    arrive(kept);
  }

  @Override
  public void cancelled(long token) {
    Shadow<R, U> shadow = find(token, State.TAKEN_BACK, State.TAKEN_BACK);
    onDevice--;
    refillIsDue = true;
    free(shadow);
  }

  @Override
  public void lost(long token) {
    Shadow<R, U> shadow = find(token, State.CONSUMED, State.LATE);
    R receive = shadow.receive();
    free(shadow);
    if (receive != null) {
      owner.lost(receive);
    }
  }

  // Shadows

  private Shadow<R, U> take(OffloadedContext<R, U> context, Place place, R receive) {
    Shadow<R, U> shadow = free.poll();
    if (shadow == null) {
      shadow = new Shadow<>(shadows.size());
      shadows.add(shadow);
    }
    shadow.begin(context, place, receive);
    int slot = receive.slot();
    if (slot >= bySlot.length) {
      bySlot = Arrays.copyOf(bySlot, Math.max(slot + 1, 2 * bySlot.length));
    }
    bySlot[slot] = shadow;
    return shadow;
  }

  void free(Shadow<R, U> shadow) {
    R receive = shadow.receive();
    if (receive != null && bySlot[receive.slot()] == shadow) {
      bySlot[receive.slot()] = null;
    }
    shadow.end();
    free.push(shadow);
  }

  @SuppressWarnings("unchecked")
  private Shadow<R, U> shadowOf(R receive) {
    int slot = receive.slot();
    return slot < bySlot.length ? (Shadow<R, U>) bySlot[slot] : null;
  }

  private Shadow<R, U> find(long token, State expected, State orThis) {
    int slot = (int) token;
    Shadow<R, U> shadow = slot >= 0 && slot < shadows.size() ? shadows.get(slot) : null;
    if (shadow == null
        || shadow.token() != token
        || shadow.state() != expected && shadow.state() != orThis) {
      throw new IllegalStateException(
          "the transport tells what cannot be of a receive: token " + token);
    }
    return shadow;
  }
}
