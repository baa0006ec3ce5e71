package org.ob1j.btl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.btl.order.BtlOperation;
import org.ob1j.btl.order.RequestedOrder;

/**
 * What every transport must do, as the package documentation of {@link org.ob1j.btl} says. A
 * transport's test extends this class and names its component.
 */
@Timeout(120)
public abstract class BtlContractTest {
  private static final int[] HEADER_LENGTHS = {8, 16, 24, 32, 40, 48, 56, 64, 128, 248};

  private BtlFabric fabric;

  /** A new component of the transport under test. */
  protected abstract BtlComponent newComponent();

  /** Values of parameters for every rank. */
  protected Map<String, String> parameters() {
    return Map.of();
  }

  /** Whether a rank is told that a peer has closed without having agreed to. */
  protected boolean tellsClosedPeers() {
    return false;
  }

  /** Whether traffic of a peer goes on after one of its frames was rejected by the receiver. */
  protected boolean goesOnAfterRejection() {
    return true;
  }

  private BtlFabric open(int size) {
    fabric = BtlFabric.open(size, this::newComponent, parameters());
    return fabric;
  }

  /** What fits behind a header between any two ranks. */
  private int longestPayload(int headerBytes) {
    return fabric.rank(0).endpoint(1).maxFrameBytes() - headerBytes;
  }

  @AfterEach
  void shouldCloseTwiceWithoutHarm() {
    if (fabric != null) {
      fabric.close();
      for (int rank = 0; rank < fabric.size(); rank++) {
        fabric.rank(rank).modules().forEach(BtlModule::close);
        assertThat(fabric.rank(rank).receiver().errors()).isEmpty();
      }
    }
  }

  @Test
  void shouldDeclareConsistentLimits() {
    BtlAttributes attributes = open(2).rank(0).attributes(1);

    assertThat(attributes.eagerLimit()).isBetween(64, attributes.maxSendSize());
    assertThat(attributes.rndvEagerLimit()).isBetween(64, attributes.maxSendSize());
    assertThat(attributes.immediateLimit()).isBetween(0, attributes.maxSendSize());
    assertThat(fabric.rank(0).endpoint(1)).isSameAs(fabric.rank(0).endpoint(1));
    assertThat(fabric.rank(0).endpoint(1).peer()).isEqualTo(1);
    assertThat(fabric.rank(0).endpoint(1).maxFrameBytes())
        .isBetween(BtlEndpoint.MAX_HEADER_BYTES, attributes.maxSendSize());
  }

