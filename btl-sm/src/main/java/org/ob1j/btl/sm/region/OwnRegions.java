package org.ob1j.btl.sm.region;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.ob1j.btl.sm.file.SharedFile;
import org.ob1j.btl.sm.file.SharedFileNames;
import org.ob1j.runtime.job.ProcessName;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.memory.SharedRegions.Region;

/**
 * The regions that this process has made, in one file, which is made with the first and grows. What
 * is given back serves regions of the same length.
 */
public final class OwnRegions {
  private final Path directory;
  private final ProcessName self;
  private final long limitBytes;

  /** Null before the first region. */
  private SharedFile file;

  private long usedBytes;
  private final List<Freed> freed = new ArrayList<>();
  private String trouble = "";

  private record Freed(Region region, BooleanSupplier isUnused) {}

  /**
   * No region yet.
   *
   * @param limitBytes what all of them may have together; 0 for none
   */
  public OwnRegions(Path directory, ProcessName self, long limitBytes) {
    this.directory = directory;
    this.self = self;
    this.limitBytes = limitBytes;
  }

  /** A zeroed region; null if there is no memory for it. */
  public Region create(int lengthBytes) {
    int pagesBytes = RegionFile.pagesBytes(lengthBytes);
    Region again = reuse(pagesBytes);
    if (again != null || usedBytes + pagesBytes > limitBytes) {
      return again;
    }
    // An interrupt closes the file that a thread is at.
    boolean interrupted = Thread.interrupted();
    try {
      return extend(pagesBytes);
    } catch (IOException noMemory) {
      trouble = ", no more: " + noMemory.getMessage();
      return null;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private Region reuse(int pagesBytes) {
    for (Iterator<Freed> each = freed.iterator(); each.hasNext(); ) {
      Freed candidate = each.next();
      Memory memory = candidate.region.memory();
      if (memory.capacity() == pagesBytes && candidate.isUnused.getAsBoolean()) {
        each.remove();
        memory.bytes().put(0, new byte[pagesBytes]);
        return candidate.region;
      }
    }
    return null;
  }

  private Region extend(int pagesBytes) throws IOException {
    if (file == null) {
      String name = SharedFileNames.of(self.job(), self.rank() + "-regions");
      file = SharedFile.createSparse(directory, name, RegionFile.PAGE_BYTES);
      RegionFile.writeHeader(file, self);
    }
    long position = RegionFile.PAGE_BYTES + usedBytes;
    file.writeZeros(position, pagesBytes);
    ByteBuffer mapped = file.map(position, pagesBytes);
    usedBytes += pagesBytes;
    return new Region(Memory.of(mapped), RegionFile.name(file.descriptor(), position));
  }

  /** As {@link org.ob1j.runtime.memory.SharedRegions#free}. */
  public void free(Region region, BooleanSupplier isUnused) {
    freed.add(new Freed(region, isUnused));
  }

  public String describe() {
    return usedBytes + " bytes of shared regions" + trouble;
  }

  /** Closes the file. What is mapped stays mapped, here and at others. */
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
