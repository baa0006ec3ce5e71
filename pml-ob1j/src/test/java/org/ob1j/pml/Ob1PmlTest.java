package org.ob1j.pml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ob1j.runtime.pml.PmlCommunicator.ANY_SOURCE;
import static org.ob1j.runtime.pml.PmlCommunicator.ANY_TAG;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.pml.dispatch.SelfMessages;
import org.ob1j.pml.protocol.ReceiveRequest;
import org.ob1j.runtime.datatype.BufferException;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.pml.MessageStatus;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.PmlException;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.pml.SendMode;
import org.ob1j.runtime.progress.WaitDescription;

@Timeout(120)
class Ob1PmlTest {
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);
  private static final int LONG_MESSAGE = 100_000;

  private InMemoryJob job;
  private final MessageStatus status = new MessageStatus();

  /** Over what it runs; PointToPointSuiteTest has the others. */
  PointToPointTransport transport() {
    return PointToPointTransport.IN_MEMORY;
  }

  private void start(int ranks, Map<String, String> parameters) {
    job = transport().job(ranks, 7, parameters);
  }

  private void start(int ranks) {
    start(ranks, Map.of());
  }

  @AfterEach
  void close() {
    if (job != null) {
      job.close();
    }
  }

  private PmlRequest isend(SendMode mode, byte[] data, int from, int to, int tag) {
    return job.world(from).isend(mode, data, data.length, BYTES, to, tag);
  }

  private PmlRequest irecv(byte[] buffer, int rank, int source, int tag) {
    return job.world(rank).irecv(buffer, buffer.length, BYTES, source, tag);
  }

  private static byte[] pattern(int length, int seed) {
    byte[] data = new byte[length];
    for (int i = 0; i < length; i++) {
      data[i] = (byte) (i * 31 + seed);
    }
    return data;
  }

  private void pollOften() {
    for (int i = 0; i < 1000; i++) {
      job.poll();
    }
  }

  @Test
  void shouldTruncateALongEagerMessageAndSayHowMuchArrived() {
    start(2);
    byte[] buffer = new byte[10];
    PmlRequest receive = irecv(buffer, 1, 0, 3);
    PmlRequest send = isend(SendMode.STANDARD, pattern(20, 1), 0, 1, 3);
    job.await("both", () -> send.isComplete() && receive.isComplete());

    receive.copyStatus(status);
    assertThat(status.error).isEqualTo(PmlError.TRUNCATED);
    assertThat(status.lengthBytes).isEqualTo(10);
    assertThat(status.messageBytes).isEqualTo(20);
    assertThat(send.error()).isEqualTo(PmlError.NONE);
    assertThat(buffer).isEqualTo(Arrays.copyOf(pattern(20, 1), 10));
  }

  @ParameterizedTest
  @ValueSource(ints = {20, LONG_MESSAGE})
  void shouldSayHowLongATruncatedMessageToItselfWas(int lengthBytes) {
    start(1);
    for (boolean posted : new boolean[] {true, false}) {
      byte[] buffer = new byte[10];
      PmlRequest early = posted ? irecv(buffer, 0, 0, 3) : null;
      PmlRequest send = isend(SendMode.STANDARD, pattern(lengthBytes, 1), 0, 0, 3);
      PmlRequest receive = posted ? early : irecv(buffer, 0, 0, 3);
      job.await("both", () -> send.isComplete() && receive.isComplete());

      receive.copyStatus(status);
      assertThat(status.error).isEqualTo(PmlError.TRUNCATED);
      assertThat(status.lengthBytes).isEqualTo(10);
      assertThat(status.messageBytes).isEqualTo(lengthBytes);
    }
  }

  @Test
  void shouldTruncateARendezvousWithoutMovingTheRest() {
    start(2);
    byte[] buffer = new byte[5000];
    PmlRequest receive = irecv(buffer, 1, 0, 3);
    PmlRequest send = isend(SendMode.STANDARD, pattern(LONG_MESSAGE, 1), 0, 1, 3);
    job.await("both", () -> send.isComplete() && receive.isComplete());

    receive.copyStatus(status);
    assertThat(status.error).isEqualTo(PmlError.TRUNCATED);
    assertThat(status.lengthBytes).isEqualTo(5000);
    assertThat(buffer).isEqualTo(Arrays.copyOf(pattern(LONG_MESSAGE, 1), 5000));
  }

  @Test
  void shouldCompleteASynchronousSendOnlyWhenMatched() {
    start(2);
    for (int length : new int[] {0, 100, LONG_MESSAGE}) {
      PmlRequest send = isend(SendMode.SYNCHRONOUS, pattern(length, 2), 0, 1, 5);
      pollOften();
      assertThat(send.isComplete()).as("length %d", length).isFalse();

      byte[] buffer = new byte[length];
      PmlRequest receive = irecv(buffer, 1, ANY_SOURCE, ANY_TAG);
      job.await("both", () -> send.isComplete() && receive.isComplete());
      assertThat(buffer).isEqualTo(pattern(length, 2));
    }
  }

  @Test
  void shouldLetTheLastTagBeReceivedFirstAndKeepUnexpectedBytesBounded() {
    start(2, Map.of("pml_ob1j_unexpected_bytes", "64k"));
    int messages = 3_000;
    List<PmlRequest> sends = new ArrayList<>();
    for (int tag = 0; tag < messages; tag++) {
      sends.add(isend(SendMode.STANDARD, pattern(1024, tag), 0, 1, tag));
    }
    pollOften();
    byte[] buffer = new byte[1024];
    for (int tag = messages - 1; tag >= 0; tag--) {
      PmlRequest receive = irecv(buffer, 1, 0, tag);
      job.await("the receive", receive::isComplete);
      assertThat(buffer).isEqualTo(pattern(1024, tag));
      assertThat(job.engine(1).arrivals().payloadBytesInUse()).isLessThanOrEqualTo(64 * 1024);
      job.engine(1).release(receive);
    }
    job.await("every send", () -> sends.stream().allMatch(PmlRequest::isComplete));
  }

  @Test
  void shouldCancelAReceiveThatHasNotMatched() {
    start(2);
    PmlRequest receive = irecv(new byte[8], 1, 0, 9);
    job.engine(1).cancel(receive, receive.generation());
    assertThat(receive.isComplete()).isTrue();
    receive.copyStatus(status);
    assertThat(status.cancelled).isTrue();
    assertThat(status.source).isEqualTo(PmlCommunicator.ANY_SOURCE);
    assertThat(status.tag).isEqualTo(PmlCommunicator.ANY_TAG);

    // The message goes to the next receive as if the cancelled one had never been.
    byte[] buffer = new byte[8];
    isend(SendMode.STANDARD, pattern(8, 4), 0, 1, 9);
    PmlRequest next = irecv(buffer, 1, 0, 9);
    job.await("the next receive", next::isComplete);
    job.engine(1).cancel(next, next.generation());
    next.copyStatus(status);
    assertThat(status.cancelled).isFalse();
    assertThat(buffer).isEqualTo(pattern(8, 4));
  }

  /** As when one thread cancels a receive that another has completed and freed meanwhile. */
  @Test
  void shouldNotCancelTheReceiveThatHasTakenTheRequestOver() {
    start(2);
    PmlRequest first = irecv(new byte[8], 1, 0, 9);
    int generation = first.generation();
    job.engine(1).cancel(first, generation);
    job.engine(1).release(first);
    byte[] buffer = new byte[8];
    PmlRequest next = irecv(buffer, 1, 0, 10);
    assertThat(next).isSameAs(first);

    job.engine(1).cancel(next, generation);
    assertThat(next.isComplete()).isFalse();
    isend(SendMode.STANDARD, pattern(8, 4), 0, 1, 10);
    job.await("the receive", next::isComplete);
    assertThat(buffer).isEqualTo(pattern(8, 4));
  }

  @Test
  void shouldHoldMessagesForACommunicatorThatIsNotOpenYet() {
    start(2);
    int[] processes = {0, 1};
    PmlCommunicator early = job.engine(0).open(8, 0, processes);
    List<PmlRequest> sends = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      byte[] data = pattern(i * 400, i);
      sends.add(early.isend(SendMode.STANDARD, data, data.length, BYTES, 1, i));
    }
    pollOften();
    assertThat(job.engine(1).contexts().heldCount()).isPositive();

    PmlCommunicator late = job.engine(1).open(8, 1, processes);
    for (int i = 0; i < 20; i++) {
      byte[] buffer = new byte[i * 400];
      PmlRequest receive = late.irecv(buffer, buffer.length, BYTES, 0, ANY_TAG);
      job.await("receive " + i, receive::isComplete);
      receive.copyStatus(status);
      assertThat(status.tag).isEqualTo(i);
      assertThat(buffer).isEqualTo(pattern(i * 400, i));
    }
    job.await("every send", () -> sends.stream().allMatch(PmlRequest::isComplete));
    assertThat(job.engine(1).contexts().heldCount()).isZero();
  }

  @Test
  void shouldGiveNothingToAClosedCommunicator() {
    start(2);
    int[] processes = {0, 1};
    PmlCommunicator sender = job.engine(0).open(8, 0, processes);
    PmlCommunicator receiver = job.engine(1).open(8, 1, processes);
    PmlRequest matched = receiver.irecv(new byte[8], 8, BYTES, 0, 5);
    sender.isend(SendMode.STANDARD, pattern(8, 1), 8, BYTES, 1, 5);
    job.await("the first message", matched::isComplete);
    PmlRequest neverMatched = receiver.irecv(new byte[8], 8, BYTES, 0, 5);
    job.engine(1).close(receiver);

    sender.isend(SendMode.STANDARD, pattern(8, 2), 8, BYTES, 1, 5);
    pollOften();

    assertThat(neverMatched.isComplete()).isFalse();
  }

  @Test
  void shouldSendToItselfInEveryModeWhetherExpectedOrNot() {
    start(1);
    job.engine(0).attachBuffer(1 << 20);
    for (SendMode mode : SendMode.values()) {
      for (int length : new int[] {0, 10, 5000, SelfMessages.COPIED_BYTES + 1, 300_000}) {
        byte[] data = pattern(length, mode.ordinal());
        byte[] first = new byte[length];
        byte[] second = new byte[length];
        PmlRequest expected = irecv(first, 0, 0, 1);
        PmlRequest send = isend(mode, data, 0, 0, 1);
        assertThat(expected.isComplete() && send.isComplete()).isTrue();
        assertThat(first).isEqualTo(data);

        PmlRequest unexpected = isend(mode, data.clone(), 0, 0, 2);
        assertThat(job.world(0).iprobe(ANY_SOURCE, 2, status)).isTrue();
        assertThat(status.lengthBytes).isEqualTo(length);
        PmlRequest receive = irecv(second, 0, ANY_SOURCE, 2);
        assertThat(receive.isComplete() && unexpected.isComplete()).isTrue();
        assertThat(second).isEqualTo(data);
        List.of(expected, send, unexpected, receive).forEach(job.engine(0)::release);
      }
    }
    assertThat(job.engine(0).requests().sends().inUse()).isZero();
    assertThat(job.engine(0).requests().receives().inUse()).isZero();
    job.engine(0).detachBuffer();
  }

  @Test
  void shouldFreeTheUsersBufferOfABufferedSendAtOnce() {
    start(2);
    job.engine(0).attachBuffer(LONG_MESSAGE + 128);
    byte[] data = pattern(LONG_MESSAGE, 6);
    PmlRequest send = isend(SendMode.BUFFERED, data, 0, 1, 1);
    assertThat(send.isComplete()).isTrue();
    Arrays.fill(data, (byte) 0);

    byte[] buffer = new byte[LONG_MESSAGE];
    PmlRequest receive = irecv(buffer, 1, 0, 1);
    job.await("the receive", receive::isComplete);
    assertThat(buffer).isEqualTo(pattern(LONG_MESSAGE, 6));
  }

  @Test
  void shouldRefuseABufferedSendThatTheAttachedBufferCannotHold() {
    start(2);
    assertThatThrownBy(() -> isend(SendMode.BUFFERED, new byte[LONG_MESSAGE], 0, 1, 1))
        .isInstanceOf(PmlException.class)
        .hasMessageContaining("MPI.attachBuffer");
    job.engine(0).attachBuffer(1000);
    assertThatThrownBy(() -> isend(SendMode.BUFFERED, new byte[873], 0, 1, 1))
        .isInstanceOf(PmlException.class)
        .hasMessageContaining("needs 1001 bytes")
        .hasMessageContaining("1000 of 1000 are free");
    isend(SendMode.BUFFERED, new byte[872], 0, 1, 1);
    job.engine(0).detachBuffer();
    assertThat(job.engine(0).requests().sends().inUse()).isEqualTo(1);
  }

  @Test
  void shouldNotSendOrReceiveWhenTheBufferCannotBeUsed() {
    start(2);
    assertThatThrownBy(() -> job.world(0).isend(SendMode.STANDARD, "text", 1, BYTES, 1, 0))
        .isInstanceOf(BufferException.class);
    assertThatThrownBy(() -> job.world(0).irecv(new byte[3], 4, BYTES, 1, 0))
        .isInstanceOf(ArrayIndexOutOfBoundsException.class)
        .hasMessageContaining("holds 3 bytes");
    assertThatThrownBy(
            () ->
                job.world(0)
                    .irecv(java.nio.ByteBuffer.allocate(4).asReadOnlyBuffer(), 4, BYTES, 1, 0))
        .isInstanceOf(BufferException.class)
        .hasMessageContaining("read-only");
    assertThat(job.engine(0).requests().sends().inUse()).isZero();
    assertThat(job.engine(0).requests().receives().inUse()).isZero();
  }

  @Test
  void shouldEndEverythingThatConcernsAPeerThatFails() {
    start(3);
    PmlRequest fromFailed = irecv(new byte[8], 0, 1, 1);
    PmlRequest fromOther = irecv(new byte[8], 0, 2, 1);
    PmlRequest toFailed = isend(SendMode.SYNCHRONOUS, new byte[8], 0, 1, 2);
    pollOften();
    job.engine(1).close();
    job.await("the failure", () -> fromFailed.isComplete() && toFailed.isComplete());

    assertThat(fromFailed.error()).isEqualTo(PmlError.PEER_FAILED);
    assertThat(toFailed.error()).isEqualTo(PmlError.PEER_FAILED);
    assertThat(fromOther.isComplete()).isFalse();
    assertThatThrownBy(() -> isend(SendMode.SYNCHRONOUS, new byte[8], 0, 1, 2))
        .isInstanceOf(PmlException.class)
        .hasMessageContaining("rank 1 cannot be reached any more: ");
    assertThat(job.world(0).failureOf(1))
        .startsWith("rank 1 cannot be reached any more: ")
        .isEqualTo(job.world(0).failureOf(ANY_SOURCE));
    assertThat(job.world(0).failureOf(2)).isNull();
    assertThat(irecv(new byte[8], 0, 1, 1).error()).isEqualTo(PmlError.PEER_FAILED);
    isend(SendMode.STANDARD, new byte[8], 2, 0, 1);
    job.await("the message of the other", fromOther::isComplete);
  }

  @Test
  void shouldReportWhatItWaitsForAndWhatIsQueued() {
    start(2);
    job.world(0).setLabel(() -> "the world");
    irecv(new byte[16], 0, 1, 42);
    isend(SendMode.SYNCHRONOUS, new byte[5000], 0, 1, 43);
    pollOften();
    assertThat(job.engine(0).describe())
        .contains("posted: receive of at most 16 bytes from rank 1, tag 42")
        .contains("pending: receive of at most 16 bytes from rank 1, tag 42, POSTED, the world\n")
        .contains("pending: send of 5000 bytes to rank 1, tag 43, AWAITING_ACK, the world\n");
    assertThat(job.engine(1).describe()).contains("unexpected: 5000 bytes from rank 0, tag 43");
  }

  @Test
  void shouldDescribeWhatARequestWaitsFor() {
    start(3);
    job.world(0).setLabel(() -> "the world");

    WaitDescription receive = WaitDescription.of(irecv(new byte[16], 0, 2, 42));
    assertThat(receive.operations())
        .containsExactly("receive of at most 16 bytes from rank 2, tag 42, POSTED, the world");
    assertThat(receive.processes()).containsExactly(2);
    assertThat(receive.isAnyOne()).isFalse();

    WaitDescription any =
        WaitDescription.of(irecv(new byte[16], 0, PmlCommunicator.ANY_SOURCE, 43));
    assertThat(any.processes()).containsExactly(1, 2);
    assertThat(any.isAnyOne()).isTrue();

    WaitDescription send =
        WaitDescription.of(isend(SendMode.SYNCHRONOUS, new byte[5000], 0, 1, 43));
    assertThat(send.operations())
        .containsExactly("send of 5000 bytes to rank 1, tag 43, AWAITING_ACK, the world");
    assertThat(send.processes()).containsExactly(1);
  }

  @Test
  void shouldFindNothingUnderTheNameOfARequestThatWasGivenBack() {
    start(2);
    PmlRequest receive = irecv(new byte[4], 1, 0, 1);
    long generation = receive.generation();
    isend(SendMode.STANDARD, new byte[4], 0, 1, 1);
    job.await("the receive", receive::isComplete);
    int slot = ((ReceiveRequest) receive).slot();
    job.engine(1).release(receive);
    assertThat(job.engine(1).requests().receives().find(generation << 32 | slot)).isNull();
  }
}
