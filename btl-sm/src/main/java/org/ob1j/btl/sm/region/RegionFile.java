package org.ob1j.btl.sm.region;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import org.ob1j.btl.sm.file.JobDigest;
import org.ob1j.btl.sm.file.SharedFile;
import org.ob1j.runtime.job.ProcessName;

/**
 * What a file of regions begins with, little-endian. Its owner made it.
 *
 * <pre>
 *      0  magic (8) | rank (4) | 0 (4) | job digest (8)
 *   4096  regions, each of which begins on a page
 * </pre>
 *
 * A region's name is the file's descriptor in its owner and the number of its first page.
 */
final class RegionFile {
  static final int PAGE_BYTES = 4096;

  private static final long MAGIC = 0x314745524A31424FL;
  private static final int RANK_OFFSET = 8;
  private static final int JOB_OFFSET = 16;
  private static final int USED_BYTES = 24;

  private RegionFile() {}

  /** What a region takes of a file. */
  static int pagesBytes(int lengthBytes) {
    return lengthBytes + PAGE_BYTES - 1 & -PAGE_BYTES;
  }

  static long name(int descriptor, long position) {
    return (long) descriptor << Integer.SIZE | position / PAGE_BYTES;
  }

  static int descriptorOf(long name) {
    return (int) (name >> Integer.SIZE);
  }

  static long positionOf(long name) {
    return (name & 0xFFFF_FFFFL) * PAGE_BYTES;
  }

  static void writeHeader(SharedFile file, ProcessName owner) throws IOException {
    file.write(header(owner), 0);
  }

  private static ByteBuffer header(ProcessName owner) {
    ByteBuffer header = ByteBuffer.allocate(USED_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    header.putLong(0, MAGIC);
    header.putInt(RANK_OFFSET, owner.rank());
    return header.putLong(JOB_OFFSET, JobDigest.of(owner.job()));
  }

  /** Whether a file is that of a process, and has a region where a name says. */
  static boolean has(FileChannel channel, ProcessName owner, long name, int lengthBytes)
      throws IOException {
    long position = positionOf(name);
    if (position < PAGE_BYTES || channel.size() < position + pagesBytes(lengthBytes)) {
      return false;
    }
    ByteBuffer header = ByteBuffer.allocate(USED_BYTES);
    while (header.hasRemaining() && channel.read(header, header.position()) > 0) {
      // A read may bring less.
    }
    return header.flip().equals(header(owner));
  }
}
