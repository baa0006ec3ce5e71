package osu.compare;

/** What is measured: a benchmark, in Java and in C, and how its figure is shown and judged. */
enum Loop {
  LATENCY("osu.Latency", "latency", "us", 1, false),
  BANDWIDTH("osu.Bandwidth", "bandwidth", "GB/s", 1e-3, true),
  MESSAGE_RATE("osu.MessageRate", "rate", "M/s", 1e-6, true),
  TOKEN_RING("osu.TokenRing", "ring", "us/hop", 1, false);

  private final String className;
  private final String subcommand;
  private final String unit;
  private final double scale;
  private final boolean moreIsBetter;

  Loop(String className, String subcommand, String unit, double scale, boolean moreIsBetter) {
    this.className = className;
    this.subcommand = subcommand;
    this.unit = unit;
    this.scale = scale;
    this.moreIsBetter = moreIsBetter;
  }

  /** The benchmark in package {@code osu}. */
  String className() {
    return className;
  }

  /** Its name in the C program. */
  String subcommand() {
    return subcommand;
  }

  /** The unit of the figures as they are shown. */
  String unit() {
    return unit;
  }

  /** A figure of the benchmark in {@link #unit}. */
  double shown(double figure) {
    return figure * scale;
  }

  boolean moreIsBetter() {
    return moreIsBetter;
  }
}
