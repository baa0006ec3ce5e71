package org.ob1j.btl.sm;

import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.runtime.memory.BufferIdentity;

/**
 * The buffers that this process has made for its user in memory that peers can map, and which of
 * them are registered.
 *
 * <p>A buffer's file lives as long as its root, which every view of it keeps alive; that it is gone
 * is noticed when the next one is made or registered. Safe for use by several threads, because
 * users may make buffers in any.
 */
final class SharedBuffers implements AutoCloseable {
  /** How long a collected buffer may take to be reported after a collection. */
  private static final long COLLECTION_MILLIS = 50;

  private final SharedMemorySettings settings;
  private final String jobId;
  private final int rank;
  private final long limitBytes;
  private final int limitFiles;
  private final long processId = ProcessHandle.current().pid();
  private final Map<BufferIdentity, SharedBuffer> buffers = new HashMap<>();
  private final Map<Long, Registration> registrations = new HashMap<>();
  private final ReferenceQueue<Buffer> freed = new ReferenceQueue<>();
  private long usedBytes;
  private long made;
  private long declined;
  private long registered;
  private String trouble = "";
  private boolean collectedInVain;
  private boolean keepsFreedMemory;
  private boolean closed;

  /**
   * @param limitBytes for all files together; 0 for none
   * @param limitFiles how many there may be
   */
  SharedBuffers(
      SharedMemorySettings settings, String jobId, int rank, long limitBytes, int limitFiles) {
    this.settings = settings;
    this.jobId = jobId;
    this.rank = rank;
    this.limitBytes = settings.openByName() ? 0 : limitBytes;
    this.limitFiles = limitFiles;
  }

  private static final class SharedBuffer extends BufferIdentity {
    private final long number;
    private final SharedFile file;
    private final int capacityBytes;

    /** Peers may read it when it is not registered any more. */
    private final boolean readLate;

    SharedBuffer(
        ByteBuffer root,
        ReferenceQueue<Buffer> freed,
        long number,
        SharedFile file,
        boolean readLate) {
      super(root, freed);
      this.readLate = readLate;
      this.number = number;
      this.file = file;
      capacityBytes = root.capacity();
    }

    long fileBytes() {
      return SharedBufferFile.fileBytes(capacityBytes);
    }
  }

  /** A new root, or null if there is no shared memory, none left, or the buffer is not worth it. */
  ByteBuffer allocate(int capacityBytes) {
    return allocate(capacityBytes, false);
  }

  /**
   * The same for a layout. It can be done without, so what the user has dropped is not looked for;
   * and a peer that comes late with its help may still read it when it is freed.
   */
  ByteBuffer allocateForLayout(int capacityBytes) {
    return allocate(capacityBytes, true);
  }

  private synchronized ByteBuffer allocate(int capacityBytes, boolean layout) {
    if (closed
        || capacityBytes <= settings.attributes().eagerLimit()
        || capacityBytes > SharedBufferFile.MAX_CAPACITY) {
      return null;
    }
    releaseFreed();
    if (!fits(capacityBytes) && (layout || !fitsAfterCollection(capacityBytes))) {
      declined++;
      return null;
    }
    try {
      return make(capacityBytes, layout);
    } catch (IOException noRoom) {
      declined++;
      trouble = ", last failure: " + noRoom.getMessage();
      return null;
    }
  }

  private boolean fits(int capacityBytes) {
    return buffers.size() < limitFiles
        && usedBytes + SharedBufferFile.fileBytes(capacityBytes) <= limitBytes;
  }

