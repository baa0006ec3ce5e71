package org.ob1j.btl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.btl.tag.TagListener;
import org.ob1j.btl.tag.TagMatching;
import org.ob1j.btl.tag.TagPost;
import org.ob1j.runtime.memory.Memory;

/**
 * What every transport that matches tags must do, as {@link TagMatching} and {@link TagLane} say. A
 * transport's test extends this class and names its component; all ranks' modules must have it.
 */
@Timeout(120)
public abstract class TagMatchingContractTest {
  private static final int HEADER_BYTES = 16;
  private static final long ALL = -1L;

  private BtlFabric fabric;
  private final List<Device> devices = new ArrayList<>();
  private final Map<String, Integer> sent = new HashMap<>();

  /** A new component of the transport under test. */
  protected abstract BtlComponent newComponent();

  /** Values of parameters for every rank. */
  protected Map<String, String> parameters() {
    return Map.of();
  }

  /**
   * Whether it can be told which of a matched and an unmatched message was sent first; else the
   * order is that of sending among those that matched, and among those that did not.
   */
  protected boolean tellsOrderOfMatchedAndUnmatched() {
    return true;
  }

  /** A message as it came: who sent it as its which. */
  private record Came(int source, int number, long tag, int lengthBytes) {}

  /** A rank's device and what it has told. */
  private final class Device implements TagListener {
    private final FabricRank rank;
    private final TagMatching matching;
    private final Map<Long, Memory> posted = new HashMap<>();
    private final Map<Long, Boolean> consumed = new HashMap<>();
    private final Map<Long, Came> completed = new HashMap<>();
    private final List<Long> cancelled = new ArrayList<>();
    private final List<Came> unexpected = new ArrayList<>();
    private final Map<Integer, Integer> lastMatched = new HashMap<>();
    private final Map<Integer, Integer> lastUnmatched = new HashMap<>();

    /** Whether no message that has matched is right. */
    private boolean refuses;

    Device(FabricRank rank) {
      this.rank = rank;
      matching = rank.endpoint((rank.rank() + 1) % 2).module().tagMatching();
      assertThat(matching).as("tag matching of rank %d", rank.rank()).isNotNull();
      matching.listen(this);
    }

    TagPost post(long token, long tag, long mask) {
      Memory memory = Memory.allocate(matching.maxMessageBytes());
      TagPost answer =
          matching.post(token, tag, mask, memory.bytes(), 0, matching.maxMessageBytes());
      if (answer == TagPost.POSTED) {
        assertThat(posted.put(token, memory)).isNull();
      }
      return answer;
    }

    private void inProgress() {
      assertThat(rank.receiver().isInsideProgress()).as("told from inside progress").isTrue();
    }

    private Came verified(
        Map<Integer, Integer> last, long tag, Memory memory, int offset, int lengthBytes) {
      assertThat(lengthBytes).isGreaterThanOrEqualTo(HEADER_BYTES);
      Came came =
          new Came(memory.getInt(offset), memory.getInt(offset + Integer.BYTES), tag, lengthBytes);
      long seed = TestFrames.seed(came.source, rank.rank(), came.number);
      for (int i = HEADER_BYTES; i < lengthBytes; i++) {
        assertThat(memory.getByte(offset + i)).isEqualTo(byteOf(seed, i));
      }
      verifyOrder(last, came);
      return came;
    }

    private void verifyOrder(Map<Integer, Integer> last, Came came) {
      int before = last.getOrDefault(came.source, -1);
      if (tellsOrderOfMatchedAndUnmatched()) {
        before =
            Math.max(
                lastMatched.getOrDefault(came.source, -1),
                lastUnmatched.getOrDefault(came.source, -1));
        assertThat(came.number)
            .as("after %d of rank %d", before, came.source)
            .isEqualTo(before + 1);
      }
      assertThat(came.number).as("of rank %d", came.source).isGreaterThan(before);
      last.put(came.source, came.number);
    }

    @Override
    public void consumed(long token) {
      inProgress();
      assertThat(posted).containsKey(token);
      assertThat(consumed.put(token, true)).isNull();
    }

