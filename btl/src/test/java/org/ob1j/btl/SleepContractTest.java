package org.ob1j.btl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.runtime.progress.Sleeper;

/** What a transport must do whose module says that the process need not poll it. */
@Timeout(120)
public abstract class SleepContractTest {
  private static final int ROUNDS = 2_000;
  private static final int LONGEST_PAUSE_NANOS = 200_000;
  private static final int HEADER_BYTES = 24;

  private BtlFabric fabric;

  /** A new component of the transport under test. */
  protected abstract BtlComponent newComponent();

  /** Values of parameters for every rank. */
  protected Map<String, String> parameters() {
    return Map.of();
  }

  @AfterEach
  void close() {
    fabric.close();
  }

  /** What a rank does that has nothing to do; returns whether it slept and was woken too late. */
  private static boolean overslept(FabricRank rank) {
    Sleeper sleeper = rank.sleeper();
    sleeper.prepare();
    try {
      long prepared = System.nanoTime();
      while (System.nanoTime() - prepared < Sleeper.GRACE_NANOS) {
        if (rank.progress() != 0) {
          return false;
        }
      }
      long limitNanos = sleeper.limitNanos();
      if (limitNanos == 0) {
        return false;
      }
      long asleep = System.nanoTime();
      sleeper.sleep(limitNanos);
      return limitNanos == Sleeper.LONGEST_NANOS && System.nanoTime() - asleep >= limitNanos;
    } finally {
      sleeper.end();
    }
  }

  private void open(int size) {
    fabric = BtlFabric.open(size, this::newComponent, parameters());
    for (int rank = 1; rank < size; rank++) {
      exchange(rank);
    }
  }

  /** Makes the connection. */
  private void exchange(int with) {
    fabric.send(0, with, HEADER_BYTES, 0);
    fabric.send(with, 0, HEADER_BYTES, 0);
    int there = fabric.rank(0).sent(with).size();
    int back = fabric.rank(with).sent(0).size();
    fabric.await(
        "messages between rank 0 and rank " + with,
        () ->
            fabric.rank(with).receiver().received(0).size() == there
                && fabric.rank(0).receiver().received(with).size() == back);
  }

  private boolean sleeps(FabricRank rank) {
    rank.sleeper().prepare();
    boolean sleeps = rank.sleeper().limitNanos() > 0;
    rank.sleeper().end();
    return sleeps;
  }

  @Test
  void shouldSleepWhenThereIsNothingToDo() {
    open(3);

    for (int rank = 0; rank < 3; rank++) {
      FabricRank idle = fabric.rank(rank);
      idle.await("nothing to do", () -> sleeps(idle));
    }
  }

  @Test
  void shouldNotSleepWhileAFrameWaits() {
    open(2);
    FabricRank receiver = fabric.rank(1);
    receiver.await("nothing to do", () -> sleeps(receiver));

    fabric.rank(0).await("a frame to leave", () -> fabric.rank(0).trySend(1, HEADER_BYTES, 8));
    fabric.rank(0).endpoint(1).push();
    boolean overslept = overslept(receiver);
    receiver.await("the frame", () -> receiver.receiver().received(0).size() == 2);

    assertThat(overslept).isFalse();
  }

  @Test
  void shouldWakeForEachFrameWheneverItComes() {
    open(2);
    AtomicInteger overslept = new AtomicInteger();

    fabric.inThreads(rank -> exchange(rank, overslept));

    assertThat(overslept).hasValue(0);
    for (int rank = 0; rank < 2; rank++) {
      assertThat(fabric.rank(rank).receiver().errors()).isEmpty();
    }
  }

  /** Rank 1 answers what comes, and sleeps in between; rank 0 pauses before each message. */
  private void exchange(FabricRank rank, AtomicInteger overslept) {
    int peer = 1 - rank.rank();
    Random random = new Random(rank.rank());
    for (int round = 1; round <= ROUNDS; round++) {
      if (rank.rank() == 0) {
        pause(random.nextInt(LONGEST_PAUSE_NANOS));
        sendNext(rank, peer, random.nextInt(1_000));
      }
      while (rank.receiver().received(peer).size() <= round) {
        if (rank.progress() == 0 && rank.rank() == 1 && overslept(rank)) {
          overslept.incrementAndGet();
        }
      }
      if (rank.rank() == 1) {
        sendNext(rank, peer, random.nextInt(1_000));
      }
    }
  }

  private static void sendNext(FabricRank rank, int peer, int payloadBytes) {
    rank.await("room for a frame", () -> rank.trySend(peer, HEADER_BYTES, payloadBytes));
    rank.endpoint(peer).push();
  }

  private static void pause(int nanos) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos) {
      Thread.onSpinWait();
    }
  }

  @Test
  void shouldWakeWhenAFullTransportHasRoomAgain() {
    open(2);
    AtomicInteger overslept = new AtomicInteger();
    FabricRank sender = fabric.rank(0);
    int longest = Math.min(16_000, sender.endpoint(1).maxFrameBytes() - HEADER_BYTES);
    while (sender.trySend(1, HEADER_BYTES, longest)) {
      sender.endpoint(1).push();
    }

    fabric.inThreads(
        rank -> {
          if (rank.rank() == 1) {
            pause(20_000_000);
            rank.await("all", () -> rank.receiver().received(0).size() == sender.sent(1).size());
            return;
          }
          while (!rank.trySend(1, HEADER_BYTES, longest)) {
            if (rank.progress() == 0 && overslept(rank)) {
              overslept.incrementAndGet();
            }
          }
        });

    assertThat(overslept).hasValue(0);
  }
}
