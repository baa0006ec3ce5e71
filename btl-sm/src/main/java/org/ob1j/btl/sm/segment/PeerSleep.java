package org.ob1j.btl.sm.segment;

import java.io.IOException;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.progress.DoorbellAddress;
import org.ob1j.runtime.progress.PeerDoorbell;

/** A peer's {@link SleepFlag}, as those see it that send to it. */
public final class PeerSleep implements AutoCloseable {
  private final Memory segment;
  private final long processId;
  private PeerDoorbell doorbell;
  private long rings;
  private String trouble = "";

  /**
   * @param segment the peer's
   * @param processId the peer's
   */
  public PeerSleep(Memory segment, long processId) {
    this.segment = segment;
    this.processId = processId;
  }

  /** Wakes the peer if it sleeps. What it is woken for has been made visible, with a fence. */
  public void wake() {
    if (segment.getLongVolatile(SegmentLayout.ASLEEP_OFFSET) != 0
        && segment.getAndSetLong(SegmentLayout.ASLEEP_OFFSET, 0) != 0) {
      ringDoorbell();
    }
  }

  private void ringDoorbell() {
    rings++;
    try {
      if (doorbell == null) {
        doorbell =
            new PeerDoorbell(
                new DoorbellAddress(
                    processId,
                    (int) segment.getLong(SegmentLayout.DOORBELL_DESCRIPTOR_OFFSET),
                    segment.getLong(SegmentLayout.DOORBELL_INODE_OFFSET)));
      }
      doorbell.ring();
    } catch (IOException lost) {
      // It wakes by itself after a while, and polls.
      trouble = ", could not ring: " + lost.getMessage();
    }
  }

  public String describe() {
    return "woken " + rings + " times" + trouble;
  }

  @Override
  public void close() {
    try {
      if (doorbell != null) {
        doorbell.close();
      }
    } catch (IOException failed) {
      trouble = ", closing its doorbell failed: " + failed.getMessage();
    }
  }
}
