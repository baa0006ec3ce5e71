package org.ob1j.btl.sm;

import java.io.IOException;
import java.nio.file.Path;
import org.ob1j.runtime.memory.Memory;

/**
 * Gets the payload ring to one peer into use. Until the peer has it, and if it never gets it,
 * longer frames are carried by slots.
 *
 * <pre>
 *   sender                                     receiver
 *     | makes the file, if the budget allows      |
 *     | control OFFER(pid, descriptor, bytes) --> | maps it, checks it
 *     | &lt;--- payload ring state: OPEN, REFUSED -- |
 *     | uses it; closes its descriptor            |
 * </pre>
 */
final class PayloadRingSender implements AutoCloseable {
  /** The control message that offers a ring; its words: process id, descriptor, ring bytes. */
  static final long OFFER = 1;

  private enum Stage {
    UNUSED,
    MADE,
    OFFERED,
    OPEN,
    DONE_WITHOUT
  }

  private final PayloadRings rings;
  private final int peer;
  private final Memory peerSegment;
  private final int stateOffset;
  private Stage stage = Stage.UNUSED;
  private String reason = "";
  private SharedFile file;

  /**
   * @param peerSegment where the peer answers
   * @param stateOffset the offset of its answer
   */
  PayloadRingSender(PayloadRings rings, int peer, Memory peerSegment, int stateOffset) {
    this.rings = rings;
    this.peer = peer;
    this.peerSegment = peerSegment;
    this.stateOffset = stateOffset;
  }

  /** Whether {@link #advance} has still something to do. */
  boolean isPending() {
    return stage != Stage.OPEN && stage != Stage.DONE_WITHOUT;
  }

  /** Takes the next step that is possible. */
  void advance(OutgoingRing ring) {
    if (stage == Stage.UNUSED) {
      make();
    }
    if (stage == Stage.MADE
        && ring.sendControl(
            OFFER, ProcessHandle.current().pid(), file.descriptor(), rings.ringBytes())) {
      stage = Stage.OFFERED;
    }
    if (stage == Stage.OFFERED) {
      long answer = peerSegment.getLongAcquire(stateOffset);
      if (answer == SegmentLayout.PAYLOAD_RING_OPEN) {
        stage = Stage.OPEN;
        ring.usePayloadRing(PayloadRingLayout.ring(file.memory()));
        closeFile();
      } else if (answer == SegmentLayout.PAYLOAD_RING_REFUSED) {
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

  String describe() {
    return switch (stage) {
      case UNUSED -> "not needed yet";
      case MADE, OFFERED -> "offered";
      case OPEN -> "of " + rings.ringBytes() + " bytes" + (reason.isEmpty() ? "" : ", " + reason);
      case DONE_WITHOUT -> reason;
      default -> throw new IllegalStateException("no such stage: " + stage);
    };
  }

  /** Makes the payload rings of one rank within its budget, and opens those that peers offer. */
  static final class PayloadRings {
    private final Path directory;
    private final boolean byName;
    private final int longestBytes;
    private final String jobId;
    private final int rank;
    private final int ringBytes;
    private long remainingBytes;

    PayloadRings(SharedMemorySettings settings, String jobId, int rank, MemoryBudget budget) {
      directory = settings.directory();
      byName = settings.openByName();
      longestBytes = Integer.highestOneBit(settings.payloadRingBytes());
      this.jobId = jobId;
      this.rank = rank;
      ringBytes = budget.payloadRingBytes();
      remainingBytes = budget.payloadBytes();
    }

    int ringBytes() {
      return ringBytes;
    }

    /** Takes one ring out of the budget. */
    boolean take() {
      int fileBytes = PayloadRingLayout.fileBytes(ringBytes);
      if (ringBytes == 0 || fileBytes > remainingBytes) {
        return false;
      }
      remainingBytes -= fileBytes;
      return true;
    }

    SharedFile create(int peer) throws IOException {
      SharedFile made =
          SharedFile.create(
              directory,
              fileName(jobId, rank, peer),
              PayloadRingLayout.fileBytes(ringBytes),
              byName);
      PayloadRingLayout.writeHeader(made.memory(), rank, peer, jobId);
      return made;
    }

    /** The ring that a peer offers. */
    Memory open(int peer, long processId, long descriptor, long offeredBytes) throws IOException {
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
              directory.resolve(fileName(jobId, peer, rank)),
              PayloadRingLayout.fileBytes((int) offeredBytes));
      if (!PayloadRingLayout.isRing(opened, peer, rank, jobId)) {
        throw new IOException("the file at descriptor " + descriptor + " is not its payload ring");
      }
      return PayloadRingLayout.ring(opened);
    }

    static String fileName(String jobId, int from, int to) {
      return SharedMemorySettings.fileName(jobId, from + "-" + to);
    }
  }
}
