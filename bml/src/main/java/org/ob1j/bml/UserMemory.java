package org.ob1j.bml;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.ob1j.btl.BtlModule;
import org.ob1j.runtime.memory.BufferRoots;

/** The memory that transports have for the user's buffers. Any thread may ask. */
final class UserMemory implements BufferRoots.Allocator {
  private final Registrations registrations;

  /** In the order in which they are asked; replaced as a whole. */
  private volatile List<BtlModule> providers = List.of();

  UserMemory(Registrations registrations) {
    this.registrations = registrations;
  }

  /** From now on these are asked, in the order of their {@link BtlModule#allocationRank}. */
  void askFrom(List<BtlModule> modules) {
    List<BtlModule> sorted = new ArrayList<>();
    for (BtlModule module : modules) {
      int index = sorted.size();
      while (index > 0 && sorted.get(index - 1).allocationRank() > module.allocationRank()) {
        index--;
      }
      sorted.add(index, module);
    }
    providers = sorted;
  }

  /**
   * Memory of the first transport that has any to give; null if none has, even without what is held
   * for messages to come.
   */
  @Override
  public ByteBuffer allocate(int capacityBytes) {
    ByteBuffer memory = ofTransports(capacityBytes);
    return memory == null && registrations.letGoOfUnused() ? ofTransports(capacityBytes) : memory;
  }

  private ByteBuffer ofTransports(int capacityBytes) {
    List<BtlModule> asked = providers;
    ByteBuffer memory = null;
    for (int i = 0; i < asked.size() && memory == null; i++) {
      memory = asked.get(i).allocate(capacityBytes);
    }
    return memory;
  }
}
