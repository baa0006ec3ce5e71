package org.ob1j.runtime.datatype;

import java.nio.ByteBuffer;
import org.ob1j.runtime.datatype.layout.RunsCursor;
import org.ob1j.runtime.memory.FoundService;

/** Native loops for those who copy blocks, if there are any. Not thread-safe. */
public final class NativeBlocks {
  /** So many blocks are listed at a time; their places stay in the nearest cache. */
  static final int MAX_LISTED = 256;

  private final FoundService<NativeBlockCopy> found;
  private final NativeBlockCopy service;
  private final int[] sourcePlaces = new int[MAX_LISTED];
  private final int[] targetPlaces = new int[MAX_LISTED];

  /** With the service that has been found, if any. */
  public NativeBlocks(FoundService<NativeBlockCopy> found) {
    this.found = found;
    service = found.service();
  }

  /** Where a buffer is, which holds as long as it is reachable; nothing here keeps it so. */
  long addressOf(ByteBuffer memory) {
    return service.addressOf(memory);
  }

  /** Whether native loops copy. */
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
    return service == null
        ? "blocks copied by Java, native: " + found.reason()
        : "blocks copied by " + service.getClass().getSimpleName();
  }
}
