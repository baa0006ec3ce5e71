package org.ob1j.runtime.collective.shared;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.buffer.PrimitiveArrays;
import org.ob1j.runtime.collective.op.Operator;
import org.ob1j.runtime.collective.op.PredefinedReduction;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.CollectiveDriver;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.memory.PublishedRegion;
import org.ob1j.runtime.memory.SharedRegions;
import org.ob1j.runtime.memory.SharedRegions.Region;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlCommunicator;

/**
 * The collectives of one communicator that go through shared memory, for ranks of one host. Its
 * ranks agree on an area with the eighth collective that the user waits for:
 *
 * <pre>
 *   rank 0                                  others
 *     | makes a region                        |
 *     | name and length (broadcast) --------> | map it
 *     | &lt;--- did that succeed everywhere? ---> | (allReduce)
 * </pre>
 *
 * If it did not, all go on by messages. What a rank decides alone is only whether it can; all else
 * follows from what all know: the number of ranks, the kind of operation, and its length.
 */
public final class SharedCollectives {
  private static final TypeMap LONG = TypeMap.of(PrimitiveType.LONG);
  private static final TypeMap INT = TypeMap.of(PrimitiveType.INT);
  private static final PredefinedReduction LEAST =
      new PredefinedReduction(Operator.MIN, PrimitiveType.INT);

  /**
   * With this operation ranks agree, which takes as long as some operations by messages: a
   * communicator that is made for a few of them does without.
   */
  public static final int OPERATIONS_BEFORE = 8;

  /** What the data of one operation takes at most; a user's choice may be less. */
  private static final int MOST_SET_BYTES = 1 << 20;

  private final Pml pml;
  private final PmlCommunicator communicator;
  private final int[] processes;
  private final Members members;
  private final MessageAlgorithms messages;
  private final int setBytes;
  private int operations;

  /** Null once it has been asked, or if there is nothing to ask. */
  private PublishedRegion published;

  /** Null while there is no area. */
  private Meeting meeting;

  /** For an allToAll; null while there is no area, or if that is too short. */
  private Exchange exchange;

  private Algorithm barrier;
  private int mostBroadcast = -1;
  private int mostBlock = -1;

  /** What operands are combined in, of the type that was last combined. */
  private Object operands;

  private int mostOperands;

  /** What rank 0 has made; null at others. */
  private Region region;

  /**
   * Nothing is agreed on yet.
   *
   * @param communicator the context of collectives
   * @param processes the job's rank of each rank
   * @param setBytes what the data of one operation may take, a multiple of 8; rank 0's counts
   */
  public SharedCollectives(
      Pml pml,
      PmlCommunicator communicator,
      int[] processes,
      Members members,
      MessageAlgorithms messages,
      int setBytes) {
    this.pml = pml;
    this.communicator = communicator;
    this.processes = processes;
    this.members = members;
    this.messages = messages;
    this.setBytes = setBytes;
  }

  /**
   * Takes an area that rank 0 may have made, with the first operation. All ranks call this before
   * it.
   */
  public void use(PublishedRegion area) {
    published = area;
  }

  /** Counts an operation that the user waits for; true if the ranks are to agree now. */
  public boolean isTimeToAgree() {
    return operations < OPERATIONS_BEFORE
        && (++operations == OPERATIONS_BEFORE || published != null);
  }

  /**
   * Agrees on an area with the other ranks, all of which call this at once.
   *
   * @param driver that of the communicator's collectives
   */
  public void agree(CollectiveDriver driver) {
    SharedRegions regions = pml.sharedRegions();
    PublishedRegion known = published;
    published = null;
    if (known != null && known.name() != 0) {
      join(known, regions);
    } else if (operations == OPERATIONS_BEFORE) {
      agreeByMessages(driver, regions);
    }
  }

  /** All know of an area, but each may find that it cannot have it. */
  private void join(PublishedRegion known, SharedRegions regions) {
    operations = OPERATIONS_BEFORE;
    region = known.own();
    int knownBytes = SharedArea.setBytes(members.size(), known.lengthBytes());
    Memory memory = memory(regions, known.name(), knownBytes);
    if (memory == null) {
      Meeting.decline(communicator);
      return;
    }
    SharedArea area = new SharedArea(memory, members.size(), knownBytes);
    Meeting joined = new Meeting(pml, communicator, processes, area);
    if (joined.begin()) {
      share(joined);
    } else {
      // Not given back: others may not have read the outcome yet.
      region = null;
    }
  }

