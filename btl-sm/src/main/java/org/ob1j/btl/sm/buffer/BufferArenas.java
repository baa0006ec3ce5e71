package org.ob1j.btl.sm.buffer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ob1j.btl.sm.file.SharedFileNames;

/**
 * The files of this process's buffers: finds room for a buffer in one of them, or in a new one, and
 * frees those that nobody uses any more. Not thread-safe.
 */
final class BufferArenas {
  private final Path directory;
  private final String jobId;
  private final int rank;
  private final long limitBytes;
  private final List<BufferArena> arenas = new ArrayList<>();
  private int made;
  private String trouble = "";

  /**
   * The files of one process.
   *
   * @param limitBytes for all together; 0 for none
   */
  BufferArenas(Path directory, String jobId, int rank, long limitBytes) {
    this.directory = directory;
    this.jobId = jobId;
    this.rank = rank;
    this.limitBytes = limitBytes;
  }

  long limitBytes() {
    return limitBytes;
  }

  /** Room of which the memory is there already; null if there is none. */
  BufferArena.Allocation takeUsed(int capacityBytes) {
    BufferArena.Allocation allocation = null;
    for (int i = 0; i < arenas.size() && allocation == null; i++) {
      allocation = arenas.get(i).takeUsed(capacityBytes);
    }
    return allocation;
  }

  /**
   * Room for which memory has to be taken.
   *
   * @return null if that would be more than the limit
   * @throws IOException if a new file cannot be made
   */
  BufferArena.Allocation takeNew(int capacityBytes) throws IOException {
    BufferArena.Allocation allocation = null;
    long left = limitBytes - usedBytes();
    for (int i = 0; i < arenas.size() && allocation == null; i++) {
      allocation = arenas.get(i).takeNew(capacityBytes, left);
    }
    return allocation == null ? takeFromNew(capacityBytes) : allocation;
  }

  private BufferArena.Allocation takeFromNew(int capacityBytes) throws IOException {
    freeEmpty();
    int pagesBytes = BufferFile.pagesBytes(capacityBytes);
    if (usedBytes() + BufferArena.bytesWith(pagesBytes) > limitBytes) {
      return null;
    }
    int number = ++made;
    String name = SharedFileNames.of(jobId, rank + "-buffers" + number);
    BufferArena arena = BufferArena.create(directory, name, rank, number, pagesBytes, jobId);
    arenas.add(arena);
    return arena.takeNew(capacityBytes, pagesBytes);
  }

  /** A buffer is gone. The arena that was made last stays for what comes. */
  void giveBack(BufferArena arena, BufferLocation location) {
    arena.giveBack(location);
    boolean stays = !arena.isRetired() && arena == arenas.get(arenas.size() - 1);
    if (arena.isEmpty() && !stays) {
      free(arena);
      arenas.remove(arena);
    }
  }

  /**
   * Where buffers lie now nothing is used again, and files keep their length when they are freed: a
   * peer that is given up may still be reading and writing there.
   */
  void retireAll() {
    arenas.forEach(BufferArena::retire);
    freeEmpty();
  }

  private void freeEmpty() {
    for (int i = arenas.size() - 1; i >= 0; i--) {
      if (arenas.get(i).isEmpty()) {
        free(arenas.remove(i));
      }
    }
  }

  private void free(BufferArena arena) {
    try {
      arena.free();
    } catch (IOException failed) {
      trouble = ", freeing failed: " + failed.getMessage();
    }
  }

  /** How much memory they have. */
  long usedBytes() {
    long bytes = 0;
    for (int i = 0; i < arenas.size(); i++) {
      bytes += arenas.get(i).usedBytes();
    }
    return bytes;
  }

  /** Closes every file. The user's memory stays usable. */
  void close() {
    for (BufferArena arena : arenas) {
      try {
        arena.close();
      } catch (IOException failed) {
        trouble = ", closing failed: " + failed.getMessage();
      }
    }
  }

  String describe() {
    return "in %d files, %d of %d bytes%s"
        .formatted(arenas.size(), usedBytes(), limitBytes, trouble);
  }
}
