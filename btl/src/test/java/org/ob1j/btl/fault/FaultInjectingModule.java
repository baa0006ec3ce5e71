package org.ob1j.btl.fault;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlPoller;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.order.GuaranteedOrder;
import org.ob1j.runtime.datatype.MessageBlocks;

/** A module whose endpoints are {@link FaultInjectingEndpoint}s around those of another. */
final class FaultInjectingModule implements BtlModule, BtlPoller {
  private static final long CLOSE_NANOS = 10_000_000_000L;

  private final BtlModule inner;
  private final FaultSettings settings;
  private final int rank;
  private final BtlAttributes attributes;
  private final Map<Integer, FaultInjectingEndpoint> endpoints = new TreeMap<>();
  private boolean closed;

  FaultInjectingModule(BtlModule inner, FaultSettings settings, int rank) {
    this.inner = inner;
    this.settings = settings;
    this.rank = rank;
    BtlAttributes its = inner.attributes();
    this.attributes = its.toBuilder().order(GuaranteedOrder.NONE).build();
  }

  @Override
  public String name() {
    return "fault." + inner.name();
  }

  @Override
  public BtlAttributes attributes() {
    return attributes;
  }

  @Override
  public BtlEndpoint endpoint(int peer) {
    return endpointOf(peer);
  }

  FaultInjectingEndpoint endpointOf(int peer) {
    FaultInjectingEndpoint known = endpoints.get(peer);
    BtlEndpoint reached = known == null ? inner.endpoint(peer) : null;
    if (reached == null) {
      return known;
    }
    FaultInjectingEndpoint wrapper = new FaultInjectingEndpoint(this, reached, settings, rank);
    endpoints.put(peer, wrapper);
    return wrapper;
  }

  @Override
  public BtlPoller poller() {
    return this;
  }

  @Override
  public int progress() {
    int events = inner.poller().progress();
    // A copy: a completion may ask for an endpoint that was never asked for.
    for (FaultInjectingEndpoint endpoint :
        endpoints.values().toArray(FaultInjectingEndpoint[]::new)) {
      events += endpoint.releaseDue();
    }
    return events;
  }

  @Override
  public ByteBuffer allocate(int capacityBytes) {
    return inner.allocate(capacityBytes);
  }

  @Override
  public int allocationRank() {
    return inner.allocationRank();
  }

  @Override
  public int registrationCount() {
    return inner.registrationCount();
  }

  @Override
  public BtlRegistration register(ByteBuffer memory, int access) {
    return inner.register(memory, access);
  }

  @Override
  public BtlRegistration registerBlocks(MessageBlocks message, int access) {
    return inner.registerBlocks(message, access);
  }

  @Override
  public boolean prefersGet(ByteBuffer memory, long lengthBytes) {
    return inner.prefersGet(memory, lengthBytes);
  }

  @Override
  public String describe() {
    StringBuilder text = new StringBuilder(name()).append(" with ").append(settings);
    endpoints.values().forEach(endpoint -> text.append("; ").append(endpoint.describe()));
    return text.append('\n').append(inner.describe()).toString();
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    long start = System.nanoTime();
    while (System.nanoTime() - start < CLOSE_NANOS
        && endpoints.values().stream().anyMatch(endpoint -> !endpoint.releaseAll())) {
      inner.poller().progress();
    }
    inner.close();
  }
}
