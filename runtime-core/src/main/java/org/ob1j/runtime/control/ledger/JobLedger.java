package org.ob1j.runtime.control.ledger;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ob1j.runtime.control.message.ControlCodec;
import org.ob1j.runtime.control.message.ControlMessage;
import org.ob1j.runtime.control.message.ControlMessage.Gathering;
import org.ob1j.runtime.control.message.ControlProtocolException;

/**
 * What mpirun's side knows about a job: who has come, who has gone, what was published, and who
 * waits at a fence or barrier. Decisions only, no input or output. Callers synchronise.
 */
public final class JobLedger {
  /** All values that one rank may publish, in bytes. */
  static final long MAX_PUBLISHED_BYTES = 4L << 20;

  /** Stands for the bytes that a key and its bookkeeping take. */
  private static final int ENTRY_OVERHEAD_BYTES = 128;

  private final int size;
  private final Membership members;
  private final List<Map<String, byte[]>> published = new ArrayList<>();
  private final long[] publishedBytes;
  private final Map<Gathering, int[]> arrived = new EnumMap<>(Gathering.class);
  private final Map<Gathering, Integer> released = new EnumMap<>(Gathering.class);
  private final GroupFences groups = new GroupFences();

  public JobLedger(int size) {
    this.size = size;
    this.members = new Membership(size);
    this.publishedBytes = new long[size];
    for (int rank = 0; rank < size; rank++) {
      published.add(new HashMap<>());
    }
    for (Gathering gathering : Gathering.values()) {
      arrived.put(gathering, new int[size]);
      released.put(gathering, 0);
    }
  }

  /** See {@link Membership#register}. */
  public String register(int rank, int theirSize) {
    return members.register(rank, theirSize);
  }

  /** See {@link Membership#leave}. */
  public void leave(int rank) {
    members.leave(rank);
  }

  /** See {@link Membership#end}. */
  public boolean end(int rank) {
    return members.end(rank);
  }

  /** See {@link Membership#isGone}. */
  public boolean isGone(int rank) {
    return members.isGone(rank);
  }

  /** See {@link Membership#isRegistered}. */
  public boolean isRegistered(int rank) {
    return members.isRegistered(rank);
  }

  /** A rank publishes a value, which takes the place of what it had under that key. */
  public void put(int rank, String key, byte[] value) throws ControlProtocolException {
    byte[] before = published.get(rank).put(key, value);
    publishedBytes[rank] += value.length + (before == null ? ENTRY_OVERHEAD_BYTES : -before.length);
    if (publishedBytes[rank] > MAX_PUBLISHED_BYTES) {
      throw new ControlProtocolException(
          "it publishes more than " + MAX_PUBLISHED_BYTES + " bytes in the modex");
    }
  }

  /** What ranks from {@code get.rank()} on published, as many as are asked for and fit. */
  public ControlMessage.Values values(ControlMessage.Get get) throws ControlProtocolException {
    if (get.rank() >= size) {
      throw new ControlProtocolException(
          "it asks for rank " + get.rank() + "; the job has " + size);
    }
    List<byte[]> values = new ArrayList<>();
    int room = ControlCodec.MAX_BODY_BYTES - 3 * Integer.BYTES;
    int count = Math.min(get.count(), size - get.rank());
    for (int rank = get.rank(); rank < get.rank() + count; rank++) {
      byte[] value = published.get(rank).get(get.key());
      room -= Integer.BYTES + (value == null ? 0 : value.length);
      if (room < 0) {
        break;
      }
      values.add(value);
    }
    return new ControlMessage.Values(get.request(), get.rank(), values);
  }

  /** A rank has come to a gathering. True if it was the last: all may go on. */
  public boolean arrive(int rank, ControlMessage.Arrive arrive) throws ControlProtocolException {
    int[] counts = arrived.get(arrive.gathering());
    if (arrive.sequence() != counts[rank] + 1 || counts[rank] > released.get(arrive.gathering())) {
      throw new ControlProtocolException(
          "it comes to "
              + arrive.gathering()
              + " "
              + arrive.sequence()
              + " after "
              + counts[rank]
              + ", while "
              + released.get(arrive.gathering())
              + " are complete");
    }
    counts[rank]++;
    for (int count : counts) {
      if (count < counts[rank]) {
        return false;
      }
    }
    released.put(arrive.gathering(), counts[rank]);
    return true;
  }

  /** A rank has come to a fence of a group; see {@link GroupFences#arrive}. */
  public Map<Integer, Integer> arrive(int rank, ControlMessage.ArriveInGroup arrive)
      throws ControlProtocolException {
    return groups.arrive(rank, arrive, size);
  }

  /**
   * Why ranks that wait in a gathering wait for ever, because one that they need has left or ended;
   * null if none does.
   */
  public String hopelessWait() {
    for (Gathering gathering : Gathering.values()) {
      int[] counts = arrived.get(gathering);
      int complete = released.get(gathering);
      int waiting = -1;
      int missing = -1;
      for (int rank = size - 1; rank >= 0; rank--) {
        if (counts[rank] > complete) {
          waiting = rank;
        } else if (isGone(rank)) {
          missing = rank;
        }
      }
      if (waiting >= 0 && missing >= 0) {
        return hopeless(waiting, gathering.name().toLowerCase(java.util.Locale.ROOT), missing);
      }
    }
    GroupFences.HopelessWait wait = groups.hopelessWait(members);
    return wait == null ? null : hopeless(wait.waiting(), "fence of a group", wait.missing());
  }

  private String hopeless(int waiting, String where, int missing) {
    String how = members.hasLeft(missing) ? "called Finalize" : "ended";
    return "rank "
        + waiting
        + " waits in a "
        + where
        + " for rank "
        + missing
        + ", which has "
        + how;
  }

  /**
   * The ranks that have not come to the barrier in which a rank waits; empty if it does not wait in
   * one.
   */
  public List<Integer> missingFromBarrierOf(int rank) {
    int[] counts = arrived.get(Gathering.BARRIER);
    int complete = released.get(Gathering.BARRIER);
    List<Integer> missing = new ArrayList<>();
    for (int other = 0; other < size && counts[rank] > complete; other++) {
      if (counts[other] <= complete) {
        missing.add(other);
      }
    }
    return missing;
  }
}
