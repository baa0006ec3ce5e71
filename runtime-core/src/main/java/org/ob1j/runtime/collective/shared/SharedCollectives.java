package org.ob1j.runtime.collective.shared;

import java.util.Arrays;
import java.util.function.Supplier;
import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.CollectiveDriver;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Sequence;
import org.ob1j.runtime.memory.SharedRegions;
import org.ob1j.runtime.memory.SharedRegions.Region;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.progress.Progressable;

/**
 * The collectives of one communicator that go through shared memory, for ranks of one host. In
 * MPI_COMM_WORLD rank 0 has made an area before the first that the user waits for. In others the
 * ranks agree on one with the eighth, and everywhere on another one with the eighth that the user
 * starts ({@link AreaAgreement}). If there is none, all go on by messages. What a rank decides
 * alone is only whether it can; all else follows from what all know: the number of ranks, the kind
 * of operation, and its length.
 */
public final class SharedCollectives {
  /**
   * With this operation ranks agree, which takes as long as some operations by messages: a
   * communicator that is made for a few of them does without.
   */
  public static final int OPERATIONS_BEFORE = 8;

  /** Not even an operation without data. */
  private static final int NOTHING = -1;

  /** What the data of one operation takes at most; a user's choice may be less. */
  private static final int MOST_SET_BYTES = 1 << 20;

  /** More goes by messages, which may leave it where it is. */
  static final int MOST_BYTES = Gift.MOST_BYTES;

  private final Pml pml;
  private final Participants participants;
  private final Members members;
  private final MessageAlgorithms messages;
  private final int setBytes;
  private int operations;
  private int starts;

  /** What was started and goes through an area of its own; null before there have been some. */
  private StartedMeeting started;

  /** How the ranks agree on that area; null before and afterwards. */
  private Algorithm agreementOnStarted;

  private CollectiveDriver starter;

  /** What rank 0 has published of an area; null once it has been asked, or if there is no such. */
  private Supplier<byte[]> published;

  /** Null while there is no area. */
  private AreaCollectives inArea;

  /** The same once all are known to have it. */
  private AreaCollectives ready;

  /** How long this rank's parts of the area are. */
  private int reservedPartBytes;

  private Algorithm barrier;

  /** The most bytes that go through the area, by the kind of operation. */
  private final int[] mostBytes = new int[CollectiveKind.values().length];

  private final OperandArrays operands;

  /** Where the area is; null if this rank has none. */
  private Region region;

  /**
   * Nothing is agreed on yet.
   *
   * @param messages what the participants do by messages
   * @param setBytes what the data of one operation may take, a multiple of 8; rank 0's counts. 0 if
   *     this rank shares nothing
   */
  public SharedCollectives(
      Pml pml, Participants participants, MessageAlgorithms messages, int setBytes) {
    this.pml = pml;
    this.participants = participants;
    members = participants.members();
    this.messages = messages;
    this.setBytes = setBytes;
    operands = new OperandArrays(members.workspace());
    Arrays.fill(mostBytes, NOTHING);
  }

  /**
   * Takes an area that rank 0 may have made, with the first operation. All ranks call this before
   * it.
   *
   * @param area answers with {@link SharedArea#toBytes}, or, at all ranks, with null for none
   * @param own the region, at rank 0; null at others
   */
  public void use(Supplier<byte[]> area, Region own) {
    published = area;
    region = own;
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
    byte[] known = published == null ? null : published.get();
    if (known != null) {
      operations = OPERATIONS_BEFORE;
      join(known, regions);
    } else if (operations == OPERATIONS_BEFORE) {
      driver.run(agreement());
    }
    published = null;
  }

  /** How the participants agree on an area; all of them do this at once. */
  public Algorithm agreement() {
    return new Sequence(members, new MeetingAgreement(pml.sharedRegions()));
  }

  /**
   * Counts an operation that the user starts.
   *
   * @return null, or with one of them what is to be polled for that and all others
   */
  public Progressable countStart(CollectiveDriver driver) {
    if (starts == OPERATIONS_BEFORE || ++starts < OPERATIONS_BEFORE) {
      return null;
    }
    SharedRegions regions = setBytes > 0 ? pml.sharedRegions() : null;
    PmlCommunicator communicator = participants.communicator();
    started = new StartedMeeting(pml, communicator, participants.processes(), members, regions);
    agreementOnStarted = driver.sequence(started.agreement(messages));
    starter = driver;
    return started;
  }

  /**
   * Has the ranks agree on an area for what they start, with the first operation that could go
   * through it: when that is done, so is the agreement.
   */
  void agreeOnStarted() {
    if (agreementOnStarted != null) {
      Algorithm agreement = agreementOnStarted;
      agreementOnStarted = null;
      starter.start(agreement);
    }
  }

  /** What gets on with operations that were started; null before there have been some. */
  StartedMeeting started() {
    return started;
  }

  /** All know of an area, but each may find that it cannot have it. */
  private void join(byte[] known, SharedRegions regions) {
    int knownBytes = SharedArea.setBytes(known);
    if (mayOpen(regions, knownBytes)) {
      int lengthBytes = SharedArea.lengthBytes(members.size(), knownBytes);
      region = regions.find(participants.processes()[0], SharedArea.address(known), lengthBytes);
    }
    if (region == null) {
      Meeting.decline(participants.communicator());
    } else {
      share(knownBytes, true);
    }
  }

