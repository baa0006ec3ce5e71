package org.ob1j.btl.sm.region;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
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
  private final int owner;
  private final long limitBytes;

  /** Null before the first region. */
  private SharedFile file;

  /** Where the next region begins. */
  private long endBytes = RegionFile.PAGE_BYTES;

  /** What has memory of these regions, and this process's parts of those of others. */
  private long reservedBytes;

  /** Of each region by its name: how much of it has been zeroed, from its beginning on. */
  private final Map<Long, Integer> zeroed = new HashMap<>();

  private final List<Freed> freed = new ArrayList<>();
  private String trouble = "";

  private record Freed(Region region, BooleanSupplier isUnused) {}

  /**
   * No region yet.
   *
   * @param owner the number of this process
   * @param limitBytes what may have memory; 0 for none
   */
  public OwnRegions(Path directory, ProcessName self, int owner, long limitBytes) {
    this.directory = directory;
    this.self = self;
    this.owner = owner;
    this.limitBytes = limitBytes;
  }

  /** As {@link org.ob1j.runtime.memory.SharedRegions#create}. */
  public Region create(int lengthBytes, int zeroedBytes) {
    int pagesBytes = RegionFile.pagesBytes(lengthBytes);
    int zeroedPagesBytes = RegionFile.pagesBytes(zeroedBytes);
    Region again = reuse(pagesBytes, zeroedPagesBytes);
    if (again != null || !mayReserve(zeroedPagesBytes)) {
      return again;
    }
    // An interrupt closes the file that a thread is at.
    boolean interrupted = Thread.interrupted();
    try {
      return extend(pagesBytes, zeroedPagesBytes);
    } catch (IOException noMemory) {
      trouble = ", no more: " + noMemory.getMessage();
      return null;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private Region reuse(int pagesBytes, int zeroedPagesBytes) {
    for (Iterator<Freed> each = freed.iterator(); each.hasNext(); ) {
      Freed candidate = each.next();
      Memory memory = candidate.region.memory();
      if (memory.capacity() == pagesBytes
          && zeroed.get(candidate.region.name()) == zeroedPagesBytes
          && candidate.isUnused.getAsBoolean()) {
        each.remove();
        memory.bytes().put(0, new byte[zeroedPagesBytes]);
        return candidate.region;
      }
    }
    return null;
  }

  private Region extend(int pagesBytes, int zeroedPagesBytes) throws IOException {
    if (file == null) {
      String name = SharedFileNames.of(self.job(), self.rank() + "-regions");
      file = SharedFile.createSparse(directory, name, RegionFile.PAGE_BYTES);
      RegionFile.writeHeader(file, self);
    }
    long position = endBytes;
    file.writeZeros(position, zeroedPagesBytes);
    // This makes the file as long as that.
    ByteBuffer mapped = file.map(position, pagesBytes);
    endBytes += pagesBytes;
    reservedBytes += zeroedPagesBytes;
    Region region =
        new Region(Memory.of(mapped), owner, RegionFile.name(file.descriptor(), position));
    zeroed.put(region.name(), zeroedPagesBytes);
    return region;
  }

  /** Whether this process may have so much more memory, in its regions and in those of others. */
  public boolean mayReserve(int bytes) {
    return reservedBytes + bytes <= limitBytes;
  }

  /** Counts what has been reserved. */
  public void countReserved(int bytes) {
    reservedBytes += bytes;
  }

  /** As {@link org.ob1j.runtime.memory.SharedRegions#free}. */
  public void free(Region region, BooleanSupplier isUnused) {
    freed.add(new Freed(region, isUnused));
  }

  public String describe() {
    return reservedBytes + " bytes of shared regions" + trouble;
  }

  /** Closes the file. What is mapped stays mapped, here and at others. */
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
