package org.ob1j.pml.trace;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlPoller;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.tag.TagMatching;
import org.ob1j.runtime.datatype.MessageBlocks;
import org.ob1j.runtime.memory.SharedRegions;

/** A module whose endpoints write what leaves. */
final class TracingModule implements BtlModule {
  private final Trace trace;
  private final BtlModule inner;
  private final Map<Integer, TracingEndpoint> endpoints = new HashMap<>();

  /** Null until it is asked for, or if the module does not match tags. */
  private TracingTagMatching tagMatching;

  TracingModule(Trace trace, BtlModule inner) {
    this.trace = trace;
    this.inner = inner;
  }

  Trace trace() {
    return trace;
  }

  @Override
  public String name() {
    return inner.name();
  }

  @Override
  public BtlAttributes attributes() {
    return inner.attributes();
  }

  @Override
  public BtlEndpoint endpoint(int rank) {
    TracingEndpoint known = endpoints.get(rank);
    BtlEndpoint reached = known == null ? inner.endpoint(rank) : null;
    if (reached == null) {
      return known;
    }
    TracingEndpoint wrapper = new TracingEndpoint(this, reached);
    endpoints.put(rank, wrapper);
    return wrapper;
  }

  @Override
  public String whyUnreachable(int rank) {
    return inner.whyUnreachable(rank);
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
  public SharedRegions sharedRegions() {
    return inner.sharedRegions();
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
  public TagMatching tagMatching() {
    if (tagMatching == null && inner.tagMatching() != null) {
      tagMatching = new TracingTagMatching(this, inner.tagMatching());
    }
    return tagMatching;
  }

  @Override
  public int registrationCount() {
    return inner.registrationCount();
  }

  @Override
  public BtlPoller poller() {
    return inner.poller();
  }

  @Override
  public String describe() {
    return inner.describe();
  }

  @Override
  public void close() {
    inner.close();
    trace.moduleClosed();
  }
}
