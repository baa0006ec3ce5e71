package org.ob1j.pml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.pml.dispatch.SelfMessages;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.pml.PmlException;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.pml.SendMode;

/** The attached buffer is accounted for to the byte: message and overhead, until it has left. */
@Timeout(120)
class BufferedSendsTest {
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);
  private static final int OVERHEAD = 128;
  private static final int LONG_MESSAGE = 50_000;
  private static final int TAG = 1;

  private final InMemoryJob job = transport().job(2, 3, Map.of());

  /** Over what it runs; PointToPointSuiteTest has the others. */
  PointToPointTransport transport() {
    return PointToPointTransport.IN_MEMORY;
  }

  private PmlRequest bsend(int length) {
    return job.world(0).isend(SendMode.BUFFERED, new byte[length], length, BYTES, 1, TAG);
  }

  private void receive(int length) {
    byte[] buffer = new byte[length];
    PmlRequest receive = job.world(1).irecv(buffer, length, BYTES, 0, TAG);
    job.await("a message of " + length, receive::isComplete);
    job.engine(1).release(receive);
  }

  private void expectRefusal(int length, long free, long capacity) {
    assertThatThrownBy(() -> bsend(length))
        .isInstanceOf(PmlException.class)
        .hasMessage(
            "a buffered send of "
                + length
                + " bytes needs "
                + (length + OVERHEAD)
                + " bytes of the attached buffer; "
                + free
                + " of "
                + capacity
                + " are free");
  }

  @Test
  void shouldTakeLongMessagesUntilTheLastByteIsOccupied() {
    int capacity = 3 * (LONG_MESSAGE + OVERHEAD) + OVERHEAD;
    job.engine(0).attachBuffer(capacity);
    for (int i = 0; i < 3; i++) {
      assertThat(bsend(LONG_MESSAGE).isComplete()).isTrue();
    }
    expectRefusal(1, OVERHEAD, capacity);
    expectRefusal(LONG_MESSAGE, OVERHEAD, capacity);
    receive(LONG_MESSAGE);
    int free = LONG_MESSAGE + 2 * OVERHEAD;
    job.await("its room", () -> job.engine(0).requests().bufferedSends().freeBytes() == free);
    expectRefusal(LONG_MESSAGE + OVERHEAD + 1, free, capacity);
    bsend(LONG_MESSAGE + OVERHEAD);
    assertThat(job.engine(0).requests().bufferedSends().freeBytes()).isZero();
    expectRefusal(0, 0, capacity);
    receive(LONG_MESSAGE);
    receive(LONG_MESSAGE);
    receive(LONG_MESSAGE + OVERHEAD);
    job.await("all room", () -> !job.engine(0).requests().bufferedSends().isOccupied());
    assertThat(job.engine(0).requests().bufferedSends().freeBytes()).isEqualTo(capacity);
    job.engine(0).detachBuffer();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldSendWithoutAnAttachedBufferWhatIsEager(boolean posted) {
    for (int length : new int[] {0, 1, 257, 1_000}) {
      byte[] sent = new byte[length];
      Arrays.fill(sent, (byte) 7);
      byte[] expected = sent.clone();
      byte[] buffer = new byte[length];
      PmlRequest receive = posted ? irecv(buffer) : null;
      PmlRequest send = job.world(0).isend(SendMode.BUFFERED, sent, length, BYTES, 1, TAG);
      assertThat(send.isComplete()).isTrue();
      job.engine(0).release(send);
      Arrays.fill(sent, (byte) 0);
      PmlRequest received = posted ? receive : irecv(buffer);
      job.await("a message of " + length, received::isComplete);
      job.engine(1).release(received);
      assertThat(buffer).isEqualTo(expected);
    }
    assertThatThrownBy(() -> bsend(LONG_MESSAGE))
        .isInstanceOf(PmlException.class)
        .hasMessageContaining("attach one with MPI.attachBuffer");
    job.await("all to leave", () -> job.engine(0).requests().sends().inUse() == 0);
  }

  @Test
  void shouldSendSeveralWithoutAnAttachedBufferBeforeAnyIsReceived() {
    for (int i = 0; i < 20; i++) {
      assertThat(bsend(100 + i).isComplete()).isTrue();
    }
    for (int i = 0; i < 20; i++) {
      receive(100 + i);
    }
    job.await("all room", () -> !job.engine(0).requests().bufferedSends().isOccupied());
  }

  private PmlRequest irecv(byte[] buffer) {
    return job.world(1).irecv(buffer, buffer.length, BYTES, 0, TAG);
  }

  @Test
  void shouldSendToItselfWithoutAnAttachedBuffer() {
    byte[] sent = {1, 2, 3};
    PmlRequest send = job.world(0).isend(SendMode.BUFFERED, sent, 3, BYTES, 0, TAG);
    assertThat(send.isComplete()).isTrue();
    job.engine(0).release(send);
    sent[0] = 9;
    byte[] buffer = new byte[3];
    PmlRequest receive = job.world(0).irecv(buffer, 3, BYTES, 0, TAG);
    job.await("the message", receive::isComplete);
    job.engine(0).release(receive);
    assertThat(buffer).containsExactly(1, 2, 3);
    int tooLong = SelfMessages.COPIED_BYTES + 1;
    assertThatThrownBy(
            () -> job.world(0).isend(SendMode.BUFFERED, new byte[tooLong], tooLong, BYTES, 0, TAG))
        .isInstanceOf(PmlException.class);
  }

  @Test
  void shouldOccupyExactlyWhatHasNotLeft() {
    Random random = new Random(5);
    ArrayDeque<Integer> waiting = new ArrayDeque<>();
    List<PmlRequest> sends = new ArrayList<>();
    long capacity = 500_000;
    job.engine(0).attachBuffer(capacity);
    for (int step = 0; step < 2_000; step++) {
      // Longer than an eager message: it stays until it is received.
      int length = 5_000 + random.nextInt(60_000);
      long occupied = waiting.stream().mapToLong(each -> each + OVERHEAD).sum();
      assertThat(job.engine(0).requests().bufferedSends().freeBytes())
          .isEqualTo(capacity - occupied);
      if (occupied + length + OVERHEAD > capacity) {
        expectRefusal(length, capacity - occupied, capacity);
        int oldest = waiting.remove();
        receive(oldest);
        long left = capacity - occupied + oldest + OVERHEAD;
        job.await("its room", () -> job.engine(0).requests().bufferedSends().freeBytes() == left);
      } else {
        sends.add(bsend(length));
        waiting.add(length);
      }
    }
    while (!waiting.isEmpty()) {
      receive(waiting.remove());
    }
    job.engine(0).detachBuffer();
    sends.forEach(send -> job.engine(0).release(send));
    assertThat(job.engine(0).requests().sends().inUse()).isZero();
    job.close();
  }
}
