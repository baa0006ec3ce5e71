package org.ob1j.btl.sm.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.sm.buffer.BufferKey;
import org.ob1j.btl.sm.buffer.BufferLocation;
import org.ob1j.btl.sm.copy.CopyBoard.SourceKind;
import org.ob1j.runtime.memory.Memory;

/** A shared copy that the receiver gives up while the sender helps. */
class GivenUpGetTest {
  private static final long OPERATION = 7;
  private static final int CHUNKS = 8;
  private static final int CHUNK_BYTES = 4096;
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final CopyBoard.Job job =
      new CopyBoard.Job(
          1,
          SourceKind.RUN,
          0,
          new BufferKey(1, 1, 0, new BufferLocation(1, 1, 8192, 4096, 1), 1),
          null,
          0,
          CHUNKS * CHUNK_BYTES,
          CHUNK_BYTES);
  private final CopyBoard board = new CopyBoard(Memory.allocate(CopyBoard.BYTES), 0);
  private final List<Long> copiedHere = new ArrayList<>();
  private final List<Long> copiedByPeer = new ArrayList<>();
  private final PendingGet get =
      new PendingGet(
          (target, position, at, count) -> copiedHere.add(at),
          null,
          0,
          job.lengthBytes(),
          CHUNK_BYTES,
          null);

  private CopyHelp shared(CopyHelp.Copy copy) {
    board.offer(OPERATION, job);
    get.share(board, 0, OPERATION);
    return new CopyHelp(board, OPERATION, job, copy);
  }

  @Test
  void shouldLetNobodyCopyMore() {
    CopyHelp help = shared((at, count) -> copiedByPeer.add(at));
    assertThat(get.advance(CHUNK_BYTES)).isFalse();
    assertThat(help.advance(CHUNK_BYTES)).isTrue();
    assertThat(get.giveUp(PATIENCE_NANOS)).isTrue();
    assertThat(help.advance(job.lengthBytes())).isFalse();
    assertThat(copiedHere).containsExactly((CHUNKS - 1L) * CHUNK_BYTES);
    assertThat(copiedByPeer).containsExactly(0L);
  }

  @Test
  @Timeout(120)
  void shouldWaitForTheChunkThatThePeerIsCopying() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    CopyHelp help =
        shared(
            (at, count) -> {
              begun.countDown();
              await(mayEnd);
              copiedByPeer.add(at);
            });
    Thread peer = new Thread(() -> help.advance(CHUNK_BYTES));
    Thread receiver = new Thread(() -> get.giveUp(PATIENCE_NANOS));
    peer.start();
    begun.await();
    receiver.start();
    receiver.join(50);
    assertThat(receiver.isAlive()).isTrue();
    mayEnd.countDown();
    receiver.join();
    assertThat(board.helped(OPERATION)).isOne();
    peer.join();
    assertThat(copiedByPeer).containsExactly(0L);
  }

  @Test
  void shouldBeRefusedOnceThePeerHasEndedIfAChunkCannotBeRead() {
    PendingGet unreadable =
        new PendingGet(
            (target, position, at, count) -> {
              throw new BtlException("forbidden");
            },
            null,
            0,
            job.lengthBytes(),
            CHUNK_BYTES,
            null);
    board.offer(OPERATION, job);
    unreadable.share(board, 0, OPERATION);
    assertThat(board.takeFirst(OPERATION, CHUNKS)).isZero();

    assertThat(unreadable.advance(CHUNK_BYTES)).isFalse();
    assertThat(board.takeFirst(OPERATION, CHUNKS)).isNegative();
    assertThat(unreadable.leaveBoard()).isNegative();
    board.setHelped(OPERATION, 1, false);
    assertThat(unreadable.advance(CHUNK_BYTES)).isTrue();
    assertThat(unreadable.result()).isEqualTo(BtlResult.REFUSED);
  }

  @Test
  void shouldBeRefusedIfThePeerCouldNotWriteAChunkEvenWhenItsBoardIsAnothers() {
    CopyHelp help =
        shared(
            (at, count) -> {
              throw new BtlException("forbidden");
            });
    assertThat(help.advance(job.lengthBytes())).isFalse();
    assertThat(board.helped(OPERATION)).isOne();
    assertThat(board.helpFailed(OPERATION)).isTrue();
    assertThat(board.helpFailed(OPERATION + 1)).isFalse();

    assertThat(get.advance(job.lengthBytes())).isTrue();
    assertThat(get.result()).isEqualTo(BtlResult.REFUSED);
    assertThat(get.leaveBoard()).isZero();
    board.offer(OPERATION + 1, job);
    assertThat(get.advance(CHUNK_BYTES)).isTrue();
    assertThat(get.result()).isEqualTo(BtlResult.REFUSED);
    assertThat(copiedHere).hasSize(CHUNKS - 1);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
  }

  @Test
  void shouldNotWaitForeverForAPeerThatHasDied() {
    shared((at, count) -> copiedByPeer.add(at));
    assertThat(board.takeFirst(OPERATION, CHUNKS)).isZero();
    assertThat(get.giveUp(0)).isFalse();
    assertThat(copiedHere).isEmpty();
  }
}
