package org.ob1j.btl.sm.buffer;

import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.runtime.job.ProcessId;
import org.ob1j.runtime.memory.BufferIdentity;

/**
 * The buffers that this process has made for its user in memory that peers can map, and which of
 * them are registered.
 *
 * <p>They lie in few files. A buffer's room is free once its root is gone, which every view of it
 * keeps alive; that it is gone is noticed when the next one is made or registered. Safe for use by
 * several threads, because users may make buffers in any.
 */
public final class SharedBuffers implements AutoCloseable {
  /** Each may be a mapping of its own, of which Linux lets a process have 65,530. */
  public static final int MAX_BUFFERS = 16_384;

  /** How long a collected buffer may take to be reported after a collection. */
  private static final long COLLECTION_MILLIS = 50;

  /** How long the next one may take. */
  private static final long NEXT_MILLIS = 1;

  /** Before there is more in use than this, what the user has dropped is looked for. */
  private static final long FIRST_GROWTH_BYTES = 128L << 20;

  /** A heap that has no more in it is collected in some milliseconds. */
  private static final long SMALL_HEAP_BYTES = 256L << 20;

  private final int tooShortBytes;
  private final int rank;
  private final int limitBuffers;
  private final long processId = ProcessId.current();
  private final Map<BufferIdentity, SharedBuffer> buffers = new HashMap<>();
  private final BufferArenas arenas;

  /** Those of which there are registrations. */
  private final Map<Long, SharedBuffer> registered = new HashMap<>();

  private final ReferenceQueue<Buffer> freed = new ReferenceQueue<>();

  /** Buffers that have room, but are not made yet. */
  private int inTheMaking;

  private long made;
  private long declined;
  private int registrations;
  private String trouble = "";
  private boolean collectedInVain;
  private long liveBytes;
  private long growthBytes = FIRST_GROWTH_BYTES;
  private boolean closed;

  /**
   * The buffers of one process.
   *
   * @param tooShortBytes buffers up to this length are not worth it
   * @param limitBytes for all files together; 0 for none
   * @param limitBuffers how many there may be
   */
  public SharedBuffers(
      Path directory,
      int tooShortBytes,
      String jobId,
      int rank,
      long limitBytes,
      int limitBuffers) {
    this.tooShortBytes = tooShortBytes;
    this.rank = rank;
    arenas = new BufferArenas(directory, jobId, rank, limitBytes);
    this.limitBuffers = limitBuffers;
  }

  private static final class SharedBuffer extends BufferIdentity {
    private final long number;
    private final BufferArena arena;
    private final BufferLocation location;

    /** While it is registered. */
    private ByteBuffer root;

    private int registrations;

    /** Of these, those by which peers read. */
    private int readable;

    SharedBuffer(
        ByteBuffer root,
        ReferenceQueue<Buffer> freed,
        long number,
        BufferArena.Allocation allocation) {
      super(root, freed);
      this.number = number;
      arena = allocation.arena();
      location = allocation.location();
    }
  }

  /** A new root, or null if there is no shared memory, none left, or the buffer is not worth it. */
  public ByteBuffer allocate(int capacityBytes) {
    return arenas.limitBytes() == 0 || capacityBytes <= tooShortBytes
        ? null
        : allocate(capacityBytes, false);
  }

  /**
   * The same for a layout. It can be done without, so what the user has dropped is not looked for;
   * and a peer that comes late with its help may still read it when it is freed.
   */
  ByteBuffer allocateForLayout(int capacityBytes) {
    return arenas.limitBytes() == 0 ? null : allocate(capacityBytes, true);
  }

