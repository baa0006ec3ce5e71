package org.ob1j.pml.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.fault.FaultInjectingComponent;
import org.ob1j.btl.inmemory.InMemoryFabric;
import org.ob1j.btl.inmemory.InMemoryFabric.Behaviour;
import org.ob1j.pml.InMemoryJob;
import org.ob1j.pml.trace.TracedSteps;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.pml.MessageStatus;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.pml.SendMode;

/**
 * The steps of every protocol, as "Communication Protocols in the ob1 PML" has them, read from the
 * trace of one message from rank 0 to rank 1. Limits: 2024 bytes go eagerly, RNDV brings 1984, a
 * FRAG has 4032, a piece of the RDMA pipeline 8192, and its last 2048 go by fragments.
 */
@Timeout(60)
class ProtocolStepsTest {
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);
  private static final int SEND = BtlCapabilities.SEND;
  private static final int SENDI = BtlCapabilities.SEND_IMMEDIATE;
  private static final int PLACE = BtlCapabilities.SEND_IN_PLACE;
  private static final int PUT = BtlCapabilities.PUT;
  private static final int GET = BtlCapabilities.GET;
  private static final int NEEDS = BtlCapabilities.NEEDS_REGISTRATION;
  private static final int LENGTH = 10_000;

  private static final Function<byte[], Object> ARRAY = content -> content;
  private static final Function<byte[], Object> DIRECT =
      content -> ByteBuffer.allocateDirect(content.length).put(content).clear();

  @TempDir private Path folder;

  private final Map<String, String> parameters = new HashMap<>();
  private final MessageStatus status = new MessageStatus();
  private SendMode mode = SendMode.STANDARD;
  private Function<byte[], Object> sendKind = ARRAY;
  private Function<byte[], Object> receiveKind = ARRAY;
  private int receiveLength = -1;
  private int refusePercent;
  private List<String> sender;
  private List<String> receiver;

  /** Sends one message, checks that it arrives, and reads the traces. */
  private void send(int capabilities, int lengthBytes) {
    parameters.put("pml_ob1j_trace", folder.resolve("trace").toString());
    parameters.put("btl_fault_busy_percent", "0");
    parameters.put("btl_fault_reorder_percent", "0");
    parameters.put("btl_fault_delay_frames", "0");
    parameters.put("btl_fault_refuse_percent", String.valueOf(refusePercent));
    InMemoryFabric fabric =
        new InMemoryFabric(5, Behaviour.ordered().withCapabilities(SEND | capabilities));
    int capacity = receiveLength < 0 ? lengthBytes : receiveLength;
    try (InMemoryJob job = new InMemoryJob(2, rank -> components(fabric), parameterSet())) {
      byte[] content = new byte[lengthBytes];
      for (int i = 0; i < lengthBytes; i++) {
        content[i] = (byte) (i * 31 + i / 256);
      }
      job.pml(0).attachBuffer(1 << 20);
      Object target = receiveKind.apply(new byte[capacity]);
      PmlRequest receive = job.world(1).irecv(target, capacity, BYTES, 0, 7);
      PmlRequest send = job.world(0).isend(mode, sendKind.apply(content), lengthBytes, BYTES, 1, 7);
      job.await("both", () -> send.isComplete() && receive.isComplete());
      assertThat(send.error()).isEqualTo(PmlError.NONE);
      receive.copyStatus(status);
      int arrived = Math.min(capacity, lengthBytes);
      assertThat(status.lengthBytes).isEqualTo(arrived);
      assertThat(status.error)
          .isEqualTo(arrived < lengthBytes ? PmlError.TRUNCATED : PmlError.NONE);
      if (arrived < lengthBytes) {
        assertThat(status.messageBytes).isEqualTo(lengthBytes);
      }
      assertThat(bytesOf(target, arrived)).isEqualTo(java.util.Arrays.copyOf(content, arrived));
      job.pml(0).release(send);
      job.pml(1).release(receive);
      job.await("all to end", () -> job.requests(0).sends().inUse() == 0);
      for (int rank = 0; rank < 2; rank++) {
        assertThat(job.requests(rank).registrations().usedCount()).isZero();
        assertThat(job.requests(rank).receives().inUse()).isZero();
      }
      job.pml(0).detachBuffer();
    }
    sender = TracedSteps.of(folder.resolve("trace"), 0);
    receiver = TracedSteps.of(folder.resolve("trace"), 1);
  }

  private List<BtlComponent> components(InMemoryFabric fabric) {
    return List.of(
        refusePercent == 0 ? fabric.component() : new FaultInjectingComponent(fabric::component));
  }

  private ParameterSet parameterSet() {
    return ParameterSet.of(parameters);
  }

  private static byte[] bytesOf(Object buffer, int lengthBytes) {
    byte[] bytes = new byte[lengthBytes];
    if (buffer instanceof ByteBuffer direct) {
      direct.get(0, bytes);
    } else {
      System.arraycopy(buffer, 0, bytes, 0, lengthBytes);
    }
    return bytes;
  }

  private static List<String> steps(Object... parts) {
    List<String> steps = new ArrayList<>();
    for (Object part : parts) {
      if (part instanceof List<?> more) {
        more.forEach(step -> steps.add((String) step));
      } else {
        steps.add((String) part);
      }
    }
    return steps;
  }

  /** FRAG after FRAG from one byte of the message up to another. */
  private static List<String> fragments(String verb, int from, int to) {
    List<String> steps = new ArrayList<>();
    for (int at = from; at < to; at += 4032) {
      steps.add(verb + " FRAG " + at + "+" + Math.min(4032, to - at));
    }
    return steps;
  }

  @Test
  void shouldSendEagerly() {
    send(SENDI, 100);
    assertThat(sender).containsExactly("sent MATCH +100");
    assertThat(receiver).containsExactly("received MATCH +100");
  }

  @Test
  void shouldAcknowledgeAShortSynchronousMessage() {
    mode = SendMode.SYNCHRONOUS;
    send(SENDI, 100);
    assertThat(sender).containsExactly("sent RNDV +100", "received ACK 100+0");
    assertThat(receiver).containsExactly("received RNDV +100", "sent ACK 100+0");
  }

  @Test
  void shouldSendByFragmentsWithoutRdma() {
    send(SENDI, LENGTH);
    assertThat(sender)
        .isEqualTo(
            steps(
                "sent RNDV CONTIG +1984",
                "received ACK 1984+8016",
                fragments("sent", 1984, LENGTH)));
    assertThat(receiver)
        .isEqualTo(
            steps(
                "received RNDV CONTIG +1984",
                "sent ACK 1984+8016",
                fragments("received", 1984, LENGTH)));
  }

  @Test
  void shouldSendABufferedMessageByFragmentsThoughThereIsRdma() {
    mode = SendMode.BUFFERED;
    sendKind = DIRECT;
    receiveKind = DIRECT;
    send(SENDI | PUT | GET, LENGTH);
    assertThat(sender)
        .isEqualTo(
            steps("sent RNDV +1984", "received ACK 1984+8016", fragments("sent", 1984, LENGTH)));
  }

  @Test
  void shouldGet() {
    sendKind = DIRECT;
    for (Function<byte[], Object> kind : List.of(ARRAY, DIRECT)) {
      receiveKind = kind;
      for (int capabilities : new int[] {GET, GET | PUT, GET | PUT | PLACE | SENDI}) {
        send(capabilities, LENGTH);
        assertThat(sender).containsExactly("sent RGET CONTIG PIN", "received FIN GET 0+10000");
        assertThat(receiver)
            .containsExactly("received RGET CONTIG PIN", "got 0+10000", "sent FIN GET 0+10000");
      }
    }
  }

  @Test
  void shouldGetIntoRegisteredMemory() {
    sendKind = DIRECT;
    receiveKind = DIRECT;
    for (String leavePinned : new String[] {"-1", "1", "0"}) {
      parameters.put("mpi_leave_pinned", leavePinned);
      send(GET | NEEDS, LENGTH);
      assertThat(sender).containsExactly("sent RGET CONTIG PIN", "received FIN GET 0+10000");
      assertThat(receiver)
          .containsExactly("received RGET CONTIG PIN", "got 0+10000", "sent FIN GET 0+10000");
    }
  }

  @Test
  void shouldPut() {
    receiveKind = DIRECT;
    for (Function<byte[], Object> kind : List.of(ARRAY, DIRECT)) {
      sendKind = kind;
      send(PUT, LENGTH);
      assertThat(sender)
          .containsExactly(
              "sent RNDV CONTIG PIN", "received PUT 0+10000", "put 0+10000", "sent FIN 0+10000");
      assertThat(receiver)
          .containsExactly("received RNDV CONTIG PIN", "sent PUT 0+10000", "received FIN 0+10000");
    }
  }

  @Test
  void shouldPutFromAnArrayThatNobodyCanGet() {
    receiveKind = DIRECT;
    send(PUT | GET, LENGTH);
    assertThat(sender)
        .containsExactly(
            "sent RNDV CONTIG PIN", "received PUT 0+10000", "put 0+10000", "sent FIN 0+10000");
  }

  @Test
  void shouldPipelinePutsBetweenTheFirstBytesAndTheFragments() {
    parameters.put("mpi_leave_pinned", "0");
    parameters.put("pml_ob1j_recv_pipeline_depth", "2");
    sendKind = DIRECT;
    receiveKind = DIRECT;
    int length = 40_000;
    int end = length - 2048;
    send(PUT | NEEDS, length);
    assertThat(sender)
        .startsWith("sent RNDV CONTIG +1984", "received ACK " + end + "+2048")
        .contains("sent FRAG " + end + "+2048");
    assertThat(receiver)
        .startsWith(
            "received RNDV CONTIG +1984",
            "sent ACK " + end + "+2048",
            "sent PUT 1984+8192",
            "sent PUT 10176+8192")
        .contains("received FRAG " + end + "+2048");
    assertThat(receiver.stream().filter(step -> step.startsWith("sent PUT ")))
        .containsExactly(
            "sent PUT 1984+8192",
            "sent PUT 10176+8192",
            "sent PUT 18368+8192",
            "sent PUT 26560+8192",
            "sent PUT 34752+3200");
    // The receiver drives: it asks for the third piece when one of the first two is there.
    int pending = 0;
    for (String step : receiver) {
      pending += step.startsWith("sent PUT ") ? 1 : step.startsWith("received FIN ") ? -1 : 0;
      assertThat(pending).isBetween(0, 2);
    }
    assertThat(pending).isZero();
    assertThat(sender.stream().filter(step -> step.startsWith("put "))).hasSize(5);
    assertThat(sender.stream().filter(step -> step.startsWith("sent FIN "))).hasSize(5);
  }

  @Test
  void shouldSendByFragmentsIntoMemoryThatCannotBePutInto() {
    sendKind = DIRECT;
    send(PUT, LENGTH);
    assertThat(sender)
        .isEqualTo(
            steps("sent RNDV CONTIG PIN", "received ACK 0+10000", fragments("sent", 0, LENGTH)));
  }

  @Test
  void shouldSendByFragmentsIntoMemoryThatCannotBeRegisteredForAGet() {
    sendKind = DIRECT;
    send(GET | PUT | NEEDS, LENGTH);
    assertThat(sender)
        .isEqualTo(
            steps("sent RGET CONTIG PIN", "received ACK 0+10000", fragments("sent", 0, LENGTH)));
    assertThat(receiver)
        .startsWith("received RGET CONTIG PIN", "sent ACK 0+10000", "received FRAG 0+4032");
  }

  @Test
  void shouldNotMoveMoreThanFits() {
    sendKind = DIRECT;
    receiveKind = DIRECT;
    receiveLength = 5000;
    send(GET, LENGTH);
    assertThat(sender).containsExactly("sent RGET CONTIG PIN", "received FIN GET 0+5000");
    send(PUT, LENGTH);
    assertThat(sender)
        .containsExactly(
            "sent RNDV CONTIG PIN", "received PUT 0+5000", "put 0+5000", "sent FIN 0+5000");
    receiveLength = 0;
    for (int capabilities : new int[] {GET, PUT}) {
      send(capabilities, LENGTH);
      assertThat(sender).hasSize(2).last().isEqualTo("received ACK 0+0");
    }
    receiveLength = 50_000;
    send(GET, LENGTH);
    assertThat(sender).containsExactly("sent RGET CONTIG PIN", "received FIN GET 0+10000");
  }

  @Test
  void shouldReceiveTheBeginningOfAnEagerMessage() {
    receiveLength = 60;
    send(SENDI, 100);
    assertThat(receiver).containsExactly("received MATCH +100");
    mode = SendMode.SYNCHRONOUS;
    send(SENDI, 100);
    assertThat(receiver).containsExactly("received RNDV +100", "sent ACK 60+0");
  }

  @Test
  void shouldSendByFragmentsWhatAPipelineReceivesIntoLessThanTheFirstBytes() {
    parameters.put("mpi_leave_pinned", "0");
    sendKind = DIRECT;
    receiveKind = DIRECT;
    receiveLength = 1000;
    send(PUT | NEEDS, LENGTH);
    assertThat(sender).containsExactly("sent RNDV CONTIG +1984", "received ACK 1000+0");
    receiveLength = 4096;
    send(PUT | NEEDS, LENGTH);
    assertThat(sender)
        .containsExactly("sent RNDV CONTIG +1984", "received ACK 1984+2112", "sent FRAG 1984+2112");
    receiveLength = 4097;
    send(PUT | NEEDS, LENGTH);
    assertThat(sender).contains("received PUT 1984+65", "received ACK 2049+2048");
  }

  @Test
  void shouldPutWhenAGetIsRefused() {
    refusePercent = 50;
    sendKind = DIRECT;
    receiveKind = DIRECT;
    boolean seen = false;
    for (int seed = 1; seed <= 20; seed++) {
      parameters.put("btl_fault_seed", String.valueOf(seed));
      send(GET | PUT, LENGTH);
      if (receiver.contains("got 0+10000 REFUSED") && sender.contains("put 0+10000")) {
        seen = true;
        assertThat(sender)
            .containsExactly(
                "sent RGET CONTIG PIN", "received PUT 0+10000", "put 0+10000", "sent FIN 0+10000");
        assertThat(receiver)
            .containsExactly(
                "received RGET CONTIG PIN",
                "got 0+10000 REFUSED",
                "sent PUT 0+10000",
                "received FIN 0+10000");
      }
    }
    assertThat(seen).isTrue();
  }

  @Test
  void shouldPutWhenAGetIsRefusedAndSendByFragmentsWhenThatIsRefusedToo() {
    refusePercent = 100;
    sendKind = DIRECT;
    receiveKind = DIRECT;
    send(GET | PUT, LENGTH);
    assertThat(sender)
        .isEqualTo(
            steps(
                "sent RGET CONTIG PIN",
                "received PUT 0+10000",
                "put 0+10000 REFUSED",
                "sent FIN REFUSED 0+10000",
                fragments("sent", 0, LENGTH)));
    assertThat(receiver)
        .isEqualTo(
            steps(
                "received RGET CONTIG PIN",
                "got 0+10000 REFUSED",
                "sent PUT 0+10000",
                "received FIN REFUSED 0+10000",
                fragments("received", 0, LENGTH)));
  }

  @Test
  void shouldSendByFragmentsWhenAGetIsRefusedAndThereIsNoPut() {
    refusePercent = 100;
    sendKind = DIRECT;
    send(GET, LENGTH);
    assertThat(sender)
        .isEqualTo(
            steps("sent RGET CONTIG PIN", "received ACK 0+10000", fragments("sent", 0, LENGTH)));
  }

  @Test
  void shouldFinishAPipelineByFragmentsWhenPutsAreRefusedPartWay() {
    refusePercent = 30;
    parameters.put("mpi_leave_pinned", "0");
    parameters.put("pml_ob1j_recv_pipeline_depth", "1");
    sendKind = DIRECT;
    receiveKind = DIRECT;
    int length = 100_000;
    int end = length - 2048;
    boolean partWay = false;
    for (int seed = 1; seed <= 20; seed++) {
      parameters.put("btl_fault_seed", String.valueOf(seed));
      send(PUT | NEEDS, length);
      int refused = partOf("put ", " REFUSED");
      int first = 1984;
      List<String> expected = steps("received RNDV CONTIG +1984", "sent ACK " + end + "+2048");
      for (int at = first; at < (refused < 0 ? end : refused); at += 8192) {
        String part = at + "+" + Math.min(8192, end - at);
        expected.addAll(List.of("sent PUT " + part, "received FIN " + part));
      }
      if (refused >= 0) {
        int next = Math.min(end, refused + 8192);
        String part = refused + "+" + (next - refused);
        expected.addAll(List.of("sent PUT " + part, "received FIN REFUSED " + part));
        if (next < end) {
          expected.add("sent ACK " + next + "+" + (end - next));
        }
        partWay |= refused > first && next < end;
      }
      assertThat(receiver.stream().filter(step -> !step.contains(" FRAG ")).toList())
          .as("seed %d", seed)
          .isEqualTo(expected);
      assertFragmentsBring(refused, end, length);
    }
    assertThat(partWay).isTrue();
  }

  /** Where the first part begins for which the sender has taken such a step; -1 if it has not. */
  private int partOf(String verb, String result) {
    return sender.stream()
        .filter(step -> step.startsWith(verb) && step.endsWith(result))
        .map(step -> step.substring(verb.length(), step.indexOf('+')))
        .mapToInt(Integer::parseInt)
        .findFirst()
        .orElse(-1);
  }

  /** The last bytes, and all from a refused put up to these, come by fragments, each byte once. */
  private void assertFragmentsBring(int refused, int end, int length) {
    int from = refused < 0 ? end : refused;
    boolean[] come = new boolean[length];
    for (String step : receiver) {
      if (step.contains(" FRAG ")) {
        String[] part = step.substring(step.lastIndexOf(' ') + 1).split("\\+");
        int at = Integer.parseInt(part[0]);
        for (int i = at; i < at + Integer.parseInt(part[1]); i++) {
          assertThat(come[i]).as("byte %d has come before", i).isFalse();
          come[i] = true;
        }
      }
    }
    for (int i = 0; i < length; i++) {
      assertThat(come[i]).as("byte %d, refused at %d", i, refused).isEqualTo(i >= from);
    }
  }
}
