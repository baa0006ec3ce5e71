package org.ob1j.tests.soak.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.ob1j.tests.soak.message.ElementType;
import org.ob1j.tests.soak.message.MessageBuffer;
import org.ob1j.tests.soak.message.MessageContent;
import org.ob1j.tests.soak.plan.PlannedMessage.Mode;
import org.ob1j.tests.soak.plan.PlannedMessage.ReceiveForm;
import org.ob1j.tests.soak.plan.PlannedMessage.Wildcard;

/**
 * What happens in one round, the same at every rank that knows seed, number and size.
 *
 * @param kind when receives are posted and messages sent
 * @param type the elements of all messages, so that any receive fits any message
 * @param anySource what {@link Wildcard#ONE} leaves open: the source, else the tag
 * @param sharesWorld whether other threads use COMM_WORLD and the attached buffer at the same time
 * @param renewsDuplicate whether the round begins with a new communicator
 * @param steps messages in the order in which they are sent; more than one in a step is a ring, in
 *     which each rank sends one message and receives one at the same time
 */
public record RoundPlan(
    Kind kind,
    ElementType type,
    boolean anySource,
    boolean sharesWorld,
    boolean renewsDuplicate,
    List<List<PlannedMessage>> steps) {

  /** What makes a round end whatever its messages are. */
  public enum Kind {
    /** All receives are posted, then ranks send. */
    POSTED_FIRST,
    /** All sends are started, none waits, and then ranks receive. */
    SENT_FIRST,
    /** Blocking calls only, in one order that all ranks keep. */
    IN_ORDER,
    /** As the first, several times with the same persistent requests. */
    PERSISTENT,
    /** Sends are started, and receives posted and cancelled until everything has come. */
    CANCELLED
  }

  /** The thread of a rank that has no other. */
  public static final int ALONE = -1;

  /** How much of the attached buffer a thread needs that shares it, for some rounds. */
  public static final int SHARED_BUFFER_BYTES = 8 << 20;

  /** How much of that the messages of one round take at most, with what each takes beside. */
  private static final int SHARED_ROUND_BYTES = 1 << 20;

  private static final int SHARED_OVERHEAD_BYTES = 1024;

  /** The tag of receives that get nothing and are cancelled. */
  public static final int UNUSED_TAG = 777;

  private static final int[] TAGS = {0, 1, 2, 3, 1000, Integer.MAX_VALUE};

  private static final int TAGS_OF_THREAD = 4;

  /**
   * Makes the plan of a round.
   *
   * @param thread the thread's number, or {@link #ALONE}
   */
  public static RoundPlan of(long seed, int round, int ranks, int thread) {
    SplittableRandom random = new SplittableRandom(MessageContent.mix(seed) + round);
    Kind kind = Kind.values()[round % Kind.values().length];
    LengthDistribution lengths = lengths(random);
    ElementType type =
        random.nextBoolean()
            ? ElementType.BYTE
            : ElementType.values()[random.nextInt(ElementType.values().length)];
    Maker maker = new Maker(random, kind, lengths, type, ranks, thread);
    return new RoundPlan(
        kind, type, random.nextBoolean(), thread != ALONE, random.nextInt(4) == 0, maker.steps());
  }

  /** The same messages with other contents. */
  public RoundPlan repeated(int repetition) {
    List<List<PlannedMessage>> repeated =
        steps.stream()
            .map(
                step ->
                    step.stream()
                        .map(message -> message.withKey(message.key() + 31L * repetition))
                        .toList())
            .toList();
    return new RoundPlan(kind, type, anySource, sharesWorld, renewsDuplicate, repeated);
  }

  private static LengthDistribution lengths(SplittableRandom random) {
    int percent = random.nextInt(100);
    return percent < 60
        ? LengthDistribution.SMALL
        : percent < 90 ? LengthDistribution.MEDIUM : LengthDistribution.LARGE;
  }

  /** All messages in the order in which they are sent. */
  public List<PlannedMessage> messages() {
    return steps.stream().flatMap(List::stream).toList();
  }

  /** How much room the buffered messages of one rank need at most. */
  public int bufferedBytes(int rank, int overheadBytes) {
    return messages().stream()
        .filter(message -> message.source() == rank && message.mode() == Mode.BUFFERED)
        .mapToInt(message -> message.count() * type.sizeBytes() + overheadBytes)
        .sum();
  }

  /** Makes messages. */
  private static final class Maker {
    private final SplittableRandom random;
    private final Kind kind;
    private final LengthDistribution lengths;
    private final ElementType type;
    private final int ranks;
    private final int thread;
    private final int[] bufferedBytes;
    private int made;

    Maker(
        SplittableRandom random,
        Kind kind,
        LengthDistribution lengths,
        ElementType type,
        int ranks,
        int thread) {
      this.random = random;
      this.kind = kind;
      this.lengths = lengths;
      this.type = type;
      this.ranks = ranks;
      this.thread = thread;
      bufferedBytes = new int[ranks];
    }

    List<List<PlannedMessage>> steps() {
      List<List<PlannedMessage>> steps = new ArrayList<>();
      int wanted = lengths.messages(random);
      while (made < wanted) {
        SoakCommunicators.Choice communicator = any(SoakCommunicators.Choice.values());
        if (kind == Kind.IN_ORDER && random.nextInt(4) == 0) {
          steps.add(ring(communicator));
        } else {
          message(communicator, steps);
        }
      }
      return steps;
    }

    private void message(SoakCommunicators.Choice communicator, List<List<PlannedMessage>> steps) {
      int source = random.nextInt(ranks);
      int peer = random.nextInt(communicator.size(source, ranks));
      int destination = communicator.worldRank(peer, source, ranks);
      if (kind != Kind.IN_ORDER || source != destination) {
        int count = count();
        Mode mode = mode(source, count);
        steps.add(List.of(make(communicator, source, destination, count, tag(communicator), mode)));
      } else {
        made++;
      }
    }

    /** Each rank sends to the one that is so many ranks further on, which may be itself. */
    private List<PlannedMessage> ring(SoakCommunicators.Choice communicator) {
      int shift = random.nextInt(ranks);
      int count = count();
      int tag = tag(communicator);
      List<PlannedMessage> ring = new ArrayList<>();
      for (int source = 0; source < ranks; source++) {
        int size = communicator.size(source, ranks);
        int next = (communicator.rankOf(source, ranks) + shift) % size;
        int destination = communicator.worldRank(next, source, ranks);
        ring.add(make(communicator, source, destination, count, tag, Mode.STANDARD));
      }
      return ring;
    }

    private PlannedMessage make(
        SoakCommunicators.Choice communicator,
        int source,
        int destination,
        int count,
        int tag,
        Mode mode) {
      return new PlannedMessage(
          made++,
          communicator,
          source,
          destination,
          tag,
          count,
          mode,
          random.nextBoolean(),
          any(MessageBuffer.Kind.values()),
          any(MessageBuffer.Kind.values()),
          any(Wildcard.values()),
          receiveForm(communicator),
          random.nextLong());
    }

    private int count() {
      return lengths.nextBytes(random) / type.sizeBytes();
    }

    private int tag(SoakCommunicators.Choice communicator) {
      return thread != ALONE && communicator == SoakCommunicators.Choice.WORLD
          ? thread * TAGS_OF_THREAD + random.nextInt(TAGS_OF_THREAD)
          : TAGS[random.nextInt(TAGS.length)];
    }

    private ReceiveForm receiveForm(SoakCommunicators.Choice communicator) {
      ReceiveForm form = any(ReceiveForm.values());
      return form.isClaim() && communicator != SoakCommunicators.Choice.ANNOUNCED
          ? ReceiveForm.values()[random.nextInt(ReceiveForm.CLAIM.ordinal())]
          : form;
    }

    /** Ready mode only where receives are known to be posted. */
    private Mode mode(int source, int count) {
      Mode mode = any(Mode.values());
      boolean posted = kind == Kind.POSTED_FIRST || kind == Kind.PERSISTENT;
      if (mode == Mode.READY && !posted || mode == Mode.BUFFERED && !hasRoom(source, count)) {
        return Mode.STANDARD;
      }
      return mode;
    }

    private boolean hasRoom(int source, int count) {
      int bytes = count * type.sizeBytes() + SHARED_OVERHEAD_BYTES;
      if (thread == ALONE) {
        return true;
      }
      if (bufferedBytes[source] + bytes > SHARED_ROUND_BYTES) {
        return false;
      }
      bufferedBytes[source] += bytes;
      return true;
    }

    private <T> T any(T[] values) {
      return values[random.nextInt(values.length)];
    }
  }
}
