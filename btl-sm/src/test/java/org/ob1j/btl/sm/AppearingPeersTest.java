package org.ob1j.btl.sm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.FabricRank;
import org.ob1j.btl.InMemoryModex;
import org.ob1j.btl.VerifyingReceiver;
import org.ob1j.btl.sm.file.SharedFile;
import org.ob1j.btl.sm.ring.OutgoingRing;
import org.ob1j.btl.sm.segment.PeerSegment;
import org.ob1j.btl.sm.segment.PeerSleep;
import org.ob1j.btl.sm.segment.SegmentAddress;
import org.ob1j.btl.sm.segment.SegmentLayout;
import org.ob1j.btl.sm.segment.SenderPartLayout;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.job.ProcessName;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.parameter.ParameterSet;

/** Rings that are made when a peer appears, whole, by halves, and too many. */
@Timeout(60)
class AppearingPeersTest {
  private static final String JOB_ID = "appearing";
  private static final int SIZE = 70;

  private final InMemoryModex modex = new InMemoryModex(SIZE);
  private final List<FabricRank> ranks = new ArrayList<>();

  @AfterEach
  void close() {
    ranks.forEach(FabricRank::close);
  }

  @Test
  void shouldSendToAndReceiveFromPeersThatAppearLater() {
    FabricRank first = open(0);
    FabricRank second = open(1);
    exchange(first, second);

    for (int rank = 2; rank < SIZE; rank++) {
      exchange(first, open(rank));
    }

    exchange(first, second);
    assertThat(first.describe()).contains("69 peers send to the segment");
    assertThat(first.receiver().errors()).isEmpty();
  }

  @Test
  void shouldHaveNoRingForAPeerThatSendsNothing() throws IOException {
    FabricRank first = open(0);
    open(1);
    FabricRank third = open(2);
    assertThat(segment(first).memory().capacity()).isEqualTo(SegmentLayout.HEADER_BYTES);
    assertThat(part(first, 0)).isNull();

    exchange(first, third);

    assertThat(part(first, 0)).isNotNull();
    assertThat(part(first, 1)).isNull();
  }

  /** A sender that was killed between two steps, or writes what it should not. */
  @ParameterizedTest
  @CsvSource({
    "false, 0, its part of the segment is missing",
    "true, 0, claimed by nobody",
    "true, 71, claimed by nobody",
    "true, 1, claimed by nobody",
    "true, -1, claimed by nobody",
  })
  void shouldGoOnBesideARingThatWasNotFinished(boolean made, int claimed, String trouble)
      throws IOException {
    FabricRank owner = open(0);
    Memory header = segment(owner).memory();
    int ring = SegmentLayout.takeRing(header);
    if (made) {
      make(owner, ring, claimed);
    }
    header.getAndBitwiseOrLong(SegmentLayout.doorbellOffset(0), 1L << ring);
    owner.await("a look", () -> owner.describe().contains("ring 0: "));

    exchange(owner, open(1));

    assertThat(owner.describe()).contains(trouble);
    assertThat(owner.receiver().failures()).isEmpty();
    assertThat(owner.receiver().errors()).isEmpty();
  }

  private void make(FabricRank owner, int ring, int claimed) throws IOException {
    Path file = Path.of("/proc/self/fd", segment(owner).descriptor() + "");
    try (FileChannel channel = SharedFile.openOther(0, SharedFile.BY_NAME, file)) {
      SharedFile.writeZeros(channel, SegmentLayout.ringOffset(ring), SenderPartLayout.BYTES);
    }
    SenderPartLayout.claim(part(owner, ring), new ProcessName(JOB_ID, claimed - 1));
  }

  @Test
  void shouldTakeFramesFromOneRingOfAPeerAlone() throws IOException {
    FabricRank owner = open(0);
    exchange(owner, open(1));

    sendOnceMore();

    owner.await(
        "a look", () -> owner.describe().contains("ring 1: rank 1 has another one already"));
  }

