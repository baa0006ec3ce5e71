package org.ob1j.pml.trace;

import java.util.IdentityHashMap;
import java.util.Map;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.PayloadTarget;
import org.ob1j.pml.header.HeaderText;
import org.ob1j.runtime.memory.Memory;

/** Writes what arrives. */
final class TracingReceiver implements BtlReceiver {
  private final Trace trace;
  private final BtlReceiver to;
  private final Map<BtlModule, TracingModule> wrappers = new IdentityHashMap<>();

  TracingReceiver(Trace trace, BtlReceiver to) {
    this.trace = trace;
    this.to = to;
  }

  void wrapped(BtlModule module, TracingModule wrapper) {
    wrappers.put(module, wrapper);
  }

  private BtlEndpoint wrapperOf(BtlEndpoint endpoint) {
    return wrappers.get(endpoint.module()).endpoint(endpoint.peer());
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
    String text = HeaderText.of(header, headerOffset, headerBytes, payloadBytes);
    trace.line("received", from.peer(), from.module(), text);
    try {
      to.receive(
          wrapperOf(from), header, headerOffset, headerBytes, payload, payloadOffset, payloadBytes);
    } catch (FrameRejectedException rejected) {
      trace.line("rejected", from.peer(), from.module(), rejected.getMessage());
      throw rejected;
    }
  }

  @Override
  public PayloadTarget place(
      BtlEndpoint from, Memory header, int headerOffset, int headerBytes, int payloadBytes) {
    PayloadTarget target =
        to.place(wrapperOf(from), header, headerOffset, headerBytes, payloadBytes);
    if (target != null) {
      // No receive follows.
      String text = HeaderText.of(header, headerOffset, headerBytes, payloadBytes);
      trace.line("received", from.peer(), from.module(), text);
    }
    return target;
  }

  @Override
  public void failed(BtlModule module, int peer, BtlException cause) {
    trace.line("failed", peer, module, cause.getMessage());
    to.failed(wrappers.get(module), peer, cause);
  }
}