  @Test
  void shouldRefuseWhatIsNotDeclared() {
    BtlEndpoint endpoint = open(2).rank(0).endpoint(1);
    BtlCapabilities capabilities = endpoint.module().attributes().capabilities();
    assumeTrue(!capabilities.puts());

    assertThatThrownBy(
            () -> endpoint.put(null, 0, null, new byte[0], 0, 8, 0, (peer, result) -> {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("does not declare");
  }

  @Test
  void shouldDeliverFramesOfEverySizeWhole() {
    int longestFrame = open(2).rank(0).endpoint(1).maxFrameBytes();

    for (int headerBytes : HEADER_LENGTHS) {
      for (int payloadBytes : TestFrames.interestingLengths(longestFrame - headerBytes)) {
        fabric.send(0, 1, headerBytes, payloadBytes);
      }
    }

    verifyDelivered(0, 1);
  }

  @Test
  void shouldDeliverImmediateFramesUpToTheLimit() {
    BtlAttributes attributes = open(2).rank(0).attributes(1);
    assumeTrue(attributes.capabilities().sendsImmediately());

    int longestFrame =
        Math.min(attributes.immediateLimit(), fabric.rank(0).endpoint(1).maxFrameBytes());

    for (int headerBytes : HEADER_LENGTHS) {
      for (int payloadBytes : TestFrames.interestingLengths(longestFrame - headerBytes)) {
        fabric.await(
            "an immediate send",
            () -> fabric.rank(0).trySendImmediate(1, headerBytes, payloadBytes));
      }
    }

    verifyDelivered(0, 1);
  }

  @Test
  void shouldCompleteEverySendOnce() {
    int longestFrame = open(2).rank(0).endpoint(1).maxFrameBytes();

    for (int payloadBytes : TestFrames.interestingLengths(longestFrame - 24)) {
      fabric.await(
          "a send with completion",
          () -> fabric.rank(0).trySendWithCompletion(1, 24, payloadBytes));
    }
    fabric.await("completions", () -> fabric.rank(0).pendingCompletions() == 0);

    verifyDelivered(0, 1);
  }

  @Test
  void shouldSendFromUserMemoryInPlace() {
    BtlAttributes attributes = open(2).rank(0).attributes(1);
    assumeTrue(attributes.capabilities().sendsInPlace());

    for (int payloadBytes : TestFrames.interestingLengths(longestPayload(24))) {
      if (payloadBytes > 0) {
        fabric.await("a send in place", () -> fabric.rank(0).trySendInPlace(1, 24, payloadBytes));
      }
    }
    fabric.await("completions", () -> fabric.rank(0).pendingCompletions() == 0);

    verifyDelivered(0, 1);
  }

  @Test
  void shouldPlacePayloadsWhereTheReceiverWantsThem() {
    int longestFrame = open(2).rank(0).endpoint(1).maxFrameBytes();
    fabric.rank(1).receiver().placing(number -> number % 3 != 0);

    for (int payloadBytes : TestFrames.interestingLengths(longestFrame - 24)) {
      fabric.send(0, 1, 24, payloadBytes);
    }

    verifyDelivered(0, 1);
  }

  @Test
  void shouldTakeCancelledFramesBack() {
    open(2);
    int longest = longestPayload(24);
    Random random = new Random(1);

    for (int i = 0; i < 3_000; i++) {
      int payloadBytes = random.nextInt(i % 10 == 0 ? longest + 1 : 300);
      fabric.await("a frame to cancel", () -> reserveAndCancel(payloadBytes));
      if (i % 3 == 0) {
        fabric.send(0, 1, 24, random.nextInt(400));
      }
    }

    verifyDelivered(0, 1);
  }

  private boolean reserveAndCancel(int payloadBytes) {
    BtlEndpoint endpoint = fabric.rank(0).endpoint(1);
    Frame frame = fabric.rank(0).reserve(endpoint, 24, payloadBytes);
    if (frame != null) {
      endpoint.cancel(frame);
    }
    return frame != null;
  }

  @Test
  void shouldAnswerBusyUntilThePeerProgresses() {
    open(2);
    for (int bytes : new int[] {0, 24, 200, 1_000, 3_900}) {
      int payloadBytes = Math.min(bytes, longestPayload(24));
      fabric.send(0, 1, 24, payloadBytes);
      verifyDelivered(0, 1);

      fillUntilBusy(payloadBytes);
      verifyDelivered(0, 1);

      fabric.send(0, 1, 24, payloadBytes);
      verifyDelivered(0, 1);
    }
  }

  private void fillUntilBusy(int payloadBytes) {
    int limitBytes = 128 << 20;
    FabricRank sender = fabric.rank(0);
    int sentBytes = 0;
    int refusals = 0;
    while (refusals < 100) {
      if (sender.trySend(1, 24, payloadBytes)) {
        refusals = 0;
        sentBytes += 24 + payloadBytes;
        assertThat(sentBytes)
            .as("bytes taken without any progress of the peer")
            .isLessThan(limitBytes);
      } else {
        refusals++;
        sender.progress();
      }
    }
  }

  @Test
  void shouldTakeSendsFromInsideDeliveries() {
    open(2);
    int frames = 640;
    int longest = Math.min(2_000, longestPayload(24));
    FrameEcho[] echoes = {new FrameEcho(fabric.rank(0)), new FrameEcho(fabric.rank(1))};

    // Both ranks send requests (header of 16 bytes), each of which is echoed (header of 24 bytes).
    for (int i = 0; i < frames; i++) {
      int payloadBytes = i % 5 == 0 ? longest : i % 64;
      fabric.send(0, 1, 16, payloadBytes);
      fabric.send(1, 0, 16, payloadBytes);
    }
    fabric.await(
        "every echo",
        () ->
            echoes[0].hasSentAll()
                & echoes[1].hasSentAll()
                & fabric.rank(0).receiver().receivedCount() == 2 * frames
                & fabric.rank(1).receiver().receivedCount() == 2 * frames);

    verifyDelivered(0, 1);
    verifyDelivered(1, 0);
  }

  @Test
  void shouldTakeSendsFromInsideDeliveriesInThreads() {
    open(2);
    int frames = 3_000;
    int longest = Math.min(3_000, longestPayload(24));

    fabric.inThreads(
        rank -> {
          int peer = 1 - rank.rank();
          FrameEcho echo = new FrameEcho(rank);
          for (int i = 0; i < frames; i++) {
            int payloadBytes = i % 7 == 0 ? longest : i % 50;
            rank.await("a send", () -> rank.trySend(peer, 16, payloadBytes));
          }
          rank.await(
              "every echo",
              () -> echo.hasSentAll() && rank.receiver().receivedCount() == 2 * frames);
          rank.await("sends to go out", () -> rank.pendingCompletions() == 0);
        });

    verifyDelivered(0, 1);
    verifyDelivered(1, 0);
  }

  @Test
  void shouldConnectFromBothSidesAtOnce() {
    for (int round = 0; round < 10; round++) {
      try (BtlFabric pair = BtlFabric.open(2, this::newComponent, parameters())) {
        fabric = pair;
        pair.inThreads(
            rank -> {
              rank.await("the first send", () -> rank.trySend(1 - rank.rank(), 24, 100));
              rank.await("the peer's frame", () -> rank.receiver().receivedCount() == 1);
            });
        verifyDelivered(0, 1);
        verifyDelivered(1, 0);
      }
    }
  }

  @Test
  void shouldExchangeAmongEightRanksInOneThread() {
    open(8);
    int longest = longestPayload(32);
    Random random = new Random(8);

    for (int round = 0; round < 20; round++) {
      for (int from = 0; from < 8; from++) {
        for (int to = 0; to < 8; to++) {
          if (from != to) {
            fabric.send(from, to, 32, random.nextInt(round % 4 == 0 ? longest + 1 : 200));
          }
        }
      }
    }

    verifyAllDelivered();
  }

  @Test
  void shouldExchangeAmongEightRanksInThreads() {
    open(8);
    int rounds = 200;
    int longest = Math.min(4_000, longestPayload(24));

    fabric.inThreads(
        rank -> {
          Random random = new Random(rank.rank());
          for (int i = 0; i < rounds; i++) {
            for (int offset = 1; offset < 8; offset++) {
              int to = (rank.rank() + offset) % 8;
              int payloadBytes = random.nextInt(i % 8 == 0 ? longest : 100);
              rank.await("a send", () -> rank.trySend(to, 24, payloadBytes));
            }
          }
          rank.await("all frames", () -> rank.receiver().receivedCount() == 7 * rounds);
          rank.await("completions", () -> rank.pendingCompletions() == 0);
        });

    verifyAllDelivered();
  }

  @Test
  void shouldStreamBothWaysInThreads() {
    open(2);
    int longest = longestPayload(248);
    int frames = 20_000;

    fabric.inThreads(
        rank -> {
          Random random = new Random(40 + rank.rank());
          rank.receiver().placing(number -> number % 2 == 0);
          for (int i = 0; i < frames; i++) {
            int headerBytes = HEADER_LENGTHS[random.nextInt(HEADER_LENGTHS.length)];
            int payloadBytes = random.nextInt(i % 32 == 0 ? longest + 1 : 128);
            rank.await("a send", () -> rank.trySend(1 - rank.rank(), headerBytes, payloadBytes));
          }
          rank.await("all frames", () -> rank.receiver().receivedCount() == frames);
          rank.await("completions", () -> rank.pendingCompletions() == 0);
        });

    verifyDelivered(0, 1);
    verifyDelivered(1, 0);
  }

  @Test
  void shouldLoseNothingWhenTheSenderCloses() {
    open(2);
    fabric.send(0, 1, 24, 8);
    verifyDelivered(0, 1);
    int sentBefore = fabric.rank(0).sent(1).size();
    int taken = 0;
    int refusals = 0;
    while (taken < 20 && refusals < 50) {
      if (fabric.rank(0).trySend(1, 24, 40 * taken)) {
        taken++;
        refusals = 0;
      } else {
        refusals++;
      }
    }
    int sentAfter = sentBefore + taken;
    assertThat(taken).isGreaterThan(3);
    fabric.rank(0).await("completions", () -> fabric.rank(0).pendingCompletions() == 0);

    fabric.rank(0).close();

    FabricRank receiver = fabric.rank(1);
    receiver.await("all frames", () -> receiver.receiver().receivedCount() == sentAfter);
    verifyDelivered(0, 1);
  }

  @Test
  void shouldGoOnAfterARejectedFrame() {
    open(3);
    fabric.rank(1).receiver().rejecting(number -> number % 10 == 3);

    for (int i = 0; i < 100; i++) {
      int payloadBytes = Math.min(i * 30, longestPayload(24));
      fabric.send(2, 1, 24, payloadBytes);
      if (goesOnAfterRejection() || i <= 3) {
        fabric.send(0, 1, 24, payloadBytes);
      }
    }
    fabric.await("the last frames", () -> hasArrived(1, 2, 99));

    if (goesOnAfterRejection()) {
      fabric.await("the last frames", () -> hasArrived(1, 0, 99));
      fabric.rank(0).sent(1).removeIf(frame -> frame.number() % 10 == 3);
      fabric.rank(2).sent(1).removeIf(frame -> frame.number() % 10 == 3);
      verifyDelivered(0, 1);
      verifyDelivered(2, 1);
    }
    assertThat(fabric.rank(1).describe()).contains("UNKNOWN_TYPE");
  }

  private boolean hasArrived(int rank, int peer, long number) {
    return fabric.rank(rank).receiver().received(peer).stream()
        .anyMatch(frame -> frame.number() == number);
  }

  @Test
  void shouldReportAClosedPeerOnce() {
    assumeTrue(tellsClosedPeers());
    open(2);
    fabric.send(0, 1, 24, 8);
    fabric.send(1, 0, 24, 8);
    verifyDelivered(0, 1);
    verifyDelivered(1, 0);

    fabric.rank(1).close();

    FabricRank survivor = fabric.rank(0);
    survivor.await(
        "the report",
        () -> {
          if (survivor.receiver().failures().isEmpty()) {
            survivor.trySend(1, 24, 0);
          }
          return !survivor.receiver().failures().isEmpty();
        });
    for (int i = 0; i < 100; i++) {
      survivor.progress();
    }
    assertThat(survivor.receiver().failures()).hasSize(1);
    assertThat(survivor.receiver().failures().get(0).peer()).isEqualTo(1);
    BtlEndpoint endpoint = survivor.endpoint(1);
    assertThatThrownBy(() -> endpoint.reserve(24, 0, RequestedOrder.DEFAULT))
        .isInstanceOf(BtlException.class);
  }

  private void verifyAllDelivered() {
    for (int from = 0; from < fabric.size(); from++) {
      for (int to = 0; to < fabric.size(); to++) {
        if (from != to) {
          verifyDelivered(from, to);
        }
      }
    }
  }

  /** Waits for what was sent and compares it with what arrived. */
  private void verifyDelivered(int from, int to) {
    List<TestFrames.Noted> sent = new ArrayList<>(fabric.rank(from).sent(to));
    VerifyingReceiver receiver = fabric.rank(to).receiver();
    fabric.await(
        sent.size() + " frames from rank " + from + " at rank " + to,
        () -> receiver.received(from).size() >= sent.size());
    boolean ordered =
        fabric.rank(to).attributes(from).order().keeps(BtlOperation.SEND, BtlOperation.SEND);
    List<TestFrames.Noted> arrived = receiver.received(from);
    assertThat(receiver.errors()).isEmpty();
    if (ordered) {
      assertThat(arrived).isEqualTo(sent);
    } else {
      // Frames are numbered, so this says the same as comparing in any order, in less time.
      List<TestFrames.Noted> sorted = new ArrayList<>(arrived);
      sorted.sort(Comparator.comparingLong(TestFrames.Noted::number));
      assertThat(sorted).isEqualTo(sent);
    }
  }
}
