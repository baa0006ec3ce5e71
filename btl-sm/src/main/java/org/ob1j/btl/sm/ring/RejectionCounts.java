package org.ob1j.btl.sm.ring;

import org.ob1j.btl.FrameRejectedException;

/** How many frames were rejected, by reason. */
public final class RejectionCounts {
  private final long[] counts = new long[FrameRejectedException.Rejection.values().length];

  public void count(FrameRejectedException rejected) {
    counts[rejected.rejection().ordinal()]++;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (FrameRejectedException.Rejection reason : FrameRejectedException.Rejection.values()) {
      if (counts[reason.ordinal()] != 0) {
        text.append(text.length() == 0 ? "" : ", ")
            .append(reason)
            .append(' ')
            .append(counts[reason.ordinal()]);
      }
    }
    return text.length() == 0 ? "none" : text.toString();
  }
}
