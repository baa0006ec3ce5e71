package org.ob1j.pml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.pml.protocol.ReceiveRequest;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.pml.MessageStatus;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.pml.SendMode;

/**
 * Receives that are cancelled while their messages are under way: each ends cancelled or with a
 * message, and no message is lost, doubled or out of order.
 */
@Timeout(120)
class CancelRaceTest {
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);
  private static final int MESSAGES = 3_000;

  private record Receive(PmlRequest request, byte[] buffer) {}

  private final MessageStatus status = new MessageStatus();
  private int nextToCome;
  private int cancelled;

  /** Over what it runs; PointToPointSuiteTest has the others. */
  PointToPointTransport transport() {
    return PointToPointTransport.IN_MEMORY;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldEndEachReceiveCancelledOrWithTheNextMessage(long seed) {
    Random random = new Random(seed);
    try (InMemoryJob job = transport().job(2, seed, Map.of())) {
      List<PmlRequest> sends = new ArrayList<>();
      List<Receive> receives = new ArrayList<>();
      while (nextToCome < MESSAGES) {
        if (sends.size() < MESSAGES && random.nextBoolean()) {
          sends.add(send(job, sends.size(), random));
        }
        byte[] buffer = new byte[12_000];
        receives.add(new Receive(job.world(1).irecv(buffer, buffer.length, BYTES, 0, 1), buffer));
        for (int polls = random.nextInt(4); polls > 0; polls--) {
          job.poll();
        }
        if (random.nextInt(3) != 0) {
          cancel(job, receives.get(random.nextInt(receives.size())).request);
        }
        takeOver(job, receives);
      }
      job.await("the sends", () -> sends.stream().allMatch(PmlRequest::isComplete));
      sends.forEach(send -> job.engine(0).release(send));
      receives.forEach(left -> cancel(job, left.request));
      job.await(
          "the receives", () -> receives.stream().allMatch(left -> left.request.isComplete()));
      receives.forEach(left -> job.engine(1).release(left.request));
      assertThat(cancelled).isPositive();
      assertThat(job.engine(1).requests().receives().inUse()).isZero();
      assertThat(job.engine(0).requests().sends().inUse()).isZero();
    }
  }

  private static void cancel(InMemoryJob job, PmlRequest receive) {
    job.engine(1).cancel(receive, receive.generation());
  }

  /** Lengths tell the messages apart; some are rendezvous. */
  private static PmlRequest send(InMemoryJob job, int number, Random random) {
    byte[] data = new byte[4 + random.nextInt(random.nextBoolean() ? 100 : 11_000)];
    java.nio.ByteBuffer.wrap(data).putInt(0, number);
    return job.world(0).isend(SendMode.STANDARD, data, data.length, BYTES, 1, 1);
  }

  /** Receives complete in the order of posting where they match, as all are alike. */
  private void takeOver(InMemoryJob job, List<Receive> receives) {
    for (int i = 0; i < receives.size(); ) {
      Receive receive = receives.get(i);
      if (!receive.request.isComplete()) {
        if (receive.request instanceof ReceiveRequest own && !own.isPosted()) {
          // It has matched, and later ones may be through before it.
          return;
        }
        i++;
        continue;
      }
      receive.request.copyStatus(status);
      if (status.cancelled) {
        cancelled++;
        assertThat(status.lengthBytes).isZero();
      } else {
        assertThat(java.nio.ByteBuffer.wrap(receive.buffer).getInt(0)).isEqualTo(nextToCome++);
      }
      job.engine(1).release(receive.request);
      receives.remove(i);
    }
  }
}