    @Override
    public void completed(long token, long tag, int lengthBytes) {
      inProgress();
      assertThat(consumed.remove(token)).as("consumed before completed").isTrue();
      Came came = verified(lastMatched, tag, posted.remove(token), 0, lengthBytes);
      assertThat(completed.put(token, came)).isNull();
      if (refuses) {
        throw new FrameRejectedException(Rejection.BAD_TAG, "as the test has it");
      }
    }

    @Override
    public void unexpected(long tag, Memory message, int offset, int lengthBytes) {
      inProgress();
      assertThat(offset % Long.BYTES).isZero();
      unexpected.add(verified(lastUnmatched, tag, message, offset, lengthBytes));
    }

    @Override
    public void cancelled(long token) {
      inProgress();
      assertThat(posted.remove(token)).isNotNull();
      assertThat(consumed).doesNotContainKey(token);
      cancelled.add(token);
    }

    @Override
    public void lost(long token) {
      throw new AssertionError("nobody has failed");
    }

    int messages() {
      return completed.size() + unexpected.size();
    }
  }

  private static byte byteOf(long seed, int index) {
    return (byte) (seed * 31 + index * 7L);
  }

  private void open(int size) {
    fabric = BtlFabric.open(size, this::newComponent, parameters());
    for (int rank = 0; rank < size; rank++) {
      devices.add(new Device(fabric.rank(rank)));
    }
  }

  @AfterEach
  void close() {
    if (fabric != null) {
      fabric.close();
    }
  }

  private TagLane lane(int from, int to) {
    return fabric.rank(from).endpoint(to).tagLane();
  }

  private void send(int from, int to, long tag, int lengthBytes) {
    Frame[] frame = new Frame[1];
    fabric.await(
        "a tagged frame",
        () -> {
          frame[0] = lane(from, to).reserve(HEADER_BYTES, lengthBytes - HEADER_BYTES);
          return frame[0] != null;
        });
    int number = sent.merge(from + " to " + to, 1, Integer::sum) - 1;
    long seed = TestFrames.seed(from, to, number);
    frame[0].headerMemory().putInt(frame[0].headerOffset(), from);
    frame[0].headerMemory().putInt(frame[0].headerOffset() + Integer.BYTES, number);
    frame[0].headerMemory().putLong(frame[0].headerOffset() + Long.BYTES, 0);
    for (int i = HEADER_BYTES; i < lengthBytes; i++) {
      frame[0]
          .payloadMemory()
          .putByte(frame[0].payloadOffset() + i - HEADER_BYTES, byteOf(seed, i));
    }
    lane(from, to).send(frame[0], tag);
    fabric.rank(from).endpoint(to).push();
  }

  private void await(String what, java.util.function.BooleanSupplier condition) {
    fabric.await(what, condition);
  }

  /** Posts until the device takes it: it may answer RETRY now and then. */
  private void post(int rank, long token, long tag, long mask) {
    await("a post", () -> devices.get(rank).post(token, tag, mask) == TagPost.POSTED);
  }

  @Test
  void shouldHaveALaneOnBothSides() {
    open(2);
    for (int rank = 0; rank < 2; rank++) {
      TagMatching matching = devices.get(rank).matching;
      assertThat(matching.capacity()).isNotNegative();
      assertThat(matching.maxMessageBytes())
          .isGreaterThanOrEqualTo(TagMatching.LEAST_MAX_MESSAGE_BYTES);
      assertThat(lane(rank, 1 - rank)).isNotNull().isSameAs(lane(rank, 1 - rank));
      assertThat(lane(rank, 1 - rank).maxMessageBytes())
          .isBetween(TagMatching.LEAST_MAX_MESSAGE_BYTES, matching.maxMessageBytes());
      assertThat(fabric.rank(rank).endpoint(1 - rank).module().tagMatching()).isSameAs(matching);
    }
  }

  @Test
  void shouldTellUnmatchedMessagesOfEveryLengthInTheOrderOfSending() {
    open(2);
    int longest = lane(0, 1).maxMessageBytes();
    int[] lengths = {16, 17, 23, 24, 64, 255, 256, longest - 1, longest};
    for (int round = 0; round < 20; round++) {
      for (int length : lengths) {
        send(0, 1, round, length);
      }
    }
    await("all", () -> devices.get(1).unexpected.size() == 20 * lengths.length);
    assertThat(devices.get(1).unexpected.get(lengths.length).tag()).isEqualTo(1);
  }

