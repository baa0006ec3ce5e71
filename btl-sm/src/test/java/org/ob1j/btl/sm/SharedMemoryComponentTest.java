package org.ob1j.btl.sm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlFabric;
import org.ob1j.btl.BtlUnavailableException;
import org.ob1j.btl.FabricRank;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.InMemoryModex;
import org.ob1j.btl.VerifyingReceiver;
import org.ob1j.btl.order.RequestedOrder;
import org.ob1j.btl.sm.file.SharedFile;
import org.ob1j.btl.sm.ring.RecordLayout;
import org.ob1j.btl.sm.segment.SegmentAddress;
import org.ob1j.btl.sm.segment.SegmentLayout;
import org.ob1j.btl.sm.segment.SenderPartLayout;
import org.ob1j.runtime.job.HostIdentity;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.parameter.ParameterException;
import org.ob1j.runtime.parameter.ParameterProvider;
import org.ob1j.runtime.parameter.ParameterSet;

@Timeout(60)
class SharedMemoryComponentTest {
  @TempDir Path directory;

  @Test
  void shouldBeFoundAsAService() {
    assertThat(ServiceLoader.load(BtlComponent.class))
        .extracting(BtlComponent::name)
        .contains("sm");
    assertThat(ServiceLoader.load(ParameterProvider.class))
        .anyMatch(provider -> provider instanceof SharedMemoryParameters);
  }

  @Test
  void shouldLeaveNoFileWhileItRuns() throws IOException {
    try (BtlFabric fabric = open(Map.of())) {
      fabric.send(0, 1, 24, 2_000);
      assertThat(fabric.rank(0).describe()).contains("long ring of 2097152 bytes");
      assertThat(files()).isEmpty();
    }
  }

  @Test
  void shouldTakeNamesAwayOnceEverybodyHasTheFile() throws IOException {
    try (BtlFabric fabric = open(Map.of("btl_sm_open_by_name", "1"))) {
      assertThat(files()).isNotEmpty().allMatch(name -> name.startsWith("ob1j-test"));
      fabric.send(1, 0, 24, 8);
      for (int i = 0; i < 4; i++) {
        fabric.send(0, 1, 24, 2_000);
        fabric.await("all", () -> fabric.rank(1).receiver().received(0).size() >= 1);
      }
      fabric.await("the frames", () -> fabric.rank(1).receiver().receivedCount() == 4);
      assertThat(fabric.rank(0).describe()).contains("long ring of 2097152 bytes");
      fabric.await("names to go", () -> files().isEmpty());
      assertThat(fabric.rank(0).receiver().errors()).isEmpty();
    }
  }

  @Test
  void shouldTakeNamesAwayWhenClosed() {
    open(Map.of("btl_sm_open_by_name", "1")).close();
    assertThat(files()).isEmpty();
  }

  @Test
  void shouldSayThatTheDirectoryCannotBeUsed() {
    assertThatThrownBy(() -> open(Map.of("btl_sm_backing_directory", directory + "/missing")))
        .isInstanceOf(BtlUnavailableException.class)
        .hasMessageContaining(directory + "/missing")
        .hasMessageContaining("btl_sm_backing_directory");
  }

  @Test
  void shouldSayThatTheBudgetIsTooSmall() {
    assertThatThrownBy(() -> open(Map.of("btl_sm_shared_bytes", "10k")))
        .isInstanceOf(BtlUnavailableException.class)
        .hasMessage("sm: btl_sm_shared_bytes is 10240; 2 ranks on this host need at least 24576");
  }

  @ParameterizedTest
  @CsvSource({
    "btl_sm_flags, 0, must hold send (1)",
    "btl_sm_flags, 513, 512 is not implemented",
    "btl_sm_eager_limit, 256k, must be at most 131136",
    "btl_sm_eager_limit, 100, must be at least 512",
    "btl_sm_max_send_size, 2m, must be at most 1048576",
    "btl_sm_max_inline_send, 2000000, must be at most 1048576",
  })
  void shouldRefuseWrongParameters(String name, String value, String explanation) {
    assertThatThrownBy(() -> open(Map.of(name, value)))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining(name)
        .hasMessageContaining(explanation);
  }

  @Test
  void shouldRefuseDifferentFrameLimits() {
    InMemoryModex modex = new InMemoryModex(2);
    var first = initialise(modex, 0, 2, Map.of());
    var second = initialise(modex, 1, 2, Map.of("btl_sm_max_send_size", "16k"));
    modex.publishAll();

    assertThatThrownBy(() -> first.endpoint(1))
        .isInstanceOf(BtlException.class)
        .hasMessageContaining("btl_sm_max_send_size is 131136 here and 16384 at rank 1");
    first.close();
    second.close();
  }

