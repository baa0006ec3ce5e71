package org.ob1j.tests.soak.plan;

import java.util.SplittableRandom;

/** Lengths of messages, in bytes, with more of those around the limits where protocols change. */
enum LengthDistribution {
  SMALL(20, 100, 4200, new int[] {1, 8, 64, 256}, new int[] {1024, 2048, 4096}),
  MEDIUM(8, 32, 200_000, new int[] {4096, 16448, 32768}, new int[] {65536, 131_136}),
  LARGE(2, 7, 8 << 20, new int[] {262_144, 524_288}, new int[] {1 << 20, 8 << 20});

  /** What transports and the engine take away from a limit for their headers. */
  private static final int[] HEADER_BYTES = {0, 24, 32, 40, 48, 64};

  private final int minMessages;
  private final int maxMessages;
  private final int maxBytes;
  private final int[] lowerLimits;
  private final int[] upperLimits;

  LengthDistribution(
      int minMessages, int maxMessages, int maxBytes, int[] lowerLimits, int[] upperLimits) {
    this.minMessages = minMessages;
    this.maxMessages = maxMessages;
    this.maxBytes = maxBytes;
    this.lowerLimits = lowerLimits;
    this.upperLimits = upperLimits;
  }

  /** How many messages a round has. */
  int messages(SplittableRandom random) {
    return random.nextInt(minMessages, maxMessages + 1);
  }

  /** The length of one message. */
  int nextBytes(SplittableRandom random) {
    int[] limits = random.nextBoolean() ? lowerLimits : upperLimits;
    int length =
        switch (random.nextInt(8)) {
          case 0 -> 0;
          case 1 -> random.nextInt(maxBytes + 1);
          case 2 -> random.nextInt(1 + limits[0]);
          default ->
              limits[random.nextInt(limits.length)]
                  - HEADER_BYTES[random.nextInt(HEADER_BYTES.length)]
                  + random.nextInt(-1, 2);
        };
    return Math.max(0, Math.min(length, maxBytes));
  }
}
