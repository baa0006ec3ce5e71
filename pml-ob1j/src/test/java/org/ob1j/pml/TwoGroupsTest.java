package org.ob1j.pml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ob1j.runtime.pml.PmlCommunicator.ANY_SOURCE;
import static org.ob1j.runtime.pml.PmlCommunicator.ANY_TAG;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.btl.inmemory.InMemoryFabric;
import org.ob1j.btl.inmemory.InMemoryFabric.Behaviour;
import org.ob1j.btl.inmemory.SimulatedTagMatching.Nature;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.pml.MessageStatus;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.pml.SendMode;
import org.ob1j.runtime.progress.WaitDescription;

/**
 * Contexts whose messages go from one group of processes to another. Rank 2 of the job is reached
 * by frames; between the others a transport matches tags.
 */
@Timeout(120)
class TwoGroupsTest {
  private static final int CONTEXT = 8;
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);

  private final MessageStatus status = new MessageStatus();

  private static InMemoryJob job(long seed) {
    Behaviour tagged = Behaviour.unordered().withTags(Nature.willing(4, 512));
    InMemoryFabric matching = new InMemoryFabric(seed, tagged, "matching.0", 900);
    InMemoryFabric plain = new InMemoryFabric(seed, Behaviour.unordered(), "plain.0", 100);
    return new InMemoryJob(
        3,
        rank ->
            rank == 2
                ? List.of(plain.component())
                : List.of(matching.component(), plain.component()),
        ParameterSet.of(Map.of()));
  }

  /** Opens the context on both sides; the first side has one process. */
  private static List<PmlCommunicator> open(InMemoryJob job, int alone, int[] others) {
    List<PmlCommunicator> opened = new ArrayList<>();
    opened.add(job.engine(alone).open(CONTEXT, 0, others));
    for (int rank = 0; rank < others.length; rank++) {
      opened.add(job.engine(others[rank]).open(CONTEXT, rank, new int[] {alone}));
    }
    return opened;
  }

  private static int[] others(int alone) {
    return new int[] {(alone + 2) % 3, (alone + 1) % 3};
  }

  /** The context is closed and opened again for other processes: its id is used again. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void shouldExchangeMessagesWithTheOtherGroup(long seed) {
    Random random = new Random(seed);
    try (InMemoryJob job = job(seed)) {
      for (int alone : new int[] {0, 1, 2, 0, 2}) {
        int[] others = others(alone);
        List<PmlCommunicator> opened = open(job, alone, others);
        for (int from = 0; from < 2; from++) {
          int process = others[from];
          PmlCommunicator other = opened.get(from + 1);
          assertThat(other.rank()).isEqualTo(from);
          assertThat(other.size()).isEqualTo(1);
          pass(
              job,
              random,
              new Side(opened.get(0), job.engine(alone)),
              0,
              new Side(other, job.engine(process)),
              from);
          pass(
              job,
              random,
              new Side(other, job.engine(process)),
              from,
              new Side(opened.get(0), job.engine(alone)),
              0);
        }
        job.engine(alone).close(opened.get(0));
        for (int other = 0; other < 2; other++) {
          job.engine(others[other]).close(opened.get(other + 1));
        }
      }
    }
  }

  private record Side(PmlCommunicator communicator, Ob1Pml engine) {}

  /** Sends messages; the receiver names their source, or takes any. */
  private void pass(InMemoryJob job, Random random, Side from, int fromRank, Side to, int toRank) {
    for (int number = 0; number < 40; number++) {
      int length = random.nextInt(4) == 0 ? 20_000 : 4 + random.nextInt(300);
      byte[] data = ByteBuffer.allocate(length).putInt(number).array();
      byte[] buffer = new byte[length];
      int source = random.nextBoolean() ? fromRank : ANY_SOURCE;
      PmlRequest early =
          random.nextBoolean()
              ? to.communicator.irecv(buffer, length, BYTES, source, ANY_TAG)
              : null;
      PmlRequest send =
          from.communicator.isend(SendMode.STANDARD, data, length, BYTES, toRank, number);
      if (early == null) {
        job.await("a probe", () -> to.communicator.iprobe(source, ANY_TAG, status));
        assertThat(status.source).isEqualTo(fromRank);
      }
      PmlRequest receive =
          early == null ? to.communicator.irecv(buffer, length, BYTES, source, number) : early;
      job.await("a message", () -> receive.isComplete() && send.isComplete());
      receive.copyStatus(status);
      assertThat(status.error).isEqualTo(PmlError.NONE);
      assertThat(status.source).isEqualTo(fromRank);
      assertThat(buffer).isEqualTo(data);
      from.engine.release(send);
      to.engine.release(receive);
    }
  }

  /** A process that waits for any message of the other group needs somebody of that. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void shouldSayThatItNeedsTheOtherGroup(int alone) {
    try (InMemoryJob job = job(1)) {
      List<PmlCommunicator> opened = open(job, alone, others(alone));
      PmlRequest receive = opened.get(0).irecv(new byte[4], 4, BYTES, ANY_SOURCE, 1);
      WaitDescription wait = WaitDescription.of(receive);
      assertThat(wait.isAnyOne()).isTrue();
      assertThat(wait.processes()).containsExactlyInAnyOrder(others(alone)[0], others(alone)[1]);
      job.engine(alone).cancel(receive, receive.generation());
      job.engine(alone).release(receive);
    }
  }

  /** One side may have freed its context, and opened another of the same id, before the other. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void shouldHoldMessagesForAContextThatIsOpenedAgain(int alone) {
    try (InMemoryJob job = job(1)) {
      int[] others = others(alone);
      List<PmlCommunicator> first = open(job, alone, others);
      job.engine(alone).close(first.get(0));
      job.engine(others[0]).close(first.get(1));
      job.engine(others[1]).close(first.get(2));

      PmlCommunicator early = job.engine(others[0]).open(CONTEXT, 0, new int[] {alone});
      byte[] data = {1, 2, 3, 4};
      PmlRequest send = early.isend(SendMode.STANDARD, data, 4, BYTES, 0, 1);
      for (int i = 0; i < 200; i++) {
        job.poll();
      }
      PmlCommunicator late = job.engine(alone).open(CONTEXT, 0, others);
      byte[] buffer = new byte[4];
      PmlRequest receive = late.irecv(buffer, 4, BYTES, 0, 1);
      job.await("the message", () -> receive.isComplete() && send.isComplete());
      assertThat(buffer).isEqualTo(data);
      job.engine(alone).release(receive);
      job.engine(others[0]).release(send);
    }
  }
}
