package org.ob1j.bml;

import java.nio.ByteBuffer;
import java.util.List;
import org.ob1j.btl.BtlModule;
import org.ob1j.runtime.memory.BufferRoots;

/** The memory that transports have for the user's buffers. Any thread may ask. */
final class UserMemory implements BufferRoots.Allocator {
  private final List<BtlModule> modules;
  private final Registrations registrations;

  UserMemory(List<BtlModule> modules, Registrations registrations) {
    this.modules = modules;
    this.registrations = registrations;
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
    ByteBuffer memory = null;
    for (int i = 0; i < modules.size() && memory == null; i++) {
      memory = modules.get(i).allocate(capacityBytes);
    }
    return memory;
  }
}
