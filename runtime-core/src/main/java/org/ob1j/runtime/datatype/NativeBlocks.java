package org.ob1j.runtime.datatype;

import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.ob1j.runtime.memory.FoundService;

/**
 * Native loops for those who copy blocks: looks for a {@link NativeBlockCopy} once so much has been
 * copied without one that loading it pays. Not thread-safe.
 */
public final class NativeBlocks {
  /** So many blocks are listed at a time; their places stay in the nearest cache. */
  static final int MAX_LISTED = 256;

  /** Buffers come again and again, and to ask where one is costs as much as to copy 100 blocks. */
  private static final int KNOWN_ADDRESSES = 4;

  private final Supplier<Iterable<NativeBlockCopy>> services;
  private final long loadAfterBytes;
  private long copiedBytes;
  private NativeBlockCopy service;

  /** Why there is no service; null while it has not been looked for, or if there is one. */
  private String reason;

  private final WeakReference<?>[] known = new WeakReference<?>[KNOWN_ADDRESSES];
  private final long[] addresses = new long[KNOWN_ADDRESSES];
  private int nextKnown;

  private final int[] sourcePlaces = new int[MAX_LISTED];
  private final int[] targetPlaces = new int[MAX_LISTED];

  /**
   * Looks for no service yet.
   *
   * @param loadAfterBytes how much is copied without
   */
  public NativeBlocks(Supplier<Iterable<NativeBlockCopy>> services, long loadAfterBytes) {
    this.services = services;
    this.loadAfterBytes = loadAfterBytes;
  }

  /** Whether there is a service, for somebody who is going to copy so many bytes. */
  boolean isThere(long bytes) {
    if (service == null && reason == null) {
      if (copiedBytes >= loadAfterBytes) {
        find();
      }
      copiedBytes += bytes;
    }
    return service != null;
  }

  private void find() {
    FoundService<NativeBlockCopy> found = FoundService.among(services);
    service = found.service();
    reason = found.reason();
  }

  /** Where a buffer is, which holds as long as it is reachable; nothing here keeps it so. */
  long addressOf(ByteBuffer memory) {
    for (int i = 0; i < KNOWN_ADDRESSES; i++) {
      if (known[i] != null && known[i].get() == memory) {
        return addresses[i];
      }
    }
    int slot = nextKnown++ % KNOWN_ADDRESSES;
    addresses[slot] = service.addressOf(memory);
    known[slot] = new WeakReference<>(memory);
    return addresses[slot];
  }

  /** Whether native loops copy from now on. */
  public boolean isThere() {
    return service != null;
  }

  /** Room to list where blocks lie, in elements or bytes. */
  int[] sourcePlaces() {
    return sourcePlaces;
  }

  /** Room to list where they go. */
  int[] targetPlaces() {
    return targetPlaces;
  }

  /**
   * Copies blocks that are known to lie in memory, or parts of longer ones.
   *
   * @param target the address from which the sink counts
   * @param source the address from which the cursor {@code from} counts
   * @param blocks so many pieces of {@code blockBytes} follow at both; they are not moved
   * @return whether it was done; not if there are no places for native code
   */
  boolean copy(
      long target, RunsCursor sink, long source, RunsCursor from, int blocks, int blockBytes) {
    boolean sinkIsListed = !sink.isRegular(blockBytes);
    boolean fromIsListed = !from.isRegular(blockBytes);
    long targetPlaces = sinkIsListed ? sink.nativePlaces(service) : 0;
    long sourcePlaces = fromIsListed ? from.nativePlaces(service) : 0;
    if (sinkIsListed && targetPlaces == 0 || fromIsListed && sourcePlaces == 0) {
      return false;
    }
    service.copy(
        target + (sinkIsListed ? sink.origin() : sink.place()),
        targetPlaces,
        sink.step(blockBytes),
        source + (fromIsListed ? from.origin() : from.place()),
        sourcePlaces,
        from.step(blockBytes),
        blocks,
        blockBytes);
    return true;
  }

  /** What copies blocks, for a report. */
  public String describe() {
    if (service != null) {
      return "blocks copied by " + service.getClass().getSimpleName();
    }
    return "blocks copied by Java" + (reason == null ? "" : ", native: " + reason);
  }
}
