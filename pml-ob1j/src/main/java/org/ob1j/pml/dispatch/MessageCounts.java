package org.ob1j.pml.dispatch;

import org.ob1j.pml.header.MessageFlags;

/** How many messages came by each protocol and mode, expected and unexpected. */
public final class MessageCounts {
  private final long[] counts = new long[2 * MessageFlags.VALUES];
  private long refused;

  /** Counts a message whose receive was posted. */
  public void countExpected(int flags) {
    counts[2 * flags]++;
  }

  /** Counts a message that came before its receive. */
  public void countUnexpected(int flags) {
    counts[2 * flags + 1]++;
  }

  /** Counts a message that was kept until its context was open, and cannot be right there. */
  public void countRefused() {
    refused++;
  }

  /** The counts that are not zero, as PROTOCOL/MODE/expected=N, separated by blanks. */
  public String describe() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] != 0) {
        text.append(text.isEmpty() ? "" : " ")
            .append(MessageFlags.protocol(i / 2))
            .append('/')
            .append(MessageFlags.mode(i / 2))
            .append(i % 2 == 0 ? "/expected=" : "/unexpected=")
            .append(counts[i]);
      }
    }
    if (refused != 0) {
      text.append(text.isEmpty() ? "" : " ").append("refused=").append(refused);
    }
    return text.toString();
  }
}
