package org.ob1j.btl.inmemory;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.ob1j.btl.TagListener;
import org.ob1j.btl.TagMatching;
import org.ob1j.btl.TagPost;
import org.ob1j.runtime.memory.Memory;

/**
 * A device that matches tags, in software and step by step: a message arrives when {@link #arrive}
 * is called, and an event is told when {@link #tell} is. What it may answer in more than one way is
 * chosen by whoever made it, so a seed or an enumeration can drive it.
 */
public final class SimulatedTagMatching implements TagMatching {
  /** Who is told of answers to cancel; no peer has this number. */
  private static final int NOBODY = -1;

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

  private interface Event {
    void tell(TagListener listener);

    /** The tag if a message is unexpected, else null. */
    default Long unexpectedTag() {
      return null;
    }
  }

  private record Unexpected(long tag, byte[] message) implements Event {
    @Override
    public void tell(TagListener listener) {
      Memory memory = message.length == 0 ? null : Memory.allocate(message.length + Long.BYTES);
      if (memory != null) {
        memory.bytes().put(Long.BYTES, message);
      }
      listener.unexpected(tag, memory, Long.BYTES, message.length);
    }

    @Override
    public Long unexpectedTag() {
      return tag;
    }
  }

  private final Nature nature;
  private final IntUnaryOperator choices;
  private final List<Posted> list = new ArrayList<>();

  /** What has not been told, by the peer whose messages it is about. */
  private final Map<Integer, ArrayDeque<Event>> events = new TreeMap<>();

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
    return events.values().stream()
        .anyMatch(queue -> queue.stream().anyMatch(event -> event.unexpectedTag() != null));
  }

  @Override
  public void cancel(long token) {
    meanwhile.run();
    for (Iterator<Posted> each = list.iterator(); each.hasNext(); ) {
      if (each.next().token() == token) {
        each.remove();
        add(NOBODY, told -> told.cancelled(token));
      }
    }
  }

  private void add(int peer, Event event) {
    events.computeIfAbsent(peer, key -> new ArrayDeque<>()).add(event);
  }

  /** A message comes from the wire. */
  public void arrive(int peer, long tag, byte[] message) {
    boolean matches = !happens(nature.unmatchedPercent());
    for (Iterator<Posted> each = list.iterator(); matches && each.hasNext(); ) {
      Posted posted = each.next();
      if (posted.matches(tag)) {
        each.remove();
        posted.memory().put(posted.offset(), message);
        add(peer, told -> told.consumed(posted.token()));
        add(peer, told -> told.completed(posted.token(), tag, message.length));
        return;
      }
    }
    add(peer, new Unexpected(tag, message));
  }

  /** How many events there are to choose from. */
  public int tellable() {
    return (int) events.values().stream().filter(queue -> !queue.isEmpty()).count();
  }

  /** True if there are events about messages of a peer that have not been told. */
  public boolean hasUntold(int peer) {
    return events.containsKey(peer) && !events.get(peer).isEmpty();
  }

  /**
   * Tells the next event about messages of one of the peers, or an answer to a cancel.
   *
   * @param which from 0 to less than {@link #tellable}
   */
  public void tell(int which) {
    if (telling) {
      throw new IllegalStateException("told from inside a telling");
    }
    telling = true;
    try {
      events.values().stream()
          .filter(queue -> !queue.isEmpty())
          .skip(which)
          .findFirst()
          .orElseThrow()
          .remove()
          .tell(listener);
    } finally {
      telling = false;
    }
  }

  /** How many receives are on the list. */
  public int posted() {
    return list.size();
  }
}
