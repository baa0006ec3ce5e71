package org.ob1j.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
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
import org.ob1j.btl.Frame;
import org.ob1j.btl.InMemoryModex;
import org.ob1j.btl.PayloadTarget;
import org.ob1j.btl.order.RequestedOrder;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.parameter.ParameterSet;

/** What one rank needs for connections to many. */
@Timeout(60)
class ManyPeersTest {
  private static final long LIMIT_NANOS = 30_000_000_000L;
  private static final int PEERS = 24;
  private static final int HEADER_BYTES = 8;

  /** A few stagings: one is a megabyte. */
  private static final long FEW_BYTES = 4 << 20;

  private final List<BtlModule> modules = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
  private int arrived;

  @BeforeEach
  void connect() {
    int size = PEERS + 1;
    InMemoryModex modex = new InMemoryModex(size);
    for (int rank = 0; rank < size; rank++) {
      modules.addAll(
          new TcpComponent()
              .initialise(
                  new BtlContext(
                      new JobIdentity("many", rank, size, rank, size),
                      modex.view(rank),
                      new byte[32],
                      ParameterSet.empty(),
                      new Counting())));
    }
    modex.publishAll();
    for (int peer = 1; peer < size; peer++) {
      BtlEndpoint endpoint = modules.get(0).endpoint(peer);
      until("a frame to leave", () -> trySend(endpoint));
    }
    until("the frames", () -> arrived == PEERS);
  }

  @AfterEach
  void close() {
    modules.forEach(BtlModule::close);
  }

  private static boolean trySend(BtlEndpoint endpoint) {
    Frame frame = endpoint.reserve(HEADER_BYTES, 0, RequestedOrder.DEFAULT);
    if (frame == null) {
      return false;
    }
    endpoint.sendImmediate(frame);
    endpoint.push();
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

  private static long directBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  @Test
  void shouldWriteTheGoodbyesToAllPeersWithTheMemoryOfAFew() {
    long before = directBytes();

    modules.remove(0).close();

    assertThat(directBytes() - before).isLessThan(FEW_BYTES);
    until("the goodbyes", () -> modules.stream().allMatch(ManyPeersTest::isLeft));
    assertThat(failures).isEmpty();
  }

  private static boolean isLeft(BtlModule peer) {
    return peer.describe().contains("0 connections open");
  }

  /** Counts what has come. */
  private final class Counting implements BtlReceiver {
    @Override
    public void receive(
        BtlEndpoint from,
        Memory header,
        int headerOffset,
        int headerBytes,
        Memory payload,
        int payloadOffset,
        int payloadBytes) {
      arrived++;
    }

    @Override
    public PayloadTarget place(
        BtlEndpoint from, Memory header, int headerOffset, int headerBytes, int payloadBytes) {
      return null;
    }

    @Override
    public void failed(BtlModule module, int peer, BtlException cause) {
      failures.add(module.name() + " of " + peer + ": " + cause.getMessage());
    }
  }
}