  @Test
  void shouldNotReachWhoCannotBeRight() throws IOException {
    Path zeros = Files.write(directory.resolve("zeros"), new byte[SegmentLayout.HEADER_BYTES]);
    InMemoryModex modex = new InMemoryModex(6);
    var module = initialise(modex, 0, 6, Map.of());
    String host = HostIdentity.current();
    long self = ProcessHandle.current().pid();
    List<SegmentAddress> wrong =
        List.of(
            new SegmentAddress(131_136, self, 0, "another host", "none"),
            new SegmentAddress(131_136, self, 987_654, host, "none"),
            new SegmentAddress(131_136, self, SharedFile.BY_NAME, host, "/etc/hostname"),
            new SegmentAddress(131_136, self, SharedFile.BY_NAME, host, zeros.toString()));
    for (int rank = 1; rank < 5; rank++) {
      modex.view(rank).put(SegmentAddress.MODEX_KEY, wrong.get(rank - 1).toBytes());
    }
    modex.publishAll();

    for (int rank = 0; rank < 6; rank++) {
      assertThat(module.endpoint(rank)).as("rank " + rank).isNull();
    }
    assertThat(module.describe())
        .contains("another host", "987654", "at least 4096", "no ob1j mark", "no address");
    module.close();
  }

  @Test
  void shouldMakeALongRingForAFrameThatIsTooLongForTheFirst() {
    int longest = RecordLayout.longestFrameBytes(SenderPartLayout.RING_BYTES);
    try (BtlFabric fabric = open(Map.of())) {
      fabric.send(0, 1, 24, longest - 24);
      fabric.await("the frame", () -> fabric.rank(1).receiver().receivedCount() == 1);
      assertThat(fabric.rank(0).describe()).contains("long ring not needed yet");

      assertThat(fabric.rank(0).trySend(1, 24, longest - 23)).as("before the answer").isFalse();
      assertThat(fabric.rank(0).describe()).contains("long ring offered");
      fabric.send(0, 1, 24, longest - 23);
      assertThat(fabric.rank(0).describe()).contains("long ring of 2097152 bytes");
      fabric.send(0, 1, 24, 8);
      fabric.await("the frames", () -> fabric.rank(1).receiver().receivedCount() == 3);

      assertThat(fabric.rank(1).receiver().received(0)).isEqualTo(fabric.rank(0).sent(1));
      assertThat(fabric.rank(1).describe()).contains("long ring not needed yet");
    }
  }

  /** Frame bytes, and whether a stream of such frames has a long ring made. */
  @ParameterizedTest
  @CsvSource({"248, false", "256, true", "1024, true"})
  void shouldMakeALongRingForAStreamThatFindsTheFirstFull(int frameBytes, boolean expected) {
    try (BtlFabric fabric = open(Map.of())) {
      FabricRank sender = fabric.rank(0);
      int sent = 0;
      while (sender.trySend(1, 24, frameBytes - 24)) {
        sent++;
      }
      assertThat(sender.describe()).contains("long ring not needed yet");
      int full = sent;
      fabric.await("the frames", () -> fabric.rank(1).receiver().receivedCount() == full);

      assertThat(sender.trySend(1, 24, frameBytes - 24)).isTrue();
      assertThat(sender.describe())
          .contains(expected ? "long ring offered" : "long ring not needed yet");
      fabric.await("the last", () -> fabric.rank(1).receiver().receivedCount() == full + 1);
      assertThat(fabric.rank(1).receiver().received(0)).isEqualTo(sender.sent(1));
    }
  }