  private void agreeByMessages(CollectiveDriver driver, SharedRegions regions) {
    long[] offer = new long[2];
    if (members.rank() == 0 && regions != null) {
      region = regions.create(SharedArea.lengthBytes(members.size(), setBytes));
      if (region != null) {
        offer[0] = region.name();
        offer[1] = setBytes;
      }
    }
    Blocks offered = Blocks.same(offer, offer.length, LONG);
    driver.run(messages.byMessages(CollectiveKind.BROADCAST, offered, null, null, 0));
    if (offer[1] == 0) {
      return;
    }
    Memory memory = memory(regions, offer[0], (int) offer[1]);
    int[] success = {memory == null ? 0 : 1};
    Blocks outcome = Blocks.same(success, 1, INT);
    driver.run(messages.byMessages(CollectiveKind.ALL_REDUCE, outcome, outcome, LEAST, 0));
    if (success[0] != 0) {
      SharedArea area = new SharedArea(memory, members.size(), (int) offer[1]);
      share(new Meeting(pml, communicator, processes, area));
    } else if (region != null) {
      regions.free(region, () -> true);
      region = null;
    }
  }

  /** Null if this rank cannot have it. */
  private Memory memory(SharedRegions regions, long name, int agreedBytes) {
    if (region != null) {
      return region.memory();
    }
    return regions == null || agreedBytes <= 0 || agreedBytes > MOST_SET_BYTES
        ? null
        : regions.open(processes[0], name, SharedArea.lengthBytes(members.size(), agreedBytes));
  }

  private void share(Meeting agreed) {
    meeting = agreed;
    SharedArea area = agreed.area();
    barrier = new SharedOperation(members, this, CollectiveKind.BARRIER, 0, null, null, null, 0);
    exchange = new Exchange(pml, meeting, processes, members.rank());
    mostBroadcast = area.setBytes();
    mostBlock = area.setBytes() / members.size() & -Long.BYTES;
  }

  Meeting meeting() {
    return meeting;
  }

  Exchange exchange() {
    return exchange;
  }

  Algorithm byMessages(CollectiveKind kind, Blocks own, Blocks all, Reduction reduction, int root) {
    return messages.byMessages(kind, own, all, reduction, root);
  }

  /**
   * An operation, through the area if there is one and its data fits, else by messages. The other
   * arguments are those of {@link MessageAlgorithms#byMessages}.
   *
   * @param bytes of each rank's block, or of the data of a broadcast
   */
  public Algorithm of(
      CollectiveKind kind, long bytes, Blocks own, Blocks all, Reduction reduction, int root) {
    if (kind != CollectiveKind.ALL_TO_ALL
        && bytes <= (kind == CollectiveKind.BROADCAST ? mostBroadcast : mostBlock)) {
      return new SharedOperation(members, this, kind, (int) bytes, own, all, reduction, root);
    }
    if (kind == CollectiveKind.ALL_TO_ALL) {
      return new SharedAllToAll(members, this, bytes, own, all);
    }
    Algorithm sent = messages.byMessages(kind, own, all, reduction, root);
    return meeting == null ? sent : new LongOperation(members, meeting, sent);
  }

  /** An array of at least so many elements, with anything in it, until the next call. */
  Object operands(PrimitiveType type, int elements) {
    if (!PrimitiveArrays.isOf(type, operands) || elements > mostOperands) {
      operands = members.workspace().take(type, elements);
      mostOperands = elements;
    }
    return operands;
  }

  /** What waits for all ranks; null if there is no area. */
  public Algorithm barrier() {
    return barrier;
  }

  /** The communicator is used no more. */
  public void close() {
    if (meeting != null) {
      meeting.area().leave(members.rank());
      SharedArea area = meeting.area();
      exchange.giveBack(area::isLeft);
      exchange = null;
      meeting = null;
      barrier = null;
      mostBroadcast = -1;
      mostBlock = -1;
      if (region != null) {
        pml.sharedRegions().free(region, area::isLeft);
      }
    }
  }
}
