package org.ob1j.pml.protocol;

import org.ob1j.bml.Registrations.RegisteredMemory;
import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.pml.header.RegistrationEntry;
import org.ob1j.pml.select.ReceiveProtocol;
import org.ob1j.pml.select.ReceiveProtocolSelector;
import org.ob1j.pml.select.ReceiveTraits;
import org.ob1j.pml.select.SendProtocol;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.memory.Memory;

/**
 * The receiver's choice of a protocol for one message: finds out what RDMA can do with the memory
 * that it is received into, and asks the {@link ReceiveProtocolSelector}.
 */
public final class ReceiveChoice {
  private final Requests owner;
  private final BtlModule module;
  private final Convertor target;
  private RegisteredMemory memory;
  private ReceiveProtocol protocol;

  private ReceiveChoice(Requests owner, BtlModule module, Convertor target) {
    this.owner = owner;
    this.module = module;
    this.target = target;
  }

  /**
   * Chooses for a receive that has matched a rendezvous, the first bytes of which have been
   * unpacked.
   *
   * @param payload of an RGET: the sender's registrations
   * @return the protocol, which is to begin; null if what is missing, if anything, comes by
   *     fragments
   */
  static RdmaReceive of(
      ReceiveRequest request, MessageStart start, Memory payload, int offset, int payloadBytes) {
    if (!start.announced().isContiguous() && !start.announced().isGet()) {
      return null;
    }
    ReceiveChoice choice =
        new ReceiveChoice(request.owner(), start.from().module(), request.convertor());
    choice.choose(start.announced(), request.wantedBytes(), request.missingBytes());
    return switch (choice.protocol) {
      case DIRECT_GET ->
          new RdmaDirectGet(
              request,
              start,
              RegistrationEntry.read(payload, offset, offset + payloadBytes),
              choice.memory);
      case DIRECT_PUT -> new RdmaDirectPut(request, start, choice.memory);
      case PIPELINE -> new RdmaPipeline(request, start, choice.memory);
      default -> {
        choice.leave();
        yield null;
      }
    };
  }

  /** What would be chosen for a long message of which nothing has come yet, for people to see. */
  public static ReceiveProtocol example(
      Requests owner,
      BtlModule module,
      Convertor target,
      SendProtocol announced,
      long lengthBytes) {
    ReceiveChoice choice = new ReceiveChoice(owner, module, target);
    choice.choose(announced, lengthBytes, lengthBytes);
    choice.leave();
    return choice.protocol;
  }

  /** The memory is registered for what is tried first: a get if that is possible, else a put. */
  private void choose(SendProtocol announced, long wantedBytes, long missingBytes) {
    BtlAttributes attributes = module.attributes();
    BtlCapabilities can = attributes.capabilities();
    boolean missing = missingBytes != 0;
    boolean gets =
        missing
            && announced.isGet()
            && can.gets()
            && (acquireForGet(can.getsBlocks()) || !can.needsRegistration());
    boolean puts = missing && !gets && can.puts() && acquire(BtlRegistration.REMOTE_WRITE);
    protocol =
        ReceiveProtocolSelector.select(
            new ReceiveTraits(
                announced,
                wantedBytes,
                missingBytes,
                target.isContiguous(),
                can.puts(),
                puts,
                gets,
                can.getsBlocks(),
                attributes.maxSendSize()));
  }

  private boolean acquireForGet(boolean getsBlocks) {
    if (!getsBlocks || target.isContiguous()) {
      return acquire(BtlRegistration.LOCAL_WRITE);
    }
    memory =
        owner
            .registrations()
            .acquireBlocks(module, target.blocks(owner.buffers()), BtlRegistration.LOCAL_WRITE);
    return memory != null;
  }

  private boolean acquire(int access) {
    memory = owner.registrations().acquire(module, target.region(owner.buffers()), access);
    return memory != null;
  }

  private void leave() {
    owner.registrations().release(memory);
    memory = null;
  }
}
