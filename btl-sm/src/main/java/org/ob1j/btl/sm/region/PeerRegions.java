package org.ob1j.btl.sm.region;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.ob1j.btl.sm.file.SharedFile;
import org.ob1j.runtime.job.ProcessName;
import org.ob1j.runtime.memory.Memory;

/** Uses regions that other processes have made; or this one, which is no different. */
public final class PeerRegions {
  private PeerRegions() {}

  /**
   * Maps a region.
   *
   * @param processId its owner's
   * @return null if there is no such region that this process can open
   */
  public static Memory open(ProcessName owner, long processId, long name, int lengthBytes) {
    // An interrupt closes the file that a thread is at.
    boolean interrupted = Thread.interrupted();
    try (FileChannel file = file(processId, name)) {
      return RegionFile.has(file, owner, name, lengthBytes)
          ? SharedFile.map(file, RegionFile.positionOf(name), RegionFile.pagesBytes(lengthBytes))
          : null;
    } catch (IOException cannotOpen) {
      // All learn that one cannot, and send messages instead.
      return null;
    } finally {
      restore(interrupted);
    }
  }

  /**
   * Gets memory for a part of a region.
   *
   * @return false if there is none, or no such region
   */
  public static boolean reserve(
      ProcessName owner, long processId, long name, int offset, int lengthBytes) {
    boolean interrupted = Thread.interrupted();
    try (FileChannel file = file(processId, name)) {
      boolean has = RegionFile.has(file, owner, name, offset + lengthBytes);
      if (has) {
        SharedFile.writeZeros(file, RegionFile.positionOf(name) + offset, lengthBytes);
      }
      return has;
    } catch (IOException noMemory) {
      // The same.
      return false;
    } finally {
      restore(interrupted);
    }
  }

  private static FileChannel file(long processId, long name) throws IOException {
    return SharedFile.openOther(processId, RegionFile.descriptorOf(name), Path.of("regions"));
  }

  private static void restore(boolean interrupted) {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
