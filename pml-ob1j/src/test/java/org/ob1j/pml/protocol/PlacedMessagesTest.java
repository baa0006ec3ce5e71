package org.ob1j.pml.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ob1j.runtime.pml.PmlCommunicator.ANY_SOURCE;
import static org.ob1j.runtime.pml.PmlCommunicator.ANY_TAG;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.pml.InMemoryJob;
import org.ob1j.pml.PointToPointTransport;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.pml.MessageStatus;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.pml.SendMode;

/** Eager messages whose transport asks where their payload should go. */
@Timeout(120)
class PlacedMessagesTest {
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);
  private static final int BYTES_OF_A_MESSAGE = 2000;
  private static final int TAG = 5;

  private final MessageStatus status = new MessageStatus();
  private InMemoryJob job;

  private void start(PointToPointTransport transport, long seed) {
    job = transport.job(2, seed, Map.of());
  }

  @AfterEach
  void close() {
    assertThat(job.requests(0).sends().inUse()).isZero();
    assertThat(job.requests(1).receives().inUse()).isZero();
    job.close();
  }

  private static ByteBuffer message(int seed) {
    ByteBuffer memory = ByteBuffer.allocateDirect(BYTES_OF_A_MESSAGE);
    for (int i = 0; i < BYTES_OF_A_MESSAGE; i++) {
      memory.put(i, (byte) (i * 31 + i / 256 + seed));
    }
    return memory;
  }

  private PmlRequest isend(ByteBuffer content) {
    return job.world(0).isend(SendMode.STANDARD, content, content.capacity(), BYTES, 1, TAG);
  }

  private PmlRequest irecv(ByteBuffer buffer, int source, int tag) {
    return job.world(1).irecv(buffer, buffer.capacity(), BYTES, source, tag);
  }

  private void finish(PmlRequest send, PmlRequest receive) {
    job.await("both", () -> send.isComplete() && receive.isComplete());
    assertThat(send.error()).isEqualTo(PmlError.NONE);
    receive.copyStatus(status);
    job.pml(0).release(send);
    job.pml(1).release(receive);
  }

  private long keptBytes() {
    return job.arrivals(1).payloadBytesInUse();
  }

  /** What comes in order and is copied is complete in order, too. */
  @Test
  void shouldMatchMessagesBeforeTheirPayloadsAreThere() {
    start(PointToPointTransport.PLACING_IN_TURN, 1);
    List<PmlRequest> receives = new ArrayList<>();
    List<PmlRequest> sends = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      receives.add(irecv(ByteBuffer.allocateDirect(BYTES_OF_A_MESSAGE), ANY_SOURCE, ANY_TAG));
      sends.add(isend(message(i)));
    }
    job.await("a receive that is complete before an earlier one", () -> isOvertaken(receives));
    for (int i = 0; i < 60; i++) {
      finish(sends.get(i), receives.get(i));
      assertThat(status.source).isZero();
      assertThat(status.tag).isEqualTo(TAG);
      assertThat(status.lengthBytes).isEqualTo(BYTES_OF_A_MESSAGE);
      assertThat(status.error).isEqualTo(PmlError.NONE);
    }
  }

  private static boolean isOvertaken(List<PmlRequest> receives) {
    boolean waits = false;
    for (PmlRequest receive : receives) {
      if (waits && receive.isComplete()) {
        return true;
      }
      waits |= !receive.isComplete();
    }
    return false;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldMatchInTheOrderOfSendingWhateverArrivesFirst(long seed) {
    start(PointToPointTransport.PLACING, seed);
    List<ByteBuffer> buffers = new ArrayList<>();
    List<PmlRequest> receives = new ArrayList<>();
    List<PmlRequest> sends = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      buffers.add(ByteBuffer.allocateDirect(BYTES_OF_A_MESSAGE));
      receives.add(irecv(buffers.get(i), i % 2 == 0 ? 0 : ANY_SOURCE, TAG));
    }
    for (int i = 0; i < 40; i++) {
      sends.add(isend(message(i)));
    }
    for (int i = 0; i < 40; i++) {
      finish(sends.get(i), receives.get(i));
      assertThat(buffers.get(i)).isEqualTo(message(i));
    }
    assertThat(keptBytes()).isZero();
  }

  @Test
  void shouldKeepAMessageThatNoReceiveIsPostedFor() {
    start(PointToPointTransport.PLACING, 2);
    PmlRequest send = isend(message(3));
    job.await("the message", () -> job.world(1).iprobe(0, TAG, status));
    assertThat(keptBytes()).isGreaterThanOrEqualTo(BYTES_OF_A_MESSAGE);

    ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES_OF_A_MESSAGE);
    finish(send, irecv(buffer, 0, TAG));

    assertThat(buffer).isEqualTo(message(3));
    assertThat(keptBytes()).isZero();
  }

  @Test
  void shouldTruncateAMessageThatIsTooLongForItsReceive() {
    start(PointToPointTransport.PLACING, 3);
    ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES_OF_A_MESSAGE - 1);

    finish(isend(message(4)), irecv(buffer, 0, TAG));

    assertThat(status.error).isEqualTo(PmlError.TRUNCATED);
    assertThat(status.lengthBytes).isEqualTo(BYTES_OF_A_MESSAGE - 1);
    assertThat(status.messageBytes).isEqualTo(BYTES_OF_A_MESSAGE);
    assertThat(buffer).isEqualTo(message(4).slice(0, BYTES_OF_A_MESSAGE - 1));
  }

  /** With so little credit a message's arrival has some sent back, which fails. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void shouldLeaveTheMemoryOfAReceiveAloneThatHasFailed(long seed) {
    job =
        PointToPointTransport.PLACING.job(
            2,
            seed,
            Map.of("pml_ob1j_unexpected_bytes", String.valueOf(2 * BYTES_OF_A_MESSAGE + 200)));
    ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES_OF_A_MESSAGE);
    PmlRequest receive = irecv(buffer, 0, TAG);
    ByteBuffer atItsEnd = ByteBuffer.allocate(BYTES_OF_A_MESSAGE);
    PmlRequest send = isend(message(6));
    job.pml(0).close();

    for (int i = 0; i < 1000; i++) {
      boolean wasComplete = receive.isComplete();
      job.pml(1).progress();
      if (!wasComplete && receive.isComplete()) {
        atItsEnd.put(0, buffer, 0, BYTES_OF_A_MESSAGE);
      }
    }

    assertThat(send.isComplete()).isTrue();
    assertThat(receive.isComplete()).isTrue();
    receive.copyStatus(status);
    assertThat(status.error).isIn(PmlError.NONE, PmlError.PEER_FAILED);
    assertThat(atItsEnd)
        .isEqualTo(
            status.error == PmlError.NONE ? message(6) : ByteBuffer.allocate(BYTES_OF_A_MESSAGE));
    assertThat(buffer).isEqualTo(atItsEnd);
    job.pml(0).release(send);
    job.pml(1).release(receive);
  }

  /** What has overtaken would have to be kept, and counts as unexpected. */
  @Test
  void shouldSendWhatABusyTransportHasRefusedInTheOrderOfSending() {
    start(PointToPointTransport.PLACING_IN_TURN, 4);
    List<PmlRequest> receives = new ArrayList<>();
    List<PmlRequest> sends = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      receives.add(irecv(ByteBuffer.allocateDirect(BYTES_OF_A_MESSAGE), 0, TAG));
    }
    for (int i = 0; i < 60; i++) {
      sends.add(isend(message(i)));
    }
    job.await(
        "all",
        () -> {
          assertThat(keptBytes()).isZero();
          return receives.stream().allMatch(PmlRequest::isComplete);
        });
    for (int i = 0; i < 60; i++) {
      finish(sends.get(i), receives.get(i));
    }
  }
}