  /**
   * Once: if that does not help, nothing is collected again before something has been freed or a
   * registration has been closed.
   */
  private boolean fitsAfterCollection(int capacityBytes) {
    if (buffers.isEmpty() || collectedInVain) {
      return false;
    }
    System.gc();
    try {
      Reference<? extends Buffer> gone = freed.remove(COLLECTION_MILLIS);
      while (gone != null) {
        release((SharedBuffer) gone);
        gone = fits(capacityBytes) ? freed.poll() : freed.remove(COLLECTION_MILLIS);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    collectedInVain = !fits(capacityBytes);
    return !collectedInVain;
  }

  private ByteBuffer make(int capacityBytes, boolean layout) throws IOException {
    long number = ++made;
    SharedFile file =
        SharedFile.createUnmapped(
            settings.directory(),
            SharedMemorySettings.fileName(jobId, rank + "-buffer" + number),
            SharedBufferFile.fileBytes(capacityBytes));
    try {
      SharedBufferFile.writeHeader(file, rank, number, capacityBytes, jobId);
      ByteBuffer root = file.map(SharedBufferFile.HEADER_BYTES, capacityBytes);
      SharedBuffer buffer = new SharedBuffer(root, freed, number, file, layout);
      buffers.put(buffer, buffer);
      usedBytes += buffer.fileBytes();
      return root;
    } catch (IOException failed) {
      file.close();
      throw failed;
    }
  }

  private void releaseFreed() {
    for (Reference<? extends Buffer> gone = freed.poll(); gone != null; gone = freed.poll()) {
      release((SharedBuffer) gone);
    }
  }

  private void release(SharedBuffer buffer) {
    if (buffers.remove(buffer) == null) {
      return;
    }
    usedBytes -= buffer.fileBytes();
    collectedInVain = false;
    try {
      if (buffer.readLate) {
        SharedBufferFile.markFreed(buffer.file);
      } else if (!keepsFreedMemory) {
        SharedBufferFile.free(buffer.file);
      }
      buffer.file.close();
    } catch (IOException failed) {
      trouble = ", freeing failed: " + failed.getMessage();
    }
  }

  /**
   * From now on files of buffers keep their length when they are freed: a peer that is given up
   * here may still be reading, which would be the end of it.
   */
  synchronized void keepFreedMemory() {
    keepsFreedMemory = true;
  }

  /** Whether this is a root that was made here. */
  synchronized boolean isShared(ByteBuffer root) {
    return buffers.containsKey(new BufferIdentity(root, null));
  }

  /** Null if this is no root that was made here. */
  synchronized Registration register(ByteBuffer root, int access) {
    releaseFreed();
    SharedBuffer buffer = closed ? null : buffers.get(new BufferIdentity(root, null));
    if (buffer == null) {
      return null;
    }
    Registration made = new Registration(++registered, root, buffer, access);
    registrations.put(made.number, made);
    return made;
  }

  synchronized int registrationCount() {
    return registrations.size();
  }

  /** A root by its number, if it is registered for this access; else null. */
  synchronized ByteBuffer registered(long buffer, int access) {
    for (Registration registration : registrations.values()) {
      if (registration.buffer.number == buffer && (registration.access & access) != 0) {
        return registration.root;
      }
    }
    return null;
  }

  synchronized String describe() {
    releaseFreed();
    return String.format(
        "%d buffers that peers can map, %d of %d bytes, %d declined%s, %d registrations",
        buffers.size(), usedBytes, limitBytes, declined, trouble, registrations.size());
  }

  /** Closes every file. The user's memory stays usable. */
  @Override
  public synchronized void close() {
    closed = true;
    for (SharedBuffer buffer : buffers.values()) {
      try {
        buffer.file.close();
      } catch (IOException failed) {
        trouble = ", closing failed: " + failed.getMessage();
      }
    }
    buffers.clear();
  }

  /** Memory of this process that peers may use. */
  final class Registration implements BtlRegistration {
    private final long number;
    private final ByteBuffer root;
    private final SharedBuffer buffer;
    private final int access;

    private Registration(long number, ByteBuffer root, SharedBuffer buffer, int access) {
      this.number = number;
      this.root = Objects.requireNonNull(root);
      this.buffer = buffer;
      this.access = access;
    }

    @Override
    public ByteBuffer memory() {
      return root;
    }

    BufferKey bufferKey() {
      return new BufferKey(
          processId, buffer.file.descriptor(), rank, buffer.number, buffer.capacityBytes, access);
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
        if (registrations.remove(number) != null) {
          // It held its buffer: a collection may find something now.
          collectedInVain = false;
        }
      }
    }
  }
}
