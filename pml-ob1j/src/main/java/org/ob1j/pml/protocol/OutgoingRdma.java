package org.ob1j.pml.protocol;

import java.util.ArrayList;
import java.util.List;
import org.ob1j.bml.Registrations;
import org.ob1j.bml.Registrations.RegisteredMemory;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.pml.select.RdmaTraits;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.memory.MemoryRegion;

/** A message at its sender, parts of which move by RDMA: what the receiver has asked for. */
public final class OutgoingRdma {
  private final Registrations registrations;
  private final RdmaTraits traits;
  private final BtlModule module;

  /** Registered for the whole message; null if it need not be. */
  private RegisteredMemory memory;

  private final List<OutgoingPut> puts = new ArrayList<>();
  private int operationsInFlight;

  OutgoingRdma(Registrations registrations) {
    this(registrations, RdmaTraits.NONE, null, null);
  }

  private OutgoingRdma(
      Registrations registrations, RdmaTraits traits, BtlModule module, RegisteredMemory memory) {
    this.registrations = registrations;
    this.traits = traits;
    this.module = module;
    this.memory = memory;
  }

  /**
   * Finds out what RDMA can do with a message, and registers its memory for that.
   *
   * @param module the first of those that reach the peer
   * @param lengthBytes the message's, which in a report is not that of the sample
   * @return null if that is a transport without RDMA
   */
  public static OutgoingRdma of(
      Requests owner, BtlModule module, Convertor message, long lengthBytes) {
    BtlCapabilities can = module.attributes().capabilities();
    if (!can.puts() && !can.gets()) {
      return null;
    }
    Registrations registrations = owner.registrations();
    MemoryRegion region = message.region(owner.buffers());
    boolean gets = can.gets() && region != null && module.prefersGet(region.root(), lengthBytes);
    RegisteredMemory memory = null;
    boolean getsBlocks = false;
    if (gets || can.needsRegistration()) {
      memory = registrations.acquire(module, region, BtlRegistration.REMOTE_READ);
    } else if (can.getsBlocks()) {
      memory =
          registrations.acquireBlocks(
              module, message.blocks(owner.buffers()), BtlRegistration.REMOTE_READ);
      getsBlocks = memory != null;
    }
    RdmaTraits traits =
        new RdmaTraits(
            gets && memory != null,
            getsBlocks,
            can.puts() && (memory != null || !can.needsRegistration()),
            can.puts(),
            can.needsRegistration(),
            registrations.leavesPinned(),
            module.attributes().minRdmaPipelineSize());
    return new OutgoingRdma(registrations, traits, module, memory);
  }

  /** Whether this is what a module can do with the message. */
  boolean isBy(BtlModule other) {
    return module == null || module == other;
  }

  /** For the choice of the protocol. */
  public RdmaTraits traits() {
    return traits;
  }

  RegisteredMemory memory() {
    return memory;
  }

  /** The same for a rail, if it was registered for that. */
  RegisteredMemory memoryFor(BtlModule rail) {
    return rail == module ? memory : null;
  }

  void putBegins(OutgoingPut put) {
    puts.add(put);
  }

  void putEnds(OutgoingPut put) {
    puts.remove(put);
  }

  void operationBegins() {
    operationsInFlight++;
  }

  void operationEnds() {
    operationsInFlight--;
  }

  /** True if nothing is left to send or to be put. */
  boolean isThrough() {
    return puts.isEmpty();
  }

  /** True if no transport is at work on the memory on behalf of this side. */
  boolean isIdle() {
    return operationsInFlight == 0;
  }

  /** The message is over: lets go of what no transport is at work on. */
  public void release() {
    for (OutgoingPut put : List.copyOf(puts)) {
      put.abandon();
    }
    registrations.release(memory);
    memory = null;
  }
}
