package org.ob1j.btl.sm;

import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.runtime.memory.BufferIdentity;

/**
 * The buffers that this process has made for its user in memory that peers can map, and which of
 * them are registered.
 *
 * <p>They lie in few files. A buffer's place is free once its root is gone, which every view of it
 * keeps alive; that it is gone is noticed when the next one is made or registered. Safe for use by
 * several threads, because users may make buffers in any.
 */
final class SharedBuffers implements AutoCloseable {
  /** Each may be a mapping of its own, of which Linux lets a process have 65,530. */
  static final int MAX_BUFFERS = 16_384;

  /** How long a collected buffer may take to be reported after a collection. */
  private static final long COLLECTION_MILLIS = 50;

  /** How long the next one may take. */
  private static final long NEXT_MILLIS = 1;

  /** Before there is more in use than this, what the user has dropped is looked for. */
  private static final long FIRST_GROWTH_BYTES = 128L << 20;

  /** A heap that has no more in it is collected in some milliseconds. */
  private static final long SMALL_HEAP_BYTES = 256L << 20;

  private final SharedMemorySettings settings;
  private final String jobId;
  private final int rank;
  private final long limitBytes;
  private final int limitBuffers;
  private final long processId = ProcessHandle.current().pid();
  private final Map<BufferIdentity, SharedBuffer> buffers = new HashMap<>();
  private final List<BufferArena> arenas = new ArrayList<>();

  /** Those of which there are registrations. */
  private final Map<Long, SharedBuffer> registered = new HashMap<>();

  private final ReferenceQueue<Buffer> freed = new ReferenceQueue<>();
  private int arenasMade;

  /** Buffers whose places are taken, but which are not made yet. */
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
   * @param limitBytes for all files together; 0 for none
   * @param limitBuffers how many there may be
   */
  SharedBuffers(
      SharedMemorySettings settings, String jobId, int rank, long limitBytes, int limitBuffers) {
    this.settings = settings;
    this.jobId = jobId;
    this.rank = rank;
    this.limitBytes = settings.openByName() ? 0 : limitBytes;
    this.limitBuffers = limitBuffers;
  }

  private static final class SharedBuffer extends BufferIdentity {
    private final long number;
    private final BufferArena arena;
    private final BufferPlace place;

    /** While it is registered. */
    private ByteBuffer root;

    private int registrations;

    /** Of these, those by which peers read. */
    private int readable;

    SharedBuffer(
        ByteBuffer root, ReferenceQueue<Buffer> freed, long number, BufferArena.Place place) {
      super(root, freed);
      this.number = number;
      arena = place.arena();
      this.place = place.where();
    }
  }

  /** A new root, or null if there is no shared memory, none left, or the buffer is not worth it. */
  ByteBuffer allocate(int capacityBytes) {
    return limitBytes == 0 || capacityBytes <= settings.attributes().eagerLimit()
        ? null
        : allocate(capacityBytes, false);
  }

  /**
   * The same for a layout. It can be done without, so what the user has dropped is not looked for;
   * and a peer that comes late with its help may still read it when it is freed.
   */
  ByteBuffer allocateForLayout(int capacityBytes) {
    return limitBytes == 0 ? null : allocate(capacityBytes, true);
  }

