package org.ob1j.btl.sm.region;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.ob1j.btl.sm.file.SharedFile;
import org.ob1j.runtime.job.ProcessName;
import org.ob1j.runtime.memory.Memory;

/** Maps regions that other processes have made. */
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
    int descriptor = RegionFile.descriptorOf(name);
    try (FileChannel channel = SharedFile.openOther(processId, descriptor, Path.of("regions"))) {
      return RegionFile.has(channel, owner, name, lengthBytes)
          ? SharedFile.map(channel, RegionFile.positionOf(name), RegionFile.pagesBytes(lengthBytes))
          : null;
    } catch (IOException cannotOpen) {
      // All learn that one cannot, and send messages instead.
      return null;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
