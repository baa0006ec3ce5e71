package org.ob1j.btl.fault;

import java.util.IdentityHashMap;
import java.util.Map;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.btl.PayloadTarget;
import org.ob1j.runtime.memory.Memory;

/** Hands on what the wrapped transport delivers, as coming from the wrapper's endpoints. */
final class FaultInjectingReceiver implements BtlReceiver {
  private final BtlReceiver receiver;
  private final Map<BtlModule, FaultInjectingModule> wrappers = new IdentityHashMap<>();

  FaultInjectingReceiver(BtlReceiver receiver) {
    this.receiver = receiver;
  }

  void add(BtlModule inner, FaultInjectingModule wrapper) {
    wrappers.put(inner, wrapper);
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
    receiver.receive(
        wrapperOf(from), header, headerOffset, headerBytes, payload, payloadOffset, payloadBytes);
  }

  @Override
  public PayloadTarget place(
      BtlEndpoint from, Memory header, int headerOffset, int headerBytes, int payloadBytes) {
    return receiver.place(wrapperOf(from), header, headerOffset, headerBytes, payloadBytes);
  }

  @Override
  public void failed(BtlModule module, int peer, BtlException cause) {
    FaultInjectingModule wrapper = wrappers.get(module);
    receiver.failed(wrapper, peer, cause);
    wrapper.endpointOf(peer).fail();
  }

  private BtlEndpoint wrapperOf(BtlEndpoint inner) {
    return wrappers.get(inner.module()).endpointOf(inner.peer());
  }
}
