package org.ob1j.pml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.job.ContextTraffic;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.pml.SendMode;

/** What an engine tells of the messages that it has exchanged. */
@Timeout(60)
class TrafficTest {
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);
  private static final int LONG_MESSAGE = 100_000;

  private InMemoryJob job;

  private void start(PointToPointTransport transport, String... parameters) {
    Map<String, String> values = new TreeMap<>();
    for (int i = 0; i < parameters.length; i += 2) {
      values.put(parameters[i], parameters[i + 1]);
    }
    job = transport.job(3, 7, values);
  }

  /** Over a network that loses all frames to a peer after so many. */
  private void startLosing(int framesBefore) {
    start(
        PointToPointTransport.FAULT_INJECTING,
        "btl_fault_lose_after",
        String.valueOf(framesBefore),
        "btl_fault_busy_percent",
        "0",
        "btl_fault_delay_frames",
        "0",
        "btl_fault_reorder_percent",
        "0");
  }

  @AfterEach
  void close() {
    job.close();
  }

  private void send(int from, int to, int lengthBytes) {
    job.world(from).isend(SendMode.STANDARD, new byte[lengthBytes], lengthBytes, BYTES, to, 1);
  }

  private void receive(int rank, int source, int lengthBytes) {
    job.world(rank).irecv(new byte[lengthBytes], lengthBytes, BYTES, source, 1);
  }

  /** What a rank tells of another in the job's first context. */
  private ContextTraffic.Peer traffic(int rank, int peer) {
    return job.engine(rank).traffic(List.of()).get(0).peers().stream()
        .filter(each -> each.rank() == peer)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldCountWhatHasArrivedWhetherItIsReceivedOrNot() {
    start(PointToPointTransport.IN_MEMORY);
    receive(1, 0, 8);
    send(0, 1, 8);
    send(0, 1, 8);
    send(0, 1, LONG_MESSAGE);
    job.await("the messages", () -> traffic(1, 0).received() == 3);

    assertThat(traffic(0, 1).sent()).isEqualTo(3);
    assertThat(traffic(0, 1).waiting()).isZero();
    assertThat(traffic(0, 1).received()).isZero();
    assertThat(traffic(0, 1).transport()).startsWith("memory");
    assertThat(traffic(1, 0).sent()).isZero();
    assertThat(traffic(1, 0).incomplete()).isZero();
  }

  @Test
  void shouldTellOfEachOtherMemberOfAContextAndConnectToNobody() {
    start(PointToPointTransport.IN_MEMORY);
    job.world(0).setLabel(() -> "the world");
    send(0, 1, 8);
    send(0, 0, 8);

    assertThat(job.engine(0).traffic(List.of()))
        .containsExactly(
            new ContextTraffic(
                0,
                "the world",
                List.of(traffic(0, 1), new ContextTraffic.Peer(2, "", 0, 0, 0, 0))));
    assertThat(job.engine(0).peers().known(2)).isNull();
  }

  @Test
  void shouldTellFirstOfThoseThatAreWaitedForAndThenOfThoseThatWereSentTo() {
    start(PointToPointTransport.IN_MEMORY);
    send(1, 2, 8);
    assertThat(job.engine(1).traffic(List.of()).get(0).peers())
        .extracting(ContextTraffic.Peer::rank)
        .containsExactly(2, 0);
    assertThat(job.engine(1).traffic(List.of(0)).get(0).peers())
        .extracting(ContextTraffic.Peer::rank)
        .containsExactly(0, 2);
  }

  @Test
  void shouldTellOfABoundedNumberOfContextsFirstWhereReceivesArePosted() {
    start(PointToPointTransport.IN_MEMORY);
    int last = 2 * ContextTraffic.MAX_CONTEXTS;
    for (int id = 1; id <= last; id++) {
      job.engine(0).open(id, 0, new int[] {0, 1, 2});
    }
    PmlCommunicator waitedIn = job.engine(0).open(last + 1, 0, new int[] {0, 1, 2});
    waitedIn.irecv(new byte[8], 8, BYTES, 1, 1);

    List<ContextTraffic> traffic = job.engine(0).traffic(List.of(1));
    assertThat(traffic).hasSize(ContextTraffic.MAX_CONTEXTS);
    assertThat(traffic.get(0).context()).isEqualTo(last + 1);
    assertThat(traffic.get(1).context()).isZero();
  }

  @Test
  void shouldCountWhatTheNetworkLosesAsSentAndNotAsReceived() {
    startLosing(2);
    receive(1, 0, 8);
    for (int i = 0; i < 4; i++) {
      send(0, 1, 8);
    }
    job.await("the loss", () -> job.engine(0).describe().contains(" 2 lost"));
    job.await("the others", () -> traffic(1, 0).received() == 2);

    assertThat(traffic(0, 1).sent()).isEqualTo(4);
    assertThat(traffic(0, 1).waiting()).isZero();
  }

  @Test
  void shouldCountWhatNoTransportHasTakenAsWaiting() {
    start(PointToPointTransport.IN_MEMORY);
    int sends = 500;
    for (int i = 0; i < sends; i++) {
      send(0, 1, 8);
    }
    ContextTraffic.Peer before = traffic(0, 1);
    assertThat(before.waiting()).isBetween(1, sends - 1);
    assertThat(before.sent() + before.waiting()).isEqualTo(sends);

    job.await("the messages", () -> traffic(1, 0).received() == sends);
    assertThat(traffic(0, 1).waiting()).isZero();
    assertThat(traffic(0, 1).sent()).isEqualTo(sends);
  }

  @Test
  void shouldCountASendThatWaitsWithoutARequest() {
    start(PointToPointTransport.IN_MEMORY);
    int sends = 500;
    List<ContextTraffic.Peer> told = new ArrayList<>();
    job.engine(0)
        .setLongIdleAction(
            () -> {
              told.add(traffic(0, 1));
              job.engine(1).progress();
            });
    for (int i = 0; i < sends; i++) {
      job.world(0).send(SendMode.STANDARD, new byte[8], 8, BYTES, 1, 1);
    }

    assertThat(told).isNotEmpty().allMatch(each -> each.waiting() == 1);
    assertThat(traffic(0, 1).sent()).isEqualTo(sends);
  }

  @Test
  void shouldCountMessagesOfWhichAPartIsMissing() {
    startLosing(2);
    receive(1, 0, LONG_MESSAGE);
    send(0, 1, LONG_MESSAGE);
    job.await("the loss", () -> !job.engine(0).describe().contains(" 0 lost, "));
    job.await("the beginning", () -> traffic(1, 0).received() == 1);

    assertThat(traffic(1, 0).incomplete()).isEqualTo(1);
    assertThat(traffic(0, 1).sent()).isEqualTo(1);
  }

  @Test
  void shouldLeaveOutWhatATransportMatches() {
    start(PointToPointTransport.TAGS_64);
    send(0, 1, 8);
    assertThat(job.engine(0).traffic(List.of(1)).get(0).peers())
        .extracting(ContextTraffic.Peer::rank)
        .containsExactly(2);
  }
}
