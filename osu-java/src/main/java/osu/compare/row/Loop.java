package osu.compare.row;

import java.util.Locale;

/** What is measured: a benchmark, in Java and in C, and how its figure is shown and judged. */
public enum Loop {
  LATENCY("osu.Latency", "latency", "us", 1, false, false),
  BANDWIDTH("osu.Bandwidth", "bandwidth", "GB/s", 1e-3, true, false),
  BOTH_WAYS("osu.BiBandwidth", null, "GB/s", 1e-3, true, false),
  MESSAGE_RATE("osu.MessageRate", "rate", "M/s", 1e-6, true, false),
  TOKEN_RING("osu.TokenRing", "ring", "us/hop", 1, false, true),
  POSTED_RECEIVES("osu.PostedReceives", null, "us", 1, false, false),
  BARRIER("osu.Barrier"),
  BCAST("osu.Bcast"),
  REDUCE("osu.Reduce"),
  ALLREDUCE("osu.Allreduce"),
  REDUCE_SCATTER("osu.ReduceScatter"),
  ALLGATHER("osu.Allgather"),
  ALLTOALL("osu.Alltoall"),
  ALLTOALLV("osu.Alltoallv"),
  GATHER("osu.Gather"),
  SCATTER("osu.Scatter"),
  NEIGHBOR_ALLTOALL("osu.NeighborAlltoall");

  private final String className;
  private final String subcommand;
  private final String unit;
  private final double scale;
  private final boolean moreIsBetter;
  private final boolean busyOnAllRanks;

  /** A collective: there is none in C. */
  Loop(String className) {
    this(className, null, "us", 1, false, true);
  }

  Loop(
      String className,
      String subcommand,
      String unit,
      double scale,
      boolean moreIsBetter,
      boolean busyOnAllRanks) {
    this.className = className;
    this.subcommand = subcommand;
    this.unit = unit;
    this.scale = scale;
    this.moreIsBetter = moreIsBetter;
    this.busyOnAllRanks = busyOnAllRanks;
  }

  /** The benchmark in package {@code osu}. */
  String className() {
    return className;
  }

  /** What it is called where people read it. */
  public String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  public boolean isCollective() {
    return busyOnAllRanks && this != TOKEN_RING;
  }

  /** Its name in the C program; null if it has no such loop. */
  public String subcommand() {
    return subcommand;
  }

  /** The unit of the figures as they are shown. */
  public String unit() {
    return unit;
  }

  /** A figure of the benchmark in {@link #unit}. */
  double shown(double figure) {
    return figure * scale;
  }

  public boolean moreIsBetter() {
    return moreIsBetter;
  }

  /** If not, ranks from 2 on are silent. */
  public boolean busyOnAllRanks() {
    return busyOnAllRanks;
  }
}
