package org.ob1j.btl.inmemory;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.ob1j.btl.tag.TagListener;
import org.ob1j.btl.tag.TagMatching;
import org.ob1j.btl.tag.TagPost;
import org.ob1j.runtime.memory.Memory;

/**
 * A device that matches tags, in software and step by step: a message arrives when {@link #arrive}
 * is called, and an event is told when {@link #tell} is. What it may answer in more than one way is
 * chosen by whoever made it, so a seed or an enumeration can drive it.
 */
public final class SimulatedTagMatching implements TagMatching {
  /**
   * What the device is like.
   *
   * @param capacity how many receives its list holds
   * @param maxMessageBytes the longest message
   * @param refusedPercent of posts that are answered with NO_ROOM or RETRY without a reason
   * @param unsupportedPercent of posts that are answered with UNSUPPORTED
   * @param unmatchedPercent of messages that are told as unexpected although a receive matches
   * @param seesUnexpected whether it answers RETRY while a message is on its way up
   */
  public record Nature(
      int capacity,
      int maxMessageBytes,
      int refusedPercent,
      int unsupportedPercent,
      int unmatchedPercent,
      boolean seesUnexpected) {
    /** Refuses nothing that fits its list. */
    public static Nature willing(int capacity, int maxMessageBytes) {
      return new Nature(capacity, maxMessageBytes, 0, 0, 0, false);
    }

    /** Does each thing that it may do, now and then. */
    public static Nature capricious(int capacity, int maxMessageBytes) {
      return new Nature(capacity, maxMessageBytes, 20, 10, 10, false);
    }
  }

  private record Posted(
      long token, long tag, long mask, ByteBuffer memory, int offset, int lengthBytes) {
    boolean matches(long messageTag) {
      return (messageTag & mask) == (tag & mask);
    }
  }

  /** What the device has decided about a message; the token is null if that is unexpected. */
  private record Decision(int peer, Long token, long tag, byte[] message) {}

  private final Nature nature;
  private final IntUnaryOperator choices;
  private final List<Posted> list = new ArrayList<>();

  /** What has not been told of decisions, in their order. */
  private final ArrayDeque<Decision> decisions = new ArrayDeque<>();

  /** Messages told as consumed and not as completed, by their peers. */
  private final Map<Integer, Decision> incomplete = new TreeMap<>();

  /** Tokens of receives given back, not told. */
  private final ArrayDeque<Long> givenBack = new ArrayDeque<>();

  private TagListener listener;
  private boolean telling;

  /** Run before a post or a cancel takes effect, as messages may come meanwhile. */
  private Runnable meanwhile = () -> {};

  /**
   * A device.
   *
   * @param choices chooses one of so many possibilities
   */
  public SimulatedTagMatching(Nature nature, IntUnaryOperator choices) {
    this.nature = nature;
    this.choices = choices;
  }

  /** Sets what happens while a post or a cancel is on its way to the device. */
  public void setMeanwhile(Runnable action) {
    meanwhile = action;
  }

  @Override
  public int capacity() {
    return nature.capacity();
  }

  @Override
  public int maxMessageBytes() {
    return nature.maxMessageBytes();
  }

  @Override
  public void listen(TagListener newListener) {
    listener = newListener;
  }

  private boolean happens(int percent) {
    return percent != 0 && choices.applyAsInt(100) < percent;
  }

  @Override
  public TagPost post(
      long token, long tag, long mask, ByteBuffer memory, int offset, int lengthBytes) {
    if (!memory.isDirect() || lengthBytes < nature.maxMessageBytes()) {
      throw new IllegalArgumentException("memory of " + lengthBytes + " bytes: " + memory);
    }
    meanwhile.run();
    if (happens(nature.unsupportedPercent())) {
      return TagPost.UNSUPPORTED;
    }
    if (list.size() >= nature.capacity()) {
      return TagPost.NO_ROOM;
    }
    if (happens(nature.refusedPercent()) || nature.seesUnexpected() && unexpectedIsUntold()) {
      return TagPost.RETRY;
    }
    list.add(new Posted(token, tag, mask, memory, offset, lengthBytes));
    return TagPost.POSTED;
  }

  private boolean unexpectedIsUntold() {
    return decisions.stream().anyMatch(decision -> decision.token() == null);
  }

  @Override
  public void cancel(long token) {
    meanwhile.run();
    for (Iterator<Posted> each = list.iterator(); each.hasNext(); ) {
      if (each.next().token() == token) {
        each.remove();
        givenBack.add(token);
      }
    }
  }

  /** A message comes from the wire. */
  public void arrive(int peer, long tag, byte[] message) {
    boolean matches = !happens(nature.unmatchedPercent());
    for (Iterator<Posted> each = list.iterator(); matches && each.hasNext(); ) {
      Posted posted = each.next();
      if (posted.matches(tag)) {
        each.remove();
        posted.memory().put(posted.offset(), message);
        decisions.add(new Decision(peer, posted.token(), tag, message));
        return;
      }
    }
    decisions.add(new Decision(peer, null, tag, message));
  }

  /** How many events there are to choose from. */
  public int tellable() {
    return incomplete.size() + (givenBack.isEmpty() ? 0 : 1) + (nextDecisionIsTellable() ? 1 : 0);
  }

  private boolean nextDecisionIsTellable() {
    return !decisions.isEmpty() && !incomplete.containsKey(decisions.peek().peer());
  }

  /** True if there is something about messages of a peer that has not been told. */
  public boolean hasUntold(int peer) {
    return incomplete.containsKey(peer)
        || decisions.stream().anyMatch(decision -> decision.peer() == peer);
  }

  /**
   * Tells an event: that a message is complete, that a receive is given back, or the next decision.
   *
   * @param which from 0 to less than {@link #tellable}
   */
  public void tell(int which) {
    if (telling) {
      throw new IllegalStateException("told from inside a telling");
    }
    telling = true;
    try {
      if (which < incomplete.size()) {
        tellCompleted(which);
      } else if (which == incomplete.size() && !givenBack.isEmpty()) {
        listener.cancelled(givenBack.remove());
      } else {
        tellDecision(decisions.remove());
      }
    } finally {
      telling = false;
    }
  }

  private void tellCompleted(int which) {
    int peer = List.copyOf(incomplete.keySet()).get(which);
    Decision decision = incomplete.remove(peer);
    listener.completed(decision.token(), decision.tag(), decision.message().length);
  }

  private void tellDecision(Decision decision) {
    if (decision.token() != null) {
      incomplete.put(decision.peer(), decision);
      listener.consumed(decision.token());
      return;
    }
    byte[] message = decision.message();
    Memory memory = message.length == 0 ? null : Memory.allocate(message.length + Long.BYTES);
    if (memory != null) {
      memory.bytes().put(Long.BYTES, message);
    }
    listener.unexpected(decision.tag(), memory, Long.BYTES, message.length);
  }

  /** How many receives are on the list. */
  public int posted() {
    return list.size();
  }
}
