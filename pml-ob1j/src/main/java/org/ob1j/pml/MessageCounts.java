package org.ob1j.pml;

import org.ob1j.pml.header.MessageFlags;

/** How many messages came by each protocol and mode, expected and unexpected. */
final class MessageCounts {
  private final long[] counts = new long[2 * MessageFlags.VALUES];

  /** Counts a message whose receive was posted. */
  void countExpected(int flags) {
    counts[2 * flags]++;
  }

  /** Counts a message that came before its receive. */
  void countUnexpected(int flags) {
    counts[2 * flags + 1]++;
  }

  /** The counts that are not zero, as PROTOCOL/MODE/expected=N, separated by blanks. */
  String describe() {
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
    return text.toString();
  }
}
