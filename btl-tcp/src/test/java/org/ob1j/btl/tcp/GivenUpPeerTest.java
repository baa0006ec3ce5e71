package org.ob1j.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.Frame;
import org.ob1j.btl.InMemoryModex;
import org.ob1j.btl.PayloadTarget;
import org.ob1j.btl.order.RequestedOrder;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.parameter.ParameterSet;

/** What a connection leaves alone once its peer has been given up in the middle of a payload. */
@Timeout(60)
class GivenUpPeerTest {
  private static final long LIMIT_NANOS = 30_000_000_000L;
  private static final int POLLS = 10_000;
  private static final int PAYLOAD_BYTES = 8 << 20;
  private static final byte SENT = 1;
  private static final byte REUSED = 2;
  private static final BtlException CAUSE = new BtlException("another rail has failed");

  private final List<BtlModule> modules = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
  private final ByteBuffer source = ByteBuffer.allocateDirect(PAYLOAD_BYTES);
  private final ByteBuffer target = ByteBuffer.allocateDirect(PAYLOAD_BYTES);
  private final List<BtlResult> results = new ArrayList<>();

  @BeforeEach
  void sendHalf() {
    InMemoryModex modex = new InMemoryModex(2);
    Map<String, String> parameters =
        Map.of(
            "btl_tcp_max_send_size",
            String.valueOf(PAYLOAD_BYTES + 64),
            "btl_tcp_sndbuf",
            "65536",
            "btl_tcp_rcvbuf",
            "65536");
    for (int rank = 0; rank < 2; rank++) {
      modules.addAll(
          new TcpComponent()
              .initialise(
                  new BtlContext(
                      new JobIdentity("givenup", rank, 2, rank, 2),
                      modex.view(rank),
                      new byte[32],
                      ParameterSet.of(parameters),
                      new Placing(rank))));
    }
    modex.publishAll();
    fill(source, SENT);
    until("a connection", this::trySend);
    until("a part of the payload", () -> target.get(0) == SENT);
    assertThat(target.get(PAYLOAD_BYTES - 1)).isZero();
  }

  @AfterEach
  void close() {
    modules.forEach(BtlModule::close);
  }

  private boolean trySend() {
    BtlEndpoint endpoint = modules.get(0).endpoint(1);
    Frame frame = endpoint.reserve(Long.BYTES, 0, RequestedOrder.DEFAULT);
    if (frame == null) {
      return false;
    }
    endpoint.sendInPlace(frame, source, 0, PAYLOAD_BYTES, (from, result) -> results.add(result));
    return true;
  }

  private void until(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT_NANOS;
    while (!condition.getAsBoolean()) {
      modules.forEach(module -> module.poller().progress());
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("waited in vain for " + what + ": " + modules + failures);
      }
    }
  }

  private static void fill(ByteBuffer memory, byte value) {
    for (int i = 0; i < memory.capacity(); i++) {
      memory.put(i, value);
    }
  }

  private int count(byte value) {
    int count = 0;
    for (int i = 0; i < PAYLOAD_BYTES; i++) {
      count += target.get(i) == value ? 1 : 0;
    }
    return count;
  }

  @Test
  void shouldReadNothingMoreIntoMemoryOfTheProgram() {
    modules.get(1).endpoint(0).giveUp(CAUSE);
    fill(target, REUSED);
    until("both sides", () -> failures.size() == 2);
    for (int i = 0; i < POLLS; i++) {
      modules.forEach(module -> module.poller().progress());
    }
    assertThat(count(REUSED)).isEqualTo(PAYLOAD_BYTES);
    assertThat(failures).contains("rank 1 lost rank 0: another rail has failed");
  }

  @Test
  void shouldWriteNothingMoreOutOfMemoryOfTheProgram() {
    modules.get(0).endpoint(1).giveUp(CAUSE);
    fill(source, REUSED);
    assertThat(results).isEmpty();
    until("both sides", () -> failures.size() == 2);
    assertThat(count(REUSED)).isZero();
    assertThat(results).containsExactly(BtlResult.FAILED);
    assertThat(failures).contains("rank 0 lost rank 1: another rail has failed");
  }

  @Test
  void shouldWriteNothingMoreWhenItIsClosed() {
    modules.get(0).endpoint(1).giveUp(CAUSE);
    fill(source, REUSED);
    modules.get(0).close();
    modules.remove(0);
    until("the receiver", () -> !failures.isEmpty());
    assertThat(count(REUSED)).isZero();
    assertThat(results).containsExactly(BtlResult.FAILED);
  }

  @Test
  void shouldGiveUpOnce() {
    BtlEndpoint receiving = modules.get(1).endpoint(0);
    receiving.giveUp(CAUSE);
    receiving.giveUp(new BtlException("again"));
    until("both sides", () -> failures.size() == 2);
    receiving.giveUp(new BtlException("and again"));
    modules.get(1).poller().progress();
    assertThat(failures).hasSize(2).contains("rank 1 lost rank 0: another rail has failed");
  }

  /** Wants each payload in the target. */
  private final class Placing implements BtlReceiver {
    private final int rank;

    Placing(int rank) {
      this.rank = rank;
    }

    @Override
    public void receive(
        BtlEndpoint from,
        Memory header,
        int headerOffset,
        int headerBytes,
        Memory payload,
        int payloadOffset,
        int payloadBytes) {
      throw new AssertionError("a payload of " + payloadBytes + " bytes that was not placed");
    }

    @Override
    public PayloadTarget place(
        BtlEndpoint from, Memory header, int headerOffset, int headerBytes, int payloadBytes) {
      return new PayloadTarget() {
        @Override
        public ByteBuffer memory() {
          return target;
        }

        @Override
        public long offset() {
          return 0;
        }

        @Override
        public void arrived() {
          throw new AssertionError("a payload arrived whole");
        }

        @Override
        public void abandoned() {
          // The failure of the peer is noted.
        }
      };
    }

    @Override
    public void failed(BtlModule module, int peer, BtlException cause) {
      failures.add("rank " + rank + " lost rank " + peer + ": " + cause.getMessage());
    }
  }
}
