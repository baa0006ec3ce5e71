package org.ob1j.bml;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.runtime.datatype.MessageBlocks;
import org.ob1j.runtime.memory.MemoryRegion;

/**
 * The registrations of this process's memory that messages use. With {@code mpi_leave_pinned} those
 * of a transport that needs them stay for the next message that lies in the same memory; the ones
 * that were used longest ago make room.
 *
 * <p>Memory is known by the identity of its root, not by its address: an address may be another
 * buffer's tomorrow. What is kept holds its memory, so nothing kept can be about memory that is
 * gone. It would hold memory for ever that transports allocate and that nobody else refers to: when
 * there is no more of that, {@link #letGoOfUnused} is called, by whatever thread wants some, and
 * what is kept has a lock for that reason alone.
 */
public final class Registrations {
  /** How many registrations that no message uses are kept. */
  static final int MAX_KEPT = 64;

  private static final int UNUSED = -1;

  private final boolean leavePinned;
  private final LinkedHashMap<Key, RegisteredMemory> kept = new LinkedHashMap<>();
  private final List<RegisteredMemory> used = new ArrayList<>();
  private long made;
  private long reused;

  public Registrations(boolean leavePinned) {
    this.leavePinned = leavePinned;
  }

  private record Key(BtlModule module, ByteBuffer root, int access) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Key key
          && key.module == module
          && key.root == root
          && key.access == access;
    }

    @Override
    public int hashCode() {
      return 31 * System.identityHashCode(root) + access;
    }
  }

  /** Memory that a transport knows. Belongs to whoever acquired it until it is released. */
  public static final class RegisteredMemory {
    /** Null if it is not kept. */
    private final Key key;

    private final BtlRegistration registration;
    private int users;

    /**
     * Where among those in use, or {@link #UNUSED}. A set would ask the virtual machine for a hash
     * for each message.
     */
    private int index = UNUSED;

    private RegisteredMemory(Key key, BtlRegistration registration) {
      this.key = key;
      this.registration = registration;
    }

    public BtlRegistration registration() {
      return registration;
    }

    public byte[] key() {
      return registration.key();
    }
  }

  public boolean leavesPinned() {
    return leavePinned;
  }

  /**
   * Makes memory known to a transport.
   *
   * @param region null for memory that is not known to be direct
   * @param access a sum of the constants in {@link BtlRegistration}
   * @return null if the transport cannot use this memory so
   */
  public RegisteredMemory acquire(BtlModule module, MemoryRegion region, int access) {
    if (region == null) {
      return null;
    }
    if (keeps(module)) {
      return acquireKept(module, new Key(module, region.root(), access));
    }
    BtlRegistration registration = module.register(region.root(), access);
    return registration == null ? null : used(registration);
  }

  /**
   * Makes a message that lies in blocks known to a transport.
   *
   * @param message null for one that is not known to do so
   * @param access a sum of the constants in {@link BtlRegistration}
   * @return null if the transport cannot use it, or prefers that it is sent
   */
  public RegisteredMemory acquireBlocks(BtlModule module, MessageBlocks message, int access) {
    BtlRegistration registration = message == null ? null : module.registerBlocks(message, access);
    return registration == null ? null : used(registration);
  }

  private RegisteredMemory used(BtlRegistration registration) {
    RegisteredMemory memory = new RegisteredMemory(null, registration);
    made++;
    memory.users = 1;
    addUsed(memory);
    return memory;
  }

  private void addUsed(RegisteredMemory memory) {
    memory.index = used.size();
    used.add(memory);
  }

  private void removeUsed(RegisteredMemory memory) {
    if (memory.index == UNUSED) {
      return;
    }
    RegisteredMemory last = used.remove(used.size() - 1);
    if (last != memory) {
      used.set(memory.index, last);
      last.index = memory.index;
    }
    memory.index = UNUSED;
  }

  private RegisteredMemory acquireKept(BtlModule module, Key key) {
    synchronized (kept) {
      RegisteredMemory memory = kept.remove(key);
      if (memory == null) {
        memory = register(module, key.root(), key.access(), key);
        if (memory == null) {
          return null;
        }
      } else {
        reused++;
      }
      // Last in the order, as the one used last.
      kept.put(key, memory);
      if (memory.users++ == 0) {
        addUsed(memory);
      }
      return memory;
    }
  }

  private RegisteredMemory register(BtlModule module, ByteBuffer root, int access, Key key) {
    BtlRegistration registration = module.register(root, access);
    if (registration == null) {
      return null;
    }
    made++;
    return new RegisteredMemory(key, registration);
  }

  private boolean keeps(BtlModule module) {
    return leavePinned && module.attributes().capabilities().needsRegistration();
  }

  /** The message that acquired it is through with it; null is allowed. */
  public void release(RegisteredMemory memory) {
    if (memory == null) {
      return;
    }
    if (memory.key == null) {
      removeUsed(memory);
      memory.registration.close();
      return;
    }
    synchronized (kept) {
      if (--memory.users == 0) {
        removeUsed(memory);
        if (kept.size() - used.size() > MAX_KEPT) {
          closeOldest();
        }
      }
    }
  }

  private void closeOldest() {
    Iterator<RegisteredMemory> oldest = kept.values().iterator();
    while (oldest.hasNext()) {
      RegisteredMemory memory = oldest.next();
      if (memory.users == 0) {
        oldest.remove();
        memory.registration.close();
        return;
      }
    }
  }

  /**
   * Lets go of what is kept of memory that transports allocate and that no message uses, because
   * there is no more of that: nobody but the registration may refer to it. Any thread may call
   * this.
   *
   * @return whether there was any
   */
  boolean letGoOfUnused() {
    boolean any = false;
    synchronized (kept) {
      for (Iterator<RegisteredMemory> each = kept.values().iterator(); each.hasNext(); ) {
        if (closeIfUnused(each.next())) {
          each.remove();
          any = true;
        }
      }
    }
    return any;
  }

  private static boolean closeIfUnused(RegisteredMemory memory) {
    boolean unused = memory.users == 0 && memory.registration.closesInAnyThread();
    if (unused) {
      memory.registration.close();
    }
    return unused;
  }

  /** How many messages' registrations are in use. */
  public int usedCount() {
    return used.size();
  }

  /** How many registrations are open, in use or kept for later. */
  public int openCount() {
    synchronized (kept) {
      int open = used.size();
      for (RegisteredMemory memory : kept.values()) {
        open += memory.users == 0 ? 1 : 0;
      }
      return open;
    }
  }

  /** Ends all registrations, whoever used them. */
  public void close() {
    for (RegisteredMemory memory : used) {
      memory.index = UNUSED;
      if (memory.key == null) {
        memory.registration.close();
      }
    }
    used.clear();
    synchronized (kept) {
      for (RegisteredMemory memory : kept.values()) {
        memory.registration.close();
      }
      kept.clear();
    }
  }

  public String describe() {
    return "registrations: made "
        + made
        + ", used again "
        + reused
        + ", in use "
        + used.size()
        + ", kept "
        + kept.size();
  }
}
