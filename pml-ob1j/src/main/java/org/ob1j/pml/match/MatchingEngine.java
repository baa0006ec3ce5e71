package org.ob1j.pml.match;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Tag matching of one communicator (MPI standard, "Semantics of Point-to-Point Communication"): its
 * posted receives in the order in which they were posted, its unexpected messages in the order of
 * arrival, and whose turn it is.
 *
 * <p>Messages of one source match in the order in which they were sent, whatever order the
 * transports keep: each carries a sequence number, and one that comes too early is held until its
 * turn.
 *
 * <p>A message takes the first posted receive that accepts it. Mostly that is one of the oldest;
 * where it is not, the receives go over into a {@link PostedTable}, until none is left. Receives
 * are pooled, and named by their slots: a list of references would cost a store barrier of the
 * collector for each that comes and goes.
 *
 * <p>Not thread-safe.
 *
 * @param <R> the receive requests of the user of this engine
 * @param <U> its unexpected messages
 */
public class MatchingEngine<R extends PostedReceive, U extends UnexpectedMessage> {
  /** So many that do not accept a message are looked at before all are hashed. */
  private static final int MAX_LOOKED_AT = 16;

  private static final PostedReceive[] NO_RECEIVES = {};

  private final int[] expectedSequence;

  /**
   * The slots of the posted receives: a ring, whose length is a power of two. Short at first: many
   * communicators are idle.
   */
  private int[] postedSlots = {0};

  private int oldest;
  private int postedCount;
  private PostedReceive[] bySlot = NO_RECEIVES;

  /** Null until it is needed. */
  private PostedTable table;

  /** Whether the posted receives are in the table. */
  private boolean hashed;

  private final UnexpectedMessages<U> unexpected;
  private final EarlyMessages<U> early = new EarlyMessages<>();

  /** An engine for a communicator with this many processes. */
  public MatchingEngine(int sources) {
    unexpected = new UnexpectedMessages<>(sources);
    expectedSequence = new int[sources];
  }

  // Whose turn it is

  /**
   * How far ahead of its turn a message is: 0 if it is its turn, negative if its turn was before.
   */
  public final int distance(int source, int sequence) {
    return sequence - expectedSequence[source];
  }

  /** The number of the message whose turn it is. */
  public final int expected(int source) {
    return expectedSequence[source];
  }

  /** Says that the message whose turn it is has come. */
  public final void advance(int source) {
    expectedSequence[source]++;
  }

  /**
   * Keeps a message that came before its turn.
   *
   * @return false if a message with this number is kept already
   */
  public final boolean holdEarly(U message) {
    return early.add(message);
  }

  /** Takes out the early message whose turn it is now, or returns null. */
  public final U takeEarly(int source) {
    return early.count() == 0 ? null : early.take(source, expectedSequence[source]);
  }

  /** How many messages are held because an earlier one of their source has not come. */
  public final int earlyCount() {
    return early.count();
  }

  /** How many of them are of one source. */
  public final int earlyCount(int source) {
    return early.count(source);
  }

  // Posted receives

  /** Posts a receive for which no unexpected message was found. */
  public final void post(R receive) {
    receive.posted = true;
    if (hashed) {
      table.add(receive);
      postedCount++;
      return;
    }
    int slot = receive.slot();
    if (slot >= bySlot.length || postedCount == postedSlots.length) {
      makeRoom(slot);
    }
    if (bySlot[slot] != receive) {
      bySlot[slot] = receive;
    }
    postedSlots[oldest + postedCount & postedSlots.length - 1] = slot;
    postedCount++;
  }

  private void makeRoom(int slot) {
    if (slot >= bySlot.length) {
      bySlot = Arrays.copyOf(bySlot, Math.max(slot + 1, 2 * bySlot.length));
    }
    if (postedCount == postedSlots.length) {
      int[] longer = new int[2 * postedCount];
      for (int i = 0; i < postedCount; i++) {
        longer[i] = postedSlots[oldest + i & postedCount - 1];
      }
      postedSlots = longer;
      oldest = 0;
    }
  }