  private ByteBuffer allocate(int capacityBytes, boolean layout) {
    if (capacityBytes > BufferFile.MAX_CAPACITY) {
      return null;
    }
    // An interrupt closes the file that a thread is at.
    boolean interrupted = Thread.interrupted();
    try {
      BufferArena.Allocation allocation = take(capacityBytes, layout);
      return allocation == null ? null : make(allocation);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized BufferArena.Allocation take(int capacityBytes, boolean layout) {
    if (closed) {
      return null;
    }
    try {
      releaseFreed();
      BufferArena.Allocation allocation = findUsed(capacityBytes);
      if (allocation == null && !layout && shouldCollectFirst(capacityBytes)) {
        collect();
        allocation = findUsed(capacityBytes);
      }
      if (allocation == null) {
        allocation = findNew(capacityBytes);
      }
      if (allocation == null && !layout) {
        allocation = findAfterCollection(capacityBytes);
      }
      if (allocation == null) {
        declined++;
        return null;
      }
      if (layout) {
        allocation.arena().setReadLate();
      }
      inTheMaking++;
      liveBytes += BufferFile.pagesBytes(capacityBytes);
      return allocation;
    } catch (IOException noRoom) {
      decline(noRoom);
      return null;
    }
  }

  private void decline(IOException noRoom) {
    declined++;
    trouble = ", last failure: " + noRoom.getMessage();
  }

  private boolean isFull() {
    return buffers.size() + inTheMaking >= limitBuffers;
  }

  private BufferArena.Allocation findUsed(int capacityBytes) {
    return isFull() ? null : arenas.takeUsed(capacityBytes);
  }

  private BufferArena.Allocation findNew(int capacityBytes) throws IOException {
    return isFull() ? null : arenas.takeNew(capacityBytes);
  }

  /**
   * A program that drops a buffer for each message may leave nothing else to collect, and to take
   * new memory for each costs more than to look, now and then, for what can be used again.
   */
  private boolean shouldCollectFirst(int capacityBytes) {
    Runtime heap = Runtime.getRuntime();
    return liveBytes + capacityBytes > growthBytes
        && heap.totalMemory() - heap.freeMemory() <= SMALL_HEAP_BYTES;
  }

  private void collect() {
    System.gc();
    try {
      Reference<? extends Buffer> gone = freed.remove(COLLECTION_MILLIS);
      while (gone != null) {
        release((SharedBuffer) gone);
        gone = freed.remove(NEXT_MILLIS);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    growthBytes = Math.max(FIRST_GROWTH_BYTES, 2 * liveBytes);
  }

  /**
   * Once: if that does not help, nothing is collected again before something has been freed or a
   * registration has been closed.
   */
  private BufferArena.Allocation findAfterCollection(int capacityBytes) throws IOException {
    if (buffers.isEmpty() || collectedInVain) {
      return null;
    }
    BufferArena.Allocation allocation = null;
    System.gc();
    try {
      Reference<? extends Buffer> gone = freed.remove(COLLECTION_MILLIS);
      while (gone != null && allocation == null) {
        release((SharedBuffer) gone);
        releaseFreed();
        allocation = findUsed(capacityBytes);
        if (allocation == null) {
          allocation = findNew(capacityBytes);
        }
        gone = allocation == null ? freed.remove(COLLECTION_MILLIS) : null;
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    collectedInVain = allocation == null;
    return allocation;
  }

  /** Not under the lock: this takes most of the time. */
  private ByteBuffer make(BufferArena.Allocation allocation) {
    try {
      ByteBuffer root = allocation.arena().make(allocation);
      made(root, allocation);
      return root;
    } catch (IOException noRoom) {
      notMade(allocation, noRoom);
      return null;
    }
  }

  private synchronized void made(ByteBuffer root, BufferArena.Allocation allocation) {
    inTheMaking--;
    SharedBuffer buffer = new SharedBuffer(root, freed, ++made, allocation);
    buffers.put(buffer, buffer);
  }

  private synchronized void notMade(BufferArena.Allocation allocation, IOException noRoom) {
    inTheMaking--;
    decline(noRoom);
    if (allocation.arena().isClosed()) {
      allocation.arena().retire();
    }
    giveBack(allocation.arena(), allocation.location());
  }

  private void releaseFreed() {
    for (Reference<? extends Buffer> gone = freed.poll(); gone != null; gone = freed.poll()) {
      release((SharedBuffer) gone);
    }
  }

  private void release(SharedBuffer buffer) {
    if (buffers.remove(buffer) != null) {
      collectedInVain = false;
      giveBack(buffer.arena, buffer.location);
    }
  }

  private void giveBack(BufferArena arena, BufferLocation location) {
    liveBytes -= location.end() - location.begin();
    arenas.giveBack(arena, location);
  }

  /** To be called when a peer is given up: see {@link BufferArenas#retireAll}. */
  public synchronized void keepFreedMemory() {
    arenas.retireAll();
  }

  /** Whether this is a root that was made here. */
  public synchronized boolean isShared(ByteBuffer root) {
    return buffers.containsKey(new BufferIdentity(root, null));
  }

  /** Null if this is no root that was made here. */
  public synchronized Registration register(ByteBuffer root, int access) {
    releaseFreed();
    SharedBuffer buffer = closed ? null : buffers.get(new BufferIdentity(root, null));
    if (buffer == null) {
      return null;
    }
    buffer.root = Objects.requireNonNull(root);
    if (buffer.registrations++ == 0) {
      registered.put(buffer.number, buffer);
    }
    registrations++;
    buffer.readable += readable(access);
    return new Registration(root, buffer, access);
  }

  private static int readable(int access) {
    return (access & BtlRegistration.REMOTE_READ) == 0 ? 0 : 1;
  }

  public synchronized int registrationCount() {
    return registrations;
  }

  /** A root by its number, if peers may read it; else null. */
  public synchronized ByteBuffer readable(long number) {
    SharedBuffer buffer = registered.get(number);
    return buffer == null || buffer.readable == 0 ? null : buffer.root;
  }

  public synchronized String describe() {
    releaseFreed();
    return String.format(
        "%d buffers that peers can map, %s, %d declined%s, %d registrations",
        buffers.size(), arenas.describe(), declined, trouble, registrations);
  }

  /** Closes every file. The user's memory stays usable. */
  @Override
  public synchronized void close() {
    closed = true;
    arenas.close();
    buffers.clear();
  }

  private synchronized void close(Registration registration) {
    SharedBuffer buffer = registration.buffer;
    registrations--;
    buffer.readable -= readable(registration.access);
    if (--buffer.registrations == 0) {
      registered.remove(buffer.number);
      buffer.root = null;
      // It held its buffer: a collection may find something now.
      collectedInVain = false;
    }
  }

  /** Memory of this process that peers may use. */
  public final class Registration implements BtlRegistration {
    private final ByteBuffer root;
    private final SharedBuffer buffer;
    private final int access;
    private boolean open = true;

    private Registration(ByteBuffer root, SharedBuffer buffer, int access) {
      this.root = root;
      this.buffer = buffer;
      this.access = access;
    }

    @Override
    public ByteBuffer memory() {
      return root;
    }

    public BufferKey bufferKey() {
      return new BufferKey(processId, rank, access, buffer.location, buffer.number);
    }

    @Override
    public byte[] key() {
      return bufferKey().toBytes();
    }

    @Override
    public boolean closesInAnyThread() {
      return true;
    }

    @Override
    public void close() {
      synchronized (SharedBuffers.this) {
        if (open) {
          open = false;
          SharedBuffers.this.close(this);
        }
      }
    }
  }
}
