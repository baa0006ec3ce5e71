package org.ob1j.runtime.progress;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Another process's doorbell, opened when it is first rung. Ringing is a system call and next to no
 * Java: it is done seldom, so its code is never compiled, and somebody waits for it.
 *
 * <p>Used by one thread at a time.
 */
public final class PeerDoorbell implements AutoCloseable {
  private static final int ANYTHING = 0;

  private final DoorbellAddress address;
  private RandomAccessFile pipe;

  /**
   * @param address of the process that is to be woken; it may come from anywhere
   */
  public PeerDoorbell(DoorbellAddress address) {
    this.address = address;
  }

  /**
   * Wakes the process, or keeps it from falling asleep. Costs 10 microseconds or 20. A ring for
   * nothing does no harm.
   *
   * @throws IOException if it cannot be rung: the process has ended, or may not be reached
   */
  public void ring() throws IOException {
    if (pipe == null) {
      pipe = open();
    }
    pipe.write(ANYTHING);
  }

  /**
   * Rings a process once, for those who do it too seldom to keep it open.
   *
   * @throws IOException as {@link #ring}
   */
  public static void ringOnce(DoorbellAddress address) throws IOException {
    try (PeerDoorbell doorbell = new PeerDoorbell(address)) {
      doorbell.ring();
    }
  }

  private RandomAccessFile open() throws IOException {
    Path path =
        Path.of(
            "/proc",
            Long.toString(address.processId()),
            "fd",
            Integer.toString(address.descriptor()));
    String found = Files.readSymbolicLink(path).toString();
    if (!found.equals(PipeOfThisProcess.link(address.inode()))) {
      throw new IOException(path + " is " + found + ", not the pipe " + address.inode());
    }
    // For reading too: opening for writing alone would wait for a reader.
    return new RandomAccessFile(path.toString(), "rw");
  }

  @Override
  public void close() throws IOException {
    if (pipe != null) {
      pipe.close();
      pipe = null;
    }
  }
}