  @Test
  void shouldTakeNoFramesOfAnotherJob() throws IOException {
    FabricRank owner = open(0);
    int ring = SegmentLayout.takeRing(segment(owner).memory());
    make(owner, ring, 2);
    SenderPartLayout.claim(part(owner, ring), new ProcessName("another", 1));
    segment(owner).memory().getAndBitwiseOrLong(SegmentLayout.doorbellOffset(0), 1);

    owner.await("a look", () -> owner.describe().contains("claimed by nobody that is known"));
  }

  /** Rank 1 makes another ring to rank 0. */
  private void sendOnceMore() throws IOException {
    SegmentAddress address =
        SegmentAddress.fromBytes(modex.view(1).get(0, SegmentAddress.MODEX_KEY));
    PeerSegment segment =
        PeerSegment.join(address, new ProcessName(JOB_ID, 0), new ProcessName(JOB_ID, 1));
    OutgoingRing ring = new OutgoingRing(segment, new PeerSleep(segment.header(), 0));
    assertThat(ring.sendControl(0, 0, 0, 0)).isTrue();
  }

  @Test
  void shouldSayThatAsManyPeersAsCanBeHaveARing() {
    FabricRank owner = open(0);
    FabricRank late = open(1);
    int taken = 0;
    while (SegmentLayout.takeRing(segment(owner).memory()) >= 0) {
      taken++;
    }

    assertThat(taken).isEqualTo(SegmentLayout.MAX_RINGS);
    assertThat(module(late).endpoint(0)).isNull();
    assertThat(module(late).whyUnreachable(0))
        .contains("no more processes can send to it; 1984 are the most");
    assertThat(module(late).endpoint(0)).isNull();
  }

  @Test
  void shouldMakeNoRingWhereTheCountOfRingsIsDamaged() {
    FabricRank owner = open(0);
    FabricRank late = open(1);
    segment(owner).memory().putLong(SegmentLayout.RINGS_TAKEN_OFFSET, -1);

    assertThat(module(late).endpoint(0)).isNull();
  }

  /** An interrupt closes files; the interrupt itself is for whoever looks at it. */
  @Test
  void shouldReachPeersAlthoughItsThreadIsInterrupted() {
    FabricRank owner = open(0);
    FabricRank second = open(1);
    FabricRank third = open(2);
    Thread.currentThread().interrupt();
    try {
      assertThat(second.trySend(0, 24, 100)).isTrue();
      while (owner.receiver().receivedCount() < 1) {
        owner.progress();
      }
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      Thread.interrupted();
    }
    exchange(owner, third);
  }

  @Test
  void shouldReachAPeerThatHasPublishedItsAddressLate() {
    FabricRank first = open(0);
    assertThat(module(first).endpoint(1)).isNull();
    assertThat(module(first).whyUnreachable(1)).contains("has published no address");

    exchange(first, open(1));
  }

  private FabricRank open(int rank) {
    VerifyingReceiver receiver = new VerifyingReceiver(rank);
    BtlContext context =
        new BtlContext(
            new JobIdentity(JOB_ID, rank, SIZE, 0, 1),
            modex.view(rank),
            new byte[32],
            ParameterSet.of(Map.of()),
            receiver);
    FabricRank opened =
        new FabricRank(rank, new SharedMemoryComponent().initialise(context), receiver);
    modex.publishAll();
    ranks.add(opened);
    return opened;
  }

  /** Two ranks send each other a frame. */
  private void exchange(FabricRank first, FabricRank second) {
    int before = first.receiver().received(second.rank()).size();
    assertThat(first.trySend(second.rank(), 24, 100)).isTrue();
    assertThat(second.trySend(first.rank(), 24, 100)).isTrue();
    first.await("it", () -> first.receiver().received(second.rank()).size() == before + 1);
    second.await("it", () -> second.receiver().received(first.rank()).size() == before + 1);
  }

  private static SharedMemoryModule module(FabricRank rank) {
    return (SharedMemoryModule) rank.modules().get(0);
  }

  private static SharedFile segment(FabricRank rank) {
    return module(rank).segment();
  }

  private static Memory part(FabricRank rank, int ring) throws IOException {
    return segment(rank).mapAdded(SegmentLayout.ringOffset(ring), SenderPartLayout.BYTES);
  }
}