  private PostedReceive at(int place) {
    return bySlot[postedSlots[oldest + place & postedSlots.length - 1]];
  }

  /** Takes out the oldest posted receive that a message matches, or returns null. */
  public final R takePosted(int source, int tag) {
    for (int place = 0; place < postedCount && !hashed; place++) {
      PostedReceive receive = at(place);
      if (receive.accepts(source, tag)) {
        removeAt(place);
        receive.posted = false;
        R taken = cast(receive);
        takeBack(taken);
        return taken;
      }
      if (place == MAX_LOOKED_AT) {
        hash();
      }
    }
    return hashed ? takeHashed(source, tag) : null;
  }

  /** Those before it are fewer than those behind it. */
  private void removeAt(int place) {
    int mask = postedSlots.length - 1;
    for (int i = place; i > 0; i--) {
      postedSlots[oldest + i & mask] = postedSlots[oldest + i - 1 & mask];
    }
    oldest = oldest + 1 & mask;
    postedCount--;
  }

  private void hash() {
    if (table == null) {
      table = new PostedTable();
    }
    for (int place = 0; place < postedCount; place++) {
      table.add(at(place));
    }
    hashed = true;
  }

  private R takeHashed(int source, int tag) {
    PostedReceive found = table.oldest(source, tag);
    if (found == null) {
      return null;
    }
    R receive = cast(found);
    remove(receive);
    takeBack(receive);
    return receive;
  }

  /**
   * The oldest posted receive that a message matches, which stays posted; null if there is none.
   */
  public final R findPosted(int source, int tag) {
    if (hashed) {
      return cast(table.oldest(source, tag));
    }
    for (int place = 0; place < postedCount; place++) {
      PostedReceive receive = at(place);
      if (receive.accepts(source, tag)) {
        return cast(receive);
      }
    }
    return null;
  }

  /** Takes a receive back; false if it is not posted any more. */
  public final boolean cancel(R receive) {
    if (!receive.posted) {
      return false;
    }
    remove(receive);
    return true;
  }

  private void remove(R receive) {
    receive.posted = false;
    if (hashed) {
      table.remove(receive);
      postedCount--;
      hashed = postedCount != 0;
      return;
    }
    int place = 0;
    while (at(place) != receive) {
      place++;
    }
    removeAt(place);
  }

  /**
   * A receive is not posted any more: where it was given to a transport as well, that must not
   * match it. Here none has it.
   */
  public void takeBack(R receive) {
    // See OffloadedCommunicator.
  }

  /** How many receives are posted. */
  public final int postedCount() {
    return postedCount;
  }

  /** Goes through the posted receives, the oldest first unless they are hashed. */
  public final void forEachPosted(Consumer<R> action) {
    if (hashed) {
      table.forEach(receive -> action.accept(cast(receive)));
      return;
    }
    for (int place = 0; place < postedCount; place++) {
      action.accept(cast(at(place)));
    }
  }

  @SuppressWarnings("unchecked")
  private R cast(PostedReceive receive) {
    return (R) receive;
  }

  // Unexpected messages

  /** Keeps a message for which no receive is posted. */
  public final void addUnexpected(U message) {
    unexpected.add(message);
  }

  /** The oldest unexpected message that a receive with these arguments matches, or null. */
  public final U findUnexpected(int source, int tag) {
    return unexpected.find(source, tag);
  }

  /** Takes out the oldest unexpected message that a receive matches, or returns null. */
  public final U takeUnexpected(int source, int tag) {
    U message = unexpected.find(source, tag);
    if (message != null) {
      unexpected.remove(message);
    }
    return message;
  }

  /** How many unexpected messages there are. */
  public final int unexpectedCount() {
    return unexpected.size();
  }

  /** Goes through the unexpected messages in the order of arrival. */
  public final void forEachUnexpected(Consumer<U> action) {
    unexpected.forEach(action);
  }
}
