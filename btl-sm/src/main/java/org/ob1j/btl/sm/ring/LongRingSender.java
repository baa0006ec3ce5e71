package org.ob1j.btl.sm.ring;

import java.io.IOException;
import java.nio.file.Path;
import org.ob1j.btl.sm.file.SharedFile;
import org.ob1j.btl.sm.file.SharedFileNames;
import org.ob1j.btl.sm.segment.SenderPartLayout;
import org.ob1j.runtime.job.ProcessId;
import org.ob1j.runtime.job.ProcessName;
import org.ob1j.runtime.memory.Memory;

/**
 * Gets the long ring to one peer into use. While the peer does not have it yet, longer frames find
 * the endpoint busy; if it never gets it, frames are short.
 *
 * <pre>
 *   sender                                     receiver
 *     | makes the file, if the budget allows      |
 *     | control OFFER(pid, descriptor, bytes) --> | maps it, checks it
 *     | &lt;--- long ring state: OPEN, REFUSED    -- |
 *     | SWITCH; closes its descriptor             |
 *     | -----------------------------------------> | reads there from now on
 * </pre>
 */
public final class LongRingSender implements AutoCloseable {
  /** The control message that offers a ring; its words: process id, descriptor, ring bytes. */
  public static final long OFFER = 1;

  private enum Stage {
    UNUSED,
    MADE,
    OFFERED,
    OPEN,
    DONE_WITHOUT
  }

  private final LongRings rings;
  private final ProcessName peer;
  private final Memory firstRing;
  private Stage stage = Stage.UNUSED;
  private String reason = "";
  private SharedFile file;

  /**
   * @param firstRing where the peer answers; see {@link SenderPartLayout}
   */
  public LongRingSender(LongRings rings, ProcessName peer, Memory firstRing) {
    this.rings = rings;
    this.peer = peer;
    this.firstRing = firstRing;
    if (rings.ringBytes() == 0) {
      doWithout("none: by btl_sm_payload_ring_size, or for want of shared memory");
    }
  }

  /** Whether {@link #advance} has still something to do. */
  public boolean isPending() {
    return stage != Stage.OPEN && stage != Stage.DONE_WITHOUT;
  }

  /**
   * The longest frame that goes through the ring as it is, or will be when the peer has answered.
   */
  public int longestFrameBytes() {
    return RecordLayout.longestFrameBytes(
        stage == Stage.DONE_WITHOUT ? SenderPartLayout.RING_BYTES : rings.ringBytes());
  }

  /** Takes the next step that is possible. */
  public void advance(OutgoingRing ring) {
    if (stage == Stage.UNUSED) {
      make();
    }
    if (stage == Stage.MADE
        && ring.sendControl(OFFER, ProcessId.current(), file.descriptor(), rings.ringBytes())) {
      stage = Stage.OFFERED;
    }
    if (stage == Stage.OFFERED) {
      long answer = firstRing.getLongAcquire(SenderPartLayout.LONG_RING_OFFSET);
      if (answer == SenderPartLayout.LONG_RING_OPEN
          && ring.switchTo(LongRingLayout.ring(file.memory()))) {
        stage = Stage.OPEN;
        closeFile();
      } else if (answer == SenderPartLayout.LONG_RING_REFUSED) {
        doWithout("refused by the peer");
        closeFile();
      }
    }
  }

  private void make() {
    if (!rings.take()) {
      doWithout("none: btl_sm_shared_bytes is used up");
      return;
    }
    try {
      file = rings.create(peer);
      stage = Stage.MADE;
    } catch (IOException noRoom) {
      doWithout("none: " + noRoom.getMessage());
    }
  }

  private void doWithout(String why) {
    stage = Stage.DONE_WITHOUT;
    reason = why;
  }

  private void closeFile() {
    try {
      file.close();
    } catch (IOException failed) {
      reason = "closing its file failed: " + failed.getMessage();
    }
  }

  @Override
  public void close() {
    if (file != null) {
      closeFile();
    }
  }

  public String describe() {
    return switch (stage) {
      case UNUSED -> "not needed yet";
      case MADE, OFFERED -> "offered";
      case OPEN -> "of " + rings.ringBytes() + " bytes" + (reason.isEmpty() ? "" : ", " + reason);
      case DONE_WITHOUT -> reason;
      default -> throw new IllegalStateException("no such stage: " + stage);
    };
  }

  /** Makes the long rings of one rank within its budget, and opens those that peers offer. */
  public static final class LongRings {
    private final Path directory;
    private final boolean byName;
    private final int longestBytes;
    private final ProcessName self;
    private final int ringBytes;
    private long remainingBytes;

    /**
     * For one rank.
     *
     * @param longestBytes no ring that a peer offers is longer than that
     */
    public LongRings(
        Path directory, boolean byName, int longestBytes, ProcessName self, MemoryBudget budget) {
      this.directory = directory;
      this.byName = byName;
      this.longestBytes = Integer.highestOneBit(longestBytes);
      this.self = self;
      ringBytes = budget.payloadRingBytes();
      remainingBytes = budget.payloadBytes();
    }

    int ringBytes() {
      return ringBytes;
    }

    /** Takes one ring out of the budget. */
    boolean take() {
      int fileBytes = LongRingLayout.fileBytes(ringBytes);
      if (fileBytes > remainingBytes) {
        return false;
      }
      remainingBytes -= fileBytes;
      return true;
    }

    SharedFile create(ProcessName peer) throws IOException {
      SharedFile made =
          SharedFile.create(
              directory, fileName(self, peer), LongRingLayout.fileBytes(ringBytes), byName);
      LongRingLayout.writeHeader(made.memory(), self, peer);
      return made;
    }

    /** The ring that a peer offers. */
    public Memory open(ProcessName peer, long processId, long descriptor, long offeredBytes)
        throws IOException {
      if (Long.bitCount(offeredBytes) != 1
          || offeredBytes < MemoryBudget.MIN_RING_BYTES
          || offeredBytes > longestBytes
          || descriptor != (int) descriptor) {
        throw new IOException(
            "a ring of " + offeredBytes + " bytes at descriptor " + descriptor + " is impossible");
      }
      Memory opened =
          SharedFile.open(
              processId,
              (int) descriptor,
              directory.resolve(fileName(peer, self)),
              LongRingLayout.fileBytes((int) offeredBytes));
      if (!LongRingLayout.isRing(opened, peer, self)) {
        throw new IOException("the file at descriptor " + descriptor + " is not its long ring");
      }
      return LongRingLayout.ring(opened);
    }

    static String fileName(ProcessName from, ProcessName to) {
      String receiver = (from.job().equals(to.job()) ? "" : to.job() + "-") + to.rank();
      return SharedFileNames.of(from.job(), from.rank() + "-" + receiver);
    }
  }
}