  @Test
  void shouldGoOnAfterAMessageThatHasMatchedIsRefused() {
    open(2);
    assumeTrue(devices.get(1).matching.capacity() >= 2);
    devices.get(1).refuses = true;
    post(1, 20, 5, ALL);
    send(0, 1, 5, 64);
    await("the first", () -> devices.get(1).messages() == 1);
    post(1, 21, 6, ALL);
    send(0, 1, 6, 64);
    send(0, 1, 7, 64);
    await("all", () -> devices.get(1).messages() == 3);
  }

  @Test
  void shouldWriteEachMessageIntoTheOldestReceiveThatItMatches() {
    open(2);
    assumeTrue(devices.get(1).matching.capacity() >= 4);
    post(1, 10, 0x7000_0000_0005_0001L, ALL);
    post(1, 11, 0x0000_0000_0000_0001L, 0xFFFFL);
    post(1, 12, 0x7000_0000_0005_0001L, ALL);
    post(1, 13, 0x0000_0000_0005_0000L, 0xFFFF_0000L);
    int longest = lane(0, 1).maxMessageBytes();
    send(0, 1, 0x7000_0000_0005_0001L, longest);
    send(0, 1, 0x7000_0000_0005_0001L, 16);
    send(0, 1, 0x7000_0000_0005_0002L, 100);
    send(0, 1, 0x7000_0000_0005_0001L, 33);
    send(0, 1, 0x0000_0000_0000_0002L, 16);
    Device device = devices.get(1);
    await("all", () -> device.messages() == 5);
    // A device may hand over what it could have matched; what it has matched it has matched right.
    if (device.completed.size() == 4) {
      assertThat(device.completed.get(10L))
          .isEqualTo(new Came(0, 0, 0x7000_0000_0005_0001L, longest));
      assertThat(device.completed.get(11L)).isEqualTo(new Came(0, 1, 0x7000_0000_0005_0001L, 16));
      assertThat(device.completed.get(13L)).isEqualTo(new Came(0, 2, 0x7000_0000_0005_0002L, 100));
      assertThat(device.completed.get(12L)).isEqualTo(new Came(0, 3, 0x7000_0000_0005_0001L, 33));
    }
    assertThat(device.unexpected).contains(new Came(0, 4, 2, 16));
  }

  @Test
  void shouldGiveBackWhatIsCancelledAndHaveRoomAgain() {
    open(2);
    Device device = devices.get(1);
    int capacity = Math.min(device.matching.capacity(), 2000);
    for (int token = 0; token < capacity; token++) {
      post(1, token, token, ALL);
    }
    if (capacity == device.matching.capacity()) {
      await("a full list", () -> device.post(-1, 0, ALL) == TagPost.NO_ROOM);
    }
    for (int token = 0; token < capacity; token++) {
      device.matching.cancel(token);
    }
    await("the cancelled", () -> device.cancelled.size() == capacity);
    for (int token = 0; token < capacity; token++) {
      send(0, 1, token, 32);
    }
    await("the messages", () -> device.unexpected.size() == capacity);
    assertThat(device.completed).isEmpty();
    if (capacity != 0) {
      post(1, 5, 5, ALL);
    }
  }

  @Test
  void shouldEndEachReceiveOnceAndLoseNoMessageWhateverIsCancelled() {
    open(3);
    Random random = new Random(5);
    int messages = 600;
    for (int i = 0; i < messages; i++) {
      send(random.nextInt(2), 2, random.nextInt(2), 16 + random.nextInt(200));
      long token = 1000 + i;
      devices.get(2).post(token, random.nextInt(2), random.nextInt(4) == 0 ? 0 : ALL);
      if (random.nextInt(4) == 0) {
        fabric.progress();
      }
      List<Long> left =
          devices.get(2).posted.keySet().stream()
              .filter(each -> !devices.get(2).consumed.containsKey(each))
              .toList();
      if (!left.isEmpty() && random.nextInt(3) == 0) {
        devices.get(2).matching.cancel(left.get(random.nextInt(left.size())));
      }
    }
    await("all messages", () -> devices.get(2).messages() == messages);
    List.copyOf(devices.get(2).posted.keySet()).forEach(devices.get(2).matching::cancel);
    await("all receives", () -> devices.get(2).posted.isEmpty());
  }
}
