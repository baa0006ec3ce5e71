package org.ob1j.runtime.memory;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;

/**
 * Makes the buffers that users ask the library for, and knows of each view of them which root it
 * lies in and where: Java does not tell that of a buffer.
 *
 * <p>The root is the buffer that a transport made; its memory lives as long as the root does, and
 * every view keeps the root alive. What is kept here keeps nothing alive. Safe for use by several
 * threads.
 */
public final class BufferRoots {
  /** Makes memory that transports can use better than any other. */
  @FunctionalInterface
  public interface Allocator {
    /** New zeroed direct memory, or null if there is none, or none left. */
    ByteBuffer allocate(int capacityBytes);
  }

  private static final int PAGE_BYTES = 4096;

  /** Shorter buffers would waste more than they gain. */
  private static final int MIN_ALIGNED_BYTES = 4 * PAGE_BYTES;

  /**
   * Where a view lies.
   *
   * @param root a ByteBuffer if it is registrable, else of the view's own type
   * @param offset in bytes
   * @param registrable whether transports may register the root for what lies in it
   */
  private record Origin(WeakReference<? extends Buffer> root, long offset, boolean registrable) {
    Origin plus(long bytes) {
      return new Origin(root, offset + bytes, registrable);
    }
  }

  private final Allocator allocator;
  private final Map<BufferIdentity, Origin> origins = new HashMap<>();
  private final ReferenceQueue<Buffer> freed = new ReferenceQueue<>();

  public BufferRoots(Allocator allocator) {
    this.allocator = allocator;
  }

  /** New zeroed direct memory in native byte order, the best there is. */
  public ByteBuffer allocate(int capacityBytes) {
    ByteBuffer root = allocator.allocate(capacityBytes);
    if (root == null) {
      return allocateOnPages(capacityBytes).order(ByteOrder.nativeOrder());
    }
    root.order(ByteOrder.nativeOrder());
    remember(root, new Origin(new WeakReference<>(root), 0, true));
    return root;
  }

  /**
   * A long buffer begins on a page: what one process reads from another's memory costs by the page,
   * and so does what a device is to read.
   */
  private static ByteBuffer allocateOnPages(int capacityBytes) {
    boolean worthIt = capacityBytes >= MIN_ALIGNED_BYTES;
    if (!worthIt || capacityBytes > Integer.MAX_VALUE - PAGE_BYTES) {
      return ByteBuffer.allocateDirect(capacityBytes);
    }
    ByteBuffer memory = ByteBuffer.allocateDirect(capacityBytes + PAGE_BYTES);
    int bytesToPage = PAGE_BYTES - memory.alignmentOffset(0, PAGE_BYTES);
    return memory.slice(bytesToPage, capacityBytes);
  }

  /**
   * Remembers a view of what was made here, and any part of a direct buffer.
   *
   * @param view in native byte order, or of the type and in the byte order of what it was made from
   * @param from what it was made from
   * @param offset where in that it begins, in bytes
   * @return the view
   */
  public <B extends Buffer> B remember(B view, Buffer from, long offset) {
    Origin origin = originOf(from);
    if (origin != null) {
      remember(view, origin.plus(offset));
    } else if (offset != 0 && from.isDirect()) {
      remember(view, new Origin(new WeakReference<>(from), offset, false));
    }
    return view;
  }

  /** Remembers what others do, which remember nothing from now on. */
  public void takeOver(BufferRoots others) {
    others.moveTo(this);
  }

  private synchronized void moveTo(BufferRoots heir) {
    for (Map.Entry<BufferIdentity, Origin> entry : origins.entrySet()) {
      Buffer view = entry.getKey().get();
      if (view != null) {
        heir.remember(view, entry.getValue());
      }
    }
    origins.clear();
  }

  /**
   * Where a direct buffer lies. A byte buffer that was not made here is its own root; a typed one
   * that was not, lies somewhere that cannot be told.
   *
   * @return null if that cannot be told
   */
  public MemoryRegion regionOf(Buffer direct) {
    Origin origin = originOf(direct);
    if (origin != null && origin.registrable()) {
      // Alive: the view holds it.
      return new MemoryRegion((ByteBuffer) origin.root().get(), origin.offset());
    }
    return direct instanceof ByteBuffer bytes ? new MemoryRegion(bytes, 0) : null;
  }

  /**
   * What a direct buffer is a part of, so that what lies before it can be reached.
   *
   * @return null if it is no part that was remembered, or nobody has the whole any more
   */
  public BufferPart partOf(Buffer direct) {
    Origin origin = originOf(direct);
    Buffer whole = origin == null ? null : origin.root().get();
    return whole == null ? null : new BufferPart(whole, origin.offset());
  }

  private synchronized Origin originOf(Buffer buffer) {
    return origins.isEmpty() ? null : origins.get(new BufferIdentity(buffer, null));
  }

  private synchronized void remember(Buffer view, Origin origin) {
    for (Reference<? extends Buffer> gone = freed.poll(); gone != null; gone = freed.poll()) {
      origins.remove(gone);
    }
    origins.put(new BufferIdentity(view, freed), origin);
  }
}
