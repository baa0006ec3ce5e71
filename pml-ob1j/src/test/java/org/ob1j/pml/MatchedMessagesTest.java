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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.pml.MessageStatus;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.PmlException;
import org.ob1j.runtime.pml.PmlMessage;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.pml.SendMode;

/** Messages that are taken out of matching, then received or discarded. */
@Timeout(120)
class MatchedMessagesTest {
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);
  private static final int TAG = 7;
  private static final int LONG_MESSAGE = 100_000;
  private static final long THRESHOLD = 1000;

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

  private PmlRequest isend(SendMode mode, byte[] data, int from, int to) {
    return job.world(from).isend(mode, data, data.length, BYTES, to, TAG);
  }

  private static byte[] pattern(int length) {
    byte[] data = new byte[length];
    for (int i = 0; i < length; i++) {
      data[i] = (byte) (i * 31 + length);
    }
    return data;
  }

  /** Polls until a message is there for a rank, and takes it. */
  private PmlMessage match(int rank) {
    PmlMessage[] found = new PmlMessage[1];
    job.await(
        "a message",
        () -> {
          found[0] = job.world(rank).matchNow(ANY_SOURCE, ANY_TAG);
          return found[0] != null;
        });
    return found[0];
  }

  private void pollOften() {
    for (int i = 0; i < 1000; i++) {
      job.poll();
    }
  }

  private void expectNothingLeft() {
    pollOften();
    for (int rank = 0; rank < 2; rank++) {
      Ob1Pml engine = job.engine(rank);
      assertThat(engine.unclaimed().size()).isZero();
      assertThat(engine.arrivals().payloadBytesInUse()).isZero();
      assertThat(engine.requests().receives().inUse()).isZero();
      assertThat(engine.requests().sends().inUse()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2000, LONG_MESSAGE})
  void shouldReceiveTheMessageThatWasMatchedAndNoOther(int length) {
    start(2);
    byte[] first = pattern(length);
    PmlRequest send = isend(SendMode.STANDARD, first, 0, 1);
    PmlRequest other = isend(SendMode.STANDARD, new byte[3], 0, 1);
    PmlMessage message = match(1);
    assertThat(message.source()).isZero();
    assertThat(message.tag()).isEqualTo(TAG);
    assertThat(message.lengthBytes()).isEqualTo(length);

    byte[] three = new byte[3];
    PmlRequest receive = job.world(1).irecv(three, 3, BYTES, 0, TAG);
    job.await("the other", () -> receive.isComplete() && other.isComplete());
    receive.copyStatus(status);
    assertThat(status.lengthBytes).isEqualTo(3);

    byte[] buffer = new byte[length];
    PmlRequest claimed = message.receive(buffer, length, BYTES);
    job.await("the message", () -> claimed.isComplete() && send.isComplete());
    claimed.copyStatus(status);
    assertThat(status.lengthBytes).isEqualTo(length);
    assertThat(status.error).isEqualTo(PmlError.NONE);
    assertThat(buffer).isEqualTo(first);
    job.engine(0).release(send);
    job.engine(0).release(other);
    job.engine(1).release(receive);
    job.engine(1).release(claimed);
    expectNothingLeft();
    job.close();
    job = null;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2000, LONG_MESSAGE})
  void shouldCompleteTheSenderOfADiscardedMessage(int length) {
    for (SendMode mode : SendMode.values()) {
      for (int from = 0; from < 2; from++) {
        start(2, Map.of());
        job.engine(from).attachBuffer(length + 128);
        PmlRequest send = isend(mode, pattern(length), from, 1);
        match(1).discard();
        job.await("the send", send::isComplete);
        assertThat(send.error()).isEqualTo(PmlError.NONE);
        job.engine(from).release(send);
        expectNothingLeft();
        job.engine(from).detachBuffer();
        assertThat(job.world(1).matchNow(0, TAG)).isNull();
        job.close();
        job = null;
      }
    }
  }

  @Test
  void shouldReturnTheCreditOfWhatIsDiscarded() {
    start(2, Map.of("pml_ob1j_unexpected_bytes", "10000"));
    for (int i = 0; i < 100; i++) {
      PmlRequest send = isend(SendMode.STANDARD, pattern(2000), 0, 1);
      PmlMessage message = match(1);
      assertThat(message.arrivedBytes()).as("message %d was sent eagerly", i).isEqualTo(2000);
      message.discard();
      job.await("the send", send::isComplete);
      job.engine(0).release(send);
      pollOften();
    }
    expectNothingLeft();
  }

  @Test
  void shouldClaimAMessageOnce() {
    start(2);
    isend(SendMode.STANDARD, new byte[4], 0, 1);
    PmlMessage message = match(1);
    assertThatThrownBy(() -> message.receive(new byte[2], 4, BYTES))
        .isInstanceOf(ArrayIndexOutOfBoundsException.class);
    PmlRequest receive = message.receive(new byte[4], 4, BYTES);
    job.await("the message", receive::isComplete);
    assertThatThrownBy(message::discard).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> message.receiveNext(new byte[1], 1))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> message.receive(new byte[4], 4, BYTES))
        .isInstanceOf(IllegalStateException.class);
    assertThat(message.lengthBytes()).isEqualTo(4);
  }

  @ParameterizedTest
  @EnumSource(SendMode.class)
  void shouldBringNoDataOfAMessageAboveTheThresholdBeforeItIsClaimed(SendMode mode) {
    start(2);
    job.world(0).setVariableThreshold(THRESHOLD);
    job.world(1).setVariableThreshold(THRESHOLD);
    job.engine(0).attachBuffer(2 * (LONG_MESSAGE + 128));
    for (int length : new int[] {(int) THRESHOLD, (int) THRESHOLD + 1, 1500, LONG_MESSAGE}) {
      byte[] data = pattern(length);
      PmlRequest send = isend(mode, data, 0, 1);
      PmlMessage message = match(1);
      assertThat(message.arrivedBytes())
          .as("of %d bytes", length)
          .isEqualTo(length <= THRESHOLD ? length : 0);
      assertThat(send.isComplete())
          .as("send of %d bytes", length)
          .isEqualTo(
              mode == SendMode.BUFFERED || length <= THRESHOLD && mode != SendMode.SYNCHRONOUS);
      byte[] buffer = new byte[length];
      PmlRequest receive = message.receive(buffer, length, BYTES);
      job.await("the message", () -> receive.isComplete() && send.isComplete());
      assertThat(buffer).isEqualTo(data);
      job.engine(0).release(send);
      job.engine(1).release(receive);
    }
    expectNothingLeft();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 700, 1999, 2000, 2001, 4096, LONG_MESSAGE})
  void shouldReceiveAMessagePartByPart(int partBytes) {
    for (int length : new int[] {1, 2000, 4096, LONG_MESSAGE}) {
      for (SendMode mode : SendMode.values()) {
        if (length / partBytes > 5000) {
          continue;
        }
        for (int from = 0; from < 2; from++) {
          start(2, Map.of());
          job.engine(from).attachBuffer(length + 128);
          PmlRequest send = isend(mode, pattern(length), from, 1);
          byte[] received = receiveParts(match(1), partBytes, length);
          job.await("the send", send::isComplete);
          assertThat(received).isEqualTo(pattern(length));
          job.engine(from).release(send);
          job.engine(from).detachBuffer();
          expectNothingLeft();
          job.close();
          job = null;
        }
      }
    }
  }

  /** Takes so many bytes of a message. */
  private byte[] receiveParts(PmlMessage message, int partBytes, int lengthBytes) {
    byte[] received = new byte[lengthBytes];
    for (int at = 0; at < lengthBytes; ) {
      int bytes = Math.min(partBytes, lengthBytes - at);
      byte[] part = new byte[bytes];
      PmlRequest receive = message.receiveNext(part, bytes);
      job.await("a part", receive::isComplete);
      receive.copyStatus(status);
      assertThat(status.lengthBytes).isEqualTo(bytes);
      assertThat(status.error).isEqualTo(PmlError.NONE);
      job.engine(1).release(receive);
      System.arraycopy(part, 0, received, at, bytes);
      at += bytes;
    }
    return received;
  }

  @ParameterizedTest
  @ValueSource(ints = {1000, 3000, 5000, LONG_MESSAGE - 1})
  void shouldDiscardTheRestOfAMessageOfWhichPartsWereReceived(int receivedBytes) {
    for (int from = 0; from < 2; from++) {
      start(2, Map.of());
      PmlRequest send = isend(SendMode.STANDARD, pattern(LONG_MESSAGE), from, 1);
      PmlMessage message = match(1);
      byte[] received = receiveParts(message, 1000, receivedBytes);
      assertThat(received).isEqualTo(Arrays.copyOf(pattern(LONG_MESSAGE), receivedBytes));
      assertThatThrownBy(() -> message.receive(received, 1, BYTES))
          .isInstanceOf(IllegalStateException.class);
      assertThat(send.isComplete()).isFalse();
      message.discard();
      job.await("the send", send::isComplete);
      job.engine(from).release(send);
      expectNothingLeft();
      job.close();
      job = null;
    }
  }

  @Test
  void shouldHoldABoundedNumberOfMessages() {
    start(2, Map.of("pml_ob1j_unclaimed_messages", "2"));
    for (int i = 0; i < 3; i++) {
      isend(SendMode.STANDARD, new byte[4], 0, 1);
    }
    PmlMessage first = match(1);
    match(1);
    assertThatThrownBy(() -> match(1))
        .isInstanceOf(PmlException.class)
        .hasMessage(
            "2 messages have been matched and neither received nor discarded;"
                + " pml_ob1j_unclaimed_messages allows no more");
    job.await("the third", () -> job.world(1).iprobe(0, TAG, status));
    first.discard();
    match(1);
    assertThat(job.engine(1).describe()).contains("matched, not claimed: 4 bytes from rank 0");
  }

  @Test
  void shouldDiscardAtTheEndWhatNobodyClaimed() {
    start(2);
    List<PmlRequest> sends = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      sends.add(isend(SendMode.SYNCHRONOUS, pattern(LONG_MESSAGE), 0, 1));
      match(1);
    }
    job.engine(1).discardUnclaimed();
    job.await("the sends", () -> sends.stream().allMatch(PmlRequest::isComplete));
    sends.forEach(send -> job.engine(0).release(send));
    expectNothingLeft();
  }

  @Test
  void shouldEndAClaimWhoseSenderHasFailed() {
    start(2);
    isend(SendMode.STANDARD, pattern(LONG_MESSAGE), 0, 1);
    isend(SendMode.STANDARD, pattern(8), 0, 1);
    isend(SendMode.STANDARD, pattern(LONG_MESSAGE), 0, 1);
    isend(SendMode.STANDARD, pattern(LONG_MESSAGE), 0, 1);
    PmlMessage longer = match(1);
    PmlMessage shorter = match(1);
    PmlMessage unwanted = match(1);
    PmlMessage broken = match(1);
    job.engine(0).close();
    job.await("the failure", () -> job.engine(1).peers().hasFailed(0));

    // Where the memory can be put or got, the announcement brings none of its bytes.
    PmlError ofTheFirst = broken.arrivedBytes() < 9 ? PmlError.PEER_FAILED : PmlError.NONE;
    assertThat(broken.receiveNext(new byte[9], 9).error()).isEqualTo(ofTheFirst);
    assertThat(broken.receiveNext(new byte[9_000], 9_000).error()).isEqualTo(PmlError.PEER_FAILED);
    broken.discard();
    PmlRequest lost = longer.receive(new byte[LONG_MESSAGE], LONG_MESSAGE, BYTES);
    assertThat(lost.isComplete()).isTrue();
    lost.copyStatus(status);
    assertThat(status.error).isEqualTo(PmlError.PEER_FAILED);
    assertThat(status.source).isZero();
    assertThat(status.tag).isEqualTo(TAG);
    byte[] buffer = new byte[8];
    assertThat(shorter.receive(buffer, 8, BYTES).error()).isEqualTo(PmlError.NONE);
    assertThat(buffer).isEqualTo(pattern(8));
    unwanted.discard();
    assertThat(job.engine(1).unclaimed().size()).isZero();
  }

  @Test
  void shouldEndReceivesFromAnySourceWhenAPeerFails() {
    start(3);
    // A transport tells of the failure of those with whom it has to do.
    job.engine(0).peers().of(1);
    PmlRequest posted = job.world(0).irecv(new byte[8], 8, BYTES, ANY_SOURCE, TAG);
    PmlRequest fromOther = job.world(0).irecv(new byte[8], 8, BYTES, 2, TAG + 1);
    pollOften();
    job.engine(1).close();
    job.await("the failure", posted::isComplete);
    posted.copyStatus(status);
    assertThat(status.error).isEqualTo(PmlError.PEER_FAILED);
    assertThat(status.source).isEqualTo(1);
    assertThat(fromOther.isComplete()).isFalse();

    isend(SendMode.STANDARD, pattern(8), 2, 0);
    byte[] buffer = new byte[8];
    job.await("a message that is there", () -> job.world(0).iprobe(2, TAG, status));
    PmlRequest arrived = job.world(0).irecv(buffer, 8, BYTES, ANY_SOURCE, TAG);
    assertThat(arrived.error()).isEqualTo(PmlError.NONE);
    assertThat(buffer).isEqualTo(pattern(8));
    assertThat(job.world(0).irecv(buffer, 8, BYTES, ANY_SOURCE, TAG).error())
        .isEqualTo(PmlError.PEER_FAILED);
    for (int source : new int[] {ANY_SOURCE, 1}) {
      assertThatThrownBy(() -> job.world(0).probe(source, TAG, status))
          .isInstanceOf(PmlException.class)
          .hasMessageContaining("rank 1 cannot be reached any more: ");
      assertThatThrownBy(() -> job.world(0).match(source, TAG)).isInstanceOf(PmlException.class);
    }
    assertThat(job.world(0).iprobe(2, TAG, status)).isFalse();
    int[] survivors = {0, 2};
    assertThat(
            job.engine(0)
                .open(2, 0, survivors)
                .irecv(buffer, 8, BYTES, ANY_SOURCE, TAG)
                .isComplete())
        .isFalse();
    assertThat(
            job.engine(0)
                .open(3, 0, new int[] {0, 1})
                .irecv(buffer, 8, BYTES, ANY_SOURCE, TAG)
                .error())
        .isEqualTo(PmlError.PEER_FAILED);
  }

  @Test
  void shouldReportReadyMessagesForWhichNoReceiveWasPosted() {
    start(2);
    job.world(1).setLabel(() -> "the world");
    byte[] buffer = new byte[4];
    PmlRequest posted = job.world(1).irecv(buffer, 4, BYTES, 0, TAG);
    isend(SendMode.READY, new byte[4], 0, 1);
    job.await("the message", posted::isComplete);
    assertThat(job.engine(1).readyMisses().describe()).isEmpty();

    isend(SendMode.READY, new byte[4], 0, 1);
    isend(SendMode.READY, new byte[5000], 0, 1);
    isend(SendMode.READY, new byte[6], 1, 1);
    job.await("the messages", () -> job.engine(1).describe().contains("unexpected 3"));
    assertThat(job.engine(1).readyMisses().describe())
        .startsWith("messages sent in ready mode before their receives were posted: 3; the first: ")
        .endsWith("tag 7, the world");
    assertThat(job.engine(1).describe()).contains("ready mode before their receives were posted");
    PmlRequest late = job.world(1).irecv(buffer, 4, BYTES, 0, TAG);
    assertThat(late.isComplete()).isTrue();
    assertThat(Arrays.equals(buffer, new byte[4])).isTrue();
  }
}