  @Test
  void shouldSendShortFramesToAPeerThatRefusesTheLongRing() {
    InMemoryModex modex = new InMemoryModex(2);
    FabricRank sender = rank(modex, 0, Map.of());
    FabricRank refusing = rank(modex, 1, Map.of("btl_sm_payload_ring_size", "0"));
    modex.publishAll();
    int shortFrame = RecordLayout.longestFrameBytes(SenderPartLayout.RING_BYTES);
    BtlEndpoint endpoint = sender.endpoint(1);
    assertThat(endpoint.maxFrameBytes()).isEqualTo(endpoint.module().attributes().maxSendSize());
    assertThat(refusing.endpoint(0).maxFrameBytes()).isEqualTo(shortFrame);

    assertThat(sender.trySend(1, 24, 1_000)).as("a frame that fits the ring there is").isTrue();
    sender.await(
        "the refusal",
        () -> {
          assertThat(sender.trySend(1, 24, 4_000)).isFalse();
          refusing.progress();
          return endpoint.maxFrameBytes() == shortFrame;
        });
    assertThat(sender.trySend(1, 24, shortFrame - 24)).isTrue();
    assertThat(sender.trySend(1, 24, shortFrame - 23)).as("one byte more").isFalse();
    assertThatThrownBy(() -> endpoint.reserve(24, 131_113, RequestedOrder.DEFAULT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("together at most 131136 (btl_sm_max_send_size)");

    refusing.await("both", () -> refusing.receiver().receivedCount() == 2);
    assertThat(refusing.receiver().received(0)).isEqualTo(sender.sent(1));
    assertThat(sender.describe()).contains("long ring refused by the peer");
    assertThat(refusing.describe())
        .contains("long ring of rank 0: a ring of 2097152 bytes")
        .contains("long ring none: by btl_sm_payload_ring_size");
    assertThat(refusing.receiver().errors()).isEmpty();
    sender.close();
    refusing.close();
  }

  /** Half of a /dev/shm of 64 MiB is what 64 ranks get there. */
  @Test
  void shouldLetEachPairOfSixtyFourRanksExchangeInThirtyTwoMebibytes() {
    int size = 64;
    int messageBytes = 64 * 1024;
    int headerBytes = 32;
    try (BtlFabric fabric =
        BtlFabric.open(size, SharedMemoryComponent::new, Map.of("btl_sm_shared_bytes", "32m"))) {
      int[] sent = new int[size * size];
      int[] frames = new int[size];
      fabric.await(
          "each pair to exchange 64 KiB",
          () -> {
            boolean all = true;
            for (int pair = 0; pair < sent.length; pair++) {
              int to = pair % size;
              int from = pair / size;
              while (from != to && sent[pair] < messageBytes) {
                int longest = fabric.rank(from).endpoint(to).maxFrameBytes() - headerBytes;
                int payloadBytes = Math.min(longest, messageBytes - sent[pair]);
                if (!fabric.rank(from).trySend(to, headerBytes, payloadBytes)) {
                  break;
                }
                sent[pair] += payloadBytes;
                frames[to]++;
              }
              all &= from == to || sent[pair] == messageBytes;
            }
            for (int to = 0; to < size; to++) {
              all &= fabric.rank(to).receiver().receivedCount() == frames[to];
            }
            return all;
          });
      for (int rank = 0; rank < size; rank++) {
        assertThat(fabric.rank(rank).receiver().errors()).isEmpty();
      }
      assertThat(fabric.rank(0).describe()).contains("65536 bytes", "is used up");
    }
  }

  @Test
  void shouldReportABrokenRingOnceAndGoOnWithOthers() throws IOException {
    try (BtlFabric fabric = BtlFabric.open(3, SharedMemoryComponent::new, Map.of())) {
      fabric.send(0, 2, 24, 8);
      fabric.send(1, 2, 24, 8);
      fabric.await("both", () -> fabric.rank(2).receiver().receivedCount() == 2);

      corruptNextRecord(fabric, 0, 2);
      for (int i = 0; i < 100; i++) {
        fabric.send(1, 2, 24, i * 30);
      }
      fabric.await("frames", () -> fabric.rank(2).receiver().received(1).size() == 101);

      assertThat(fabric.rank(2).receiver().failures()).hasSize(1);
      assertThat(fabric.rank(2).receiver().failures().get(0).peer()).isZero();
      assertThat(fabric.rank(2).describe())
          .contains(FrameRejectedException.Rejection.BAD_SEQUENCE.name());
    }
  }

  private static void corruptNextRecord(BtlFabric fabric, int from, int to) throws IOException {
    SharedFile segment = ((SharedMemoryModule) fabric.rank(to).modules().get(0)).segment();
    // Ring after ring was taken in the order of the ranks.
    Memory part = segment.mapAdded(SegmentLayout.ringOffset(from), SenderPartLayout.BYTES);
    part.putLong(SenderPartLayout.RING_OFFSET + RecordLayout.LINE_BYTES, -1);
  }

  private BtlFabric open(Map<String, String> parameters) {
    Map<String, String> all = new java.util.HashMap<>(parameters);
    all.putIfAbsent("btl_sm_backing_directory", directory.toString());
    return BtlFabric.open(2, SharedMemoryComponent::new, all);
  }

  private static SharedMemoryModule initialise(
      InMemoryModex modex, int rank, int size, Map<String, String> parameters) {
    return initialise(modex, rank, size, parameters, new VerifyingReceiver(rank));
  }

  private static FabricRank rank(InMemoryModex modex, int rank, Map<String, String> parameters) {
    VerifyingReceiver receiver = new VerifyingReceiver(rank);
    SharedMemoryModule module = initialise(modex, rank, 2, parameters, receiver);
    return new FabricRank(rank, List.of(module), receiver);
  }

  private static SharedMemoryModule initialise(
      InMemoryModex modex,
      int rank,
      int size,
      Map<String, String> parameters,
      VerifyingReceiver receiver) {
    BtlContext context =
        new BtlContext(
            new JobIdentity("components", rank, size, rank, size),
            modex.view(rank),
            new byte[32],
            ParameterSet.of(parameters),
            receiver);
    return (SharedMemoryModule) new SharedMemoryComponent().initialise(context).get(0);
  }

  private List<String> files() {
    try (Stream<Path> list = Files.list(directory)) {
      return list.map(path -> path.getFileName().toString()).toList();
    } catch (IOException failed) {
      throw new java.io.UncheckedIOException(failed);
    }
  }
}