  private ByteBuffer allocate(int capacityBytes, boolean layout) {
    if (capacityBytes > BufferFile.MAX_CAPACITY) {
      return null;
    }
    // An interrupt closes the file that a thread is at.
    boolean interrupted = Thread.interrupted();
    try {
      BufferArena.Place place = take(capacityBytes, layout);
      return place == null ? null : make(place);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized BufferArena.Place take(int capacityBytes, boolean layout) {
    if (closed) {
      return null;
    }
    try {
      releaseFreed();
      BufferArena.Place place = findUsed(capacityBytes);
      if (place == null && !layout && shouldCollectFirst(capacityBytes)) {
        collect();
        place = findUsed(capacityBytes);
      }
      if (place == null) {
        place = findNew(capacityBytes);
      }
      if (place == null && !layout) {
        place = findAfterCollection(capacityBytes);
      }
      if (place == null) {
        declined++;
        return null;
      }
      if (layout) {
        place.arena().setReadLate();
      }
      inTheMaking++;
      liveBytes += BufferFile.pagesBytes(capacityBytes);
      return place;
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

  /** A place of which the memory is there already. */
  private BufferArena.Place findUsed(int capacityBytes) {
    BufferArena.Place place = null;
    for (int i = 0; i < arenas.size() && place == null && !isFull(); i++) {
      place = arenas.get(i).takeUsed(capacityBytes);
    }
    return place;
  }

  private BufferArena.Place findNew(int capacityBytes) throws IOException {
    if (isFull()) {
      return null;
    }
    BufferArena.Place place = null;
    long left = limitBytes - usedBytes();
    for (int i = 0; i < arenas.size() && place == null; i++) {
      place = arenas.get(i).takeNew(capacityBytes, left);
    }
    return place == null ? findInNew(capacityBytes) : place;
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

  private BufferArena.Place findInNew(int capacityBytes) throws IOException {
    arenas.removeIf(arena -> arena.isEmpty() && isFreed(arena));
    int pagesBytes = BufferFile.pagesBytes(capacityBytes);
    if (usedBytes() + BufferArena.bytesWith(pagesBytes) > limitBytes) {
      return null;
    }
    int number = ++arenasMade;
    String name = SharedMemorySettings.fileName(jobId, rank + "-buffers" + number);
    BufferArena arena =
        BufferArena.create(settings.directory(), name, rank, number, pagesBytes, jobId);
    arenas.add(arena);
    return arena.takeNew(capacityBytes, pagesBytes);
  }

  /**
   * Once: if that does not help, nothing is collected again before something has been freed or a
   * registration has been closed.
   */
  private BufferArena.Place findAfterCollection(int capacityBytes) throws IOException {
    if (buffers.isEmpty() || collectedInVain) {
      return null;
    }
    BufferArena.Place place = null;
    System.gc();
    try {
      Reference<? extends Buffer> gone = freed.remove(COLLECTION_MILLIS);
      while (gone != null && place == null) {
        release((SharedBuffer) gone);
        releaseFreed();
        place = findUsed(capacityBytes);
        if (place == null) {
          place = findNew(capacityBytes);
        }
        gone = place == null ? freed.remove(COLLECTION_MILLIS) : null;
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    collectedInVain = place == null;
    return place;
  }

  /** Not under the lock: this takes most of the time. */
  private ByteBuffer make(BufferArena.Place place) {
    try {
      ByteBuffer root = place.arena().make(place);
      made(root, place);
      return root;
    } catch (IOException noRoom) {
      notMade(place, noRoom);
      return null;
    }
  }

  private synchronized void made(ByteBuffer root, BufferArena.Place place) {
    inTheMaking--;
    SharedBuffer buffer = new SharedBuffer(root, freed, ++made, place);
    buffers.put(buffer, buffer);
  }

  private synchronized void notMade(BufferArena.Place place, IOException noRoom) {
    inTheMaking--;
    decline(noRoom);
    if (place.arena().isClosed()) {
      place.arena().retire();
    }
    giveBack(place.arena(), place.where());
  }

  private void releaseFreed() {
    for (Reference<? extends Buffer> gone = freed.poll(); gone != null; gone = freed.poll()) {
      release((SharedBuffer) gone);
    }
  }

  private void release(SharedBuffer buffer) {
    if (buffers.remove(buffer) != null) {
      collectedInVain = false;
      giveBack(buffer.arena, buffer.place);
    }
  }

  /** The arena that was made last stays for what comes. */
  private void giveBack(BufferArena arena, BufferPlace place) {
    arena.giveBack(place);
    liveBytes -= place.end() - place.begin();
    boolean stays = !arena.isRetired() && arena == arenas.get(arenas.size() - 1);
    if (arena.isEmpty() && !stays && isFreed(arena)) {
      arenas.remove(arena);
    }
  }

  /** Frees an arena. */
  private boolean isFreed(BufferArena arena) {
    try {
      arena.free();
    } catch (IOException failed) {
      trouble = ", freeing failed: " + failed.getMessage();
    }
    return true;
  }

  private long usedBytes() {
    long bytes = 0;
    for (int i = 0; i < arenas.size(); i++) {
      bytes += arenas.get(i).usedBytes();
    }
    return bytes;
  }

  /**
   * Where buffers lie now nothing is used again, and files keep their length when they are freed: a
   * peer that is given up may still be reading and writing there.
   */
  synchronized void keepFreedMemory() {
    arenas.forEach(BufferArena::retire);
    arenas.removeIf(arena -> arena.isEmpty() && isFreed(arena));
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

  synchronized int registrationCount() {
    return registrations;
  }

  /** A root by its number, if peers may read it; else null. */
  synchronized ByteBuffer readable(long number) {
    SharedBuffer buffer = registered.get(number);
    return buffer == null || buffer.readable == 0 ? null : buffer.root;
  }

  synchronized String describe() {
    releaseFreed();
    return String.format(
        "%d buffers that peers can map, in %d files, %d of %d bytes, %d declined%s, %d"
            + " registrations",
        buffers.size(), arenas.size(), usedBytes(), limitBytes, declined, trouble, registrations);
  }

  /** Closes every file. The user's memory stays usable. */
  @Override
  public synchronized void close() {
    closed = true;
    for (BufferArena arena : arenas) {
      try {
        arena.close();
      } catch (IOException failed) {
        trouble = ", closing failed: " + failed.getMessage();
      }
    }
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
  final class Registration implements BtlRegistration {
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

    BufferKey bufferKey() {
      return new BufferKey(processId, rank, access, buffer.place, buffer.number);
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