  /** How the ranks agree on an area for operations that they wait for. */
  private final class MeetingAgreement extends AreaAgreement {
    MeetingAgreement(SharedRegions regions) {
      super(members, messages, regions, participants.processes()[0]);
    }

    @Override
    Region create(SharedRegions from) {
      return setBytes == 0 ? null : SharedArea.create(from, members.size(), setBytes);
    }

    @Override
    long contents() {
      return setBytes;
    }

    @Override
    int lengthBytes(long contentsOfRankZero) {
      boolean isPossible =
          setBytes > 0 && contentsOfRankZero > 0 && contentsOfRankZero <= MOST_SET_BYTES;
      return isPossible ? SharedArea.lengthBytes(members.size(), (int) contentsOfRankZero) : 0;
    }

    @Override
    void decide(Region agreed, long contentsOfRankZero) {
      region = agreed;
      if (agreed != null) {
        share((int) contentsOfRankZero, false);
      }
    }
  }

  /** Whether this rank can have an area that another one has made. */
  private boolean mayOpen(SharedRegions regions, int itsSetBytes) {
    return region == null
        && regions != null
        && setBytes > 0
        && itsSetBytes > 0
        && itsSetBytes <= MOST_SET_BYTES;
  }

  private void share(int agreedBytes, boolean isUncertain) {
    SharedArea area = new SharedArea(region.memory(), members.size(), agreedBytes);
    inArea = new AreaCollectives(members, this, new Meeting(pml, participants, area, isUncertain));
    ready = isUncertain ? null : inArea;
    barrier = new SharedOperation(members, this, CollectiveKind.BARRIER, 0, null, null, null, 0);
    Arrays.fill(mostBytes, MOST_BYTES);
  }

  /** Not all ranks have the area. They use it no more, and are not seen to leave it. */
  void giveUp() {
    region = null;
    inArea = null;
    ready = null;
    barrier = null;
    Arrays.fill(mostBytes, NOTHING);
  }

  /** An operation has gone through the area: all have it. */
  void met() {
    ready = inArea;
  }

  /** Null if there is no area. */
  AreaCollectives inArea() {
    return inArea;
  }

  /** What needs no {@link Algorithm}; null if not all ranks are known to have an area. */
  public AreaCollectives ready() {
    return ready;
  }

  /** Whether the data of an operation fits. */
  boolean fits(CollectiveKind kind, long bytes) {
    return bytes <= mostBytes[kind.ordinal()];
  }

  /** Gets memory for this rank's part of the data of an allToAll; false if there is none. */
  boolean reservePart(int bytes) {
    if (bytes > reservedPartBytes) {
      SharedRegions regions = pml.sharedRegions();
      if (regions == null) {
        return false;
      }
      reservedPartBytes =
          inArea
              .meeting()
              .area()
              .reserveParts(regions, region, members.rank(), reservedPartBytes, bytes);
    }
    return bytes <= reservedPartBytes;
  }

  /** All ranks know that one has no memory for its part. */
  void doWithoutParts() {
    Arrays.fill(mostBytes, inArea.meeting().area().littleBytes());
    mostBytes[CollectiveKind.BROADCAST.ordinal()] = MOST_BYTES;
    mostBytes[CollectiveKind.ALL_TO_ALL.ordinal()] = NOTHING;
    mostBytes[CollectiveKind.REDUCE_SCATTER.ordinal()] = NOTHING;
    for (CollectiveKind kind : CollectiveKind.values()) {
      if (kind.isVariable()) {
        mostBytes[kind.ordinal()] = NOTHING;
      }
    }
  }

  Algorithm byMessages(CollectiveKind kind, Blocks own, Blocks all, Reduction reduction, int root) {
    return messages.byMessages(kind, own, all, reduction, root);
  }

  /**
   * An operation, through the area if there is one and its data fits, else by messages. The other
   * arguments are those of {@link MessageAlgorithms#byMessages}.
   *
   * @param bytes of each rank's block, or of the data of a broadcast; 0 if blocks have different
   *     lengths
   */
  public Algorithm of(
      CollectiveKind kind, long bytes, Blocks own, Blocks all, Reduction reduction, int root) {
    return new SharedOperation(members, this, kind, bytes, own, all, reduction, root);
  }

  /**
   * A reduceScatter, as {@link #of} does others.
   *
   * @param counts elements of each rank's block
   */
  public Algorithm reduceScatter(Blocks own, Blocks result, int[] counts, Reduction reduction) {
    return new SharedReduceScatter(members, this, own, result, counts, reduction, messages);
  }

  /** What operands are combined in. */
  OperandArrays operands() {
    return operands;
  }

  /** What waits for all ranks; null if there is no area. */
  public Algorithm barrier() {
    return barrier;
  }

  /** The communicator is used no more. */
  public void close() {
    if (started != null) {
      started.close();
    }
    if (inArea != null) {
      SharedArea area = inArea.meeting().area();
      area.leave(members.rank());
      if (members.rank() == 0) {
        pml.sharedRegions().free(region, area::isLeft);
      }
      giveUp();
    }
  }
}
