package osu.compare.table;

import static osu.compare.launch.Contender.OB1J_PLAIN;
import static osu.compare.launch.Contender.OPENMPI_C;
import static osu.compare.launch.Contender.OPENMPI_JAVA;
import static osu.compare.launch.Transport.SHM;
import static osu.compare.launch.Transport.TCP;
import static osu.compare.row.Loop.BANDWIDTH;
import static osu.compare.row.Loop.LATENCY;
import static osu.compare.row.Loop.MESSAGE_RATE;
import static osu.compare.row.Loop.TOKEN_RING;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import osu.compare.launch.Contender;
import osu.compare.launch.Transport;
import osu.compare.row.Figures;
import osu.compare.row.Loop;
import osu.compare.row.SteadyRow;
import osu.compare.row.Work;

/** The rows of the steady state; a new one is a line here. */
public final class SteadyTable {
  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;

  private static final Work SMALL = new Work(2000, 4_000_000, 200);
  private static final Work MEDIUM = new Work(200, 150_000, 200);
  private static final Work WINDOWS = new Work(50, 300_000, 200);
  private static final Work LONG_WINDOWS = new Work(2, 4_000, 100);
  private static final Work FAST_LONGER_WINDOWS = new Work(1, 1_500, 100);
  private static final Work FAST_LONGEST_WINDOWS = new Work(1, 400, 50);
  private static final Work TCP_SMALL = new Work(200, 400_000, 200);
  private static final Work TCP_WINDOWS = new Work(10, 30_000, 200);
  private static final Work TCP_MEDIUM_WINDOWS = new Work(5, 10_000, 100);

  /** The JIT shares the sender's core, and is done with its pipeline after 5 to 8 seconds. */
  private static final Work TCP_LONG_WINDOWS = new Work(1, 800, 100);

  private static final Work TCP_LONG = new Work(20, 30_000, 200);

  private static final Work FAST_MEDIUM = new Work(1000, 250_000, 200);
  private static final Work LONG = new Work(50, 20_000, 200);
  private static final Work LONGEST = new Work(10, 3_000, 200);
  private static final Work FAST_WINDOWS = new Work(10, 15_000, 100);
  private static final Work FAST_LONG_WINDOWS = new Work(1, 700, 100);
  private static final Work RING = new Work(100, 10_000, 200);

  private static final Work COLLECTIVE = new Work(1000, 3_000_000, 200);

  /** Where ranks share cores the JIT shares them too, and takes the longer. */
  private static final Work CROWDED = new Work(200, 700_000, 100);

  private static final Work CROWDED_MEDIUM = new Work(200, 200_000, 100);
  private static final Work LONG_COLLECTIVE = new Work(20, 6_000, 100);

  private static final List<Contender> JAVA = List.of(OPENMPI_JAVA);
  private static final List<Contender> C = List.of(OPENMPI_C);
  private static final List<Contender> NONE = List.of();

  private SteadyTable() {}

  public static List<SteadyRow> rows() {
    List<SteadyRow> rows = new ArrayList<>(sharedMemory());
    rows.addAll(remoteMemory());
    rows.addAll(ordinaryMemory());
    rows.addAll(derivedTypes());
    rows.addAll(tcp());
    rows.addAll(collectives(2));
    rows.addAll(collectives(4));
    return rows;
  }

  private static List<SteadyRow> sharedMemory() {
    return List.of(
        latency("shm-latency-8-array", SHM, 8, "array", SMALL, OPENMPI_C, 0.8, JAVA),
        latency("shm-latency-8-direct", SHM, 8, "direct", SMALL, OPENMPI_C, 0.8, JAVA),
        latency("shm-latency-1K", SHM, KIB, "array", SMALL, OPENMPI_C, 0.75, JAVA),
        latency("shm-latency-4K", SHM, 4 * KIB, "array", SMALL, OPENMPI_C, 0.75, JAVA),
        latency("shm-latency-64K", SHM, 64 * KIB, "array", MEDIUM, OPENMPI_JAVA, 0.55, C),
        rate("shm-rate-8", SHM, WINDOWS, OPENMPI_C, 1.3, JAVA),
        bandwidth("shm-bandwidth-64K", SHM, 64 * KIB, LONG_WINDOWS, OPENMPI_JAVA, 2.5, C),
        bandwidth("shm-bandwidth-1M", SHM, MIB, FAST_LONGER_WINDOWS, OPENMPI_JAVA, 2.2, C),
        bandwidth("shm-bandwidth-4M", SHM, 4 * MIB, FAST_LONGEST_WINDOWS, OPENMPI_JAVA, 1.9, C),
        silent("shm-latency-8-silent", 62, OB1J_PLAIN, 1.1),
        ring("shm-ring-8", 8, OPENMPI_C, 1.4),
        postedReceives("shm-matching-10000", 10_000, 1.5));
  }

  /** Buffers of MPI.newByteBuffer, which each rank can read and write itself. */
  private static List<SteadyRow> remoteMemory() {
    List<SteadyRow> rows = new ArrayList<>();
    rows.add(directBandwidth("shm-rdma-bandwidth-64K", SHM, 64 * KIB, FAST_WINDOWS, 1.6));
    rows.add(directBandwidth("shm-rdma-bandwidth-1M", SHM, MIB, FAST_LONG_WINDOWS, 1.2));
    rows.add(directBandwidth("shm-rdma-bandwidth-4M", SHM, 4 * MIB, FAST_LONGEST_WINDOWS, 1.2));
    rows.add(directLatency("shm-rdma-latency-64K", SHM, 64 * KIB, FAST_MEDIUM, 0.6));
    rows.add(directLatency("shm-rdma-latency-1M", SHM, MIB, LONG, 0.65));
    rows.add(directLatency("shm-rdma-latency-4M", SHM, 4 * MIB, LONGEST, 0.5));
    return rows;
  }

  /** Direct buffers that only their own rank can read and write. */
  private static List<SteadyRow> ordinaryMemory() {
    return List.of(
        latency(
            "shm-ordinary-latency-64K",
            SHM,
            64 * KIB,
            "ordinary",
            FAST_MEDIUM,
            OPENMPI_C,
            1.0,
            NONE),
        outsideTheHeap("shm-ordinary-bandwidth-1M", SHM, MIB, "ordinary", FAST_LONG_WINDOWS, 1.0),
        outsideTheHeap(
            "shm-ordinary-bandwidth-4M", SHM, 4 * MIB, "ordinary", FAST_LONGEST_WINDOWS, 0.85));
  }

  /** Blocks of 8 doubles with gaps between them. */
  private static List<SteadyRow> derivedTypes() {
    List<SteadyRow> rows = new ArrayList<>();
    for (String layout : List.of("vector", "indexed")) {
      for (String buffers : List.of("array", "direct")) {
        rows.add(derivedType(layout, buffers, 64 * KIB, LONG_WINDOWS));
        rows.add(derivedType(layout, buffers, MIB, FAST_LONGER_WINDOWS));
      }
    }
    return rows;
  }

  private static SteadyRow derivedType(String layout, String buffers, int bytes, Work work) {
    String name = "shm-" + layout + "-bandwidth-" + shortSize(bytes) + "-" + buffers;
    String title = "bandwidth " + Figures.size(bytes) + ", " + layout + ", " + buffers;
    return new SteadyRow(
        name,
        SHM,
        title,
        BANDWIDTH,
        bytes,
        buffers,
        2,
        work,
        OPENMPI_JAVA,
        1.5,
        NONE,
        List.of(),
        List.of("-D", layout));
  }

  private static List<SteadyRow> tcp() {
    return List.of(
        latency("tcp-latency-8", TCP, 8, "array", TCP_SMALL, OPENMPI_C, 1.0, JAVA),
        rate("tcp-rate-8", TCP, TCP_WINDOWS, OPENMPI_C, 3.0, JAVA),
        bandwidth("tcp-bandwidth-1M", TCP, MIB, TCP_LONG_WINDOWS, OPENMPI_JAVA, 1.0, C),
        latency("tcp-latency-1M", TCP, MIB, "array", TCP_LONG, OPENMPI_C, 1.1, NONE),
        directLatency("tcp-direct-latency-1M", TCP, MIB, TCP_LONG, 1.1),
        directBandwidth("tcp-direct-bandwidth-64K", TCP, 64 * KIB, TCP_MEDIUM_WINDOWS, 1.0),
        directBandwidth("tcp-direct-bandwidth-1M", TCP, MIB, TCP_LONG_WINDOWS, 0.95),
        twoLinks("tcp-2links-latency-1M", LATENCY, TCP_LONG),
        twoLinks("tcp-2links-bandwidth-1M", BANDWIDTH, TCP_LONG_WINDOWS));
  }

  private static List<SteadyRow> collectives(int ranks) {
    List<SteadyRow> rows = new ArrayList<>();
    rows.add(collective(Loop.BARRIER, ranks, 0));
    for (int bytes : new int[] {8, 4 * KIB, MIB}) {
      for (Loop loop :
          List.of(
              Loop.BCAST,
              Loop.REDUCE,
              Loop.ALLREDUCE,
              Loop.REDUCE_SCATTER,
              Loop.ALLGATHER,
              Loop.ALLTOALL,
              Loop.ALLTOALLV,
              Loop.NEIGHBOR_ALLTOALL)) {
        rows.add(collective(loop, ranks, bytes));
      }
    }
    return rows;
  }

  private static SteadyRow collective(Loop loop, int ranks, int bytes) {
    String call = loop.name().toLowerCase(Locale.ROOT).replace('_', '-');
    String length = bytes == 0 ? "" : " " + Figures.size(bytes);
    String name =
        "shm-" + call + "-" + ranks + "ranks" + (bytes == 0 ? "" : "-" + shortSize(bytes));
    String title = call + length + ", " + ranks + " ranks, array";
    Work work = collectiveWork(ranks, bytes);
    return new SteadyRow(
        name, SHM, title, loop, bytes, "array", ranks, work, OPENMPI_JAVA, 1.1, NONE);
  }

  private static Work collectiveWork(int ranks, int bytes) {
    if (bytes >= MIB) {
      return LONG_COLLECTIVE;
    }
    if (ranks == 2) {
      return COLLECTIVE;
    }
    return bytes < KIB ? CROWDED : CROWDED_MEDIUM;
  }

  private static SteadyRow latency(
      String name,
      Transport transport,
      int bytes,
      String buffers,
      Work work,
      Contender reference,
      double target,
      List<Contender> alsoShown) {
    String title = "latency " + Figures.size(bytes) + ", " + buffers;
    return new SteadyRow(
        name, transport, title, LATENCY, bytes, buffers, 2, work, reference, target, alsoShown);
  }

  private static SteadyRow bandwidth(
      String name,
      Transport transport,
      int bytes,
      Work work,
      Contender reference,
      double target,
      List<Contender> alsoShown) {
    String title = "bandwidth " + Figures.size(bytes) + ", array";
    return new SteadyRow(
        name, transport, title, BANDWIDTH, bytes, "array", 2, work, reference, target, alsoShown);
  }

  private static SteadyRow directLatency(
      String name, Transport transport, int bytes, Work work, double target) {
    return latency(name, transport, bytes, "direct", work, OPENMPI_C, target, NONE);
  }

  private static SteadyRow directBandwidth(
      String name, Transport transport, int bytes, Work work, double target) {
    return outsideTheHeap(name, transport, bytes, "direct", work, target);
  }

  private static SteadyRow outsideTheHeap(
      String name, Transport transport, int bytes, String buffers, Work work, double target) {
    String title = "bandwidth " + Figures.size(bytes) + ", " + buffers;
    return new SteadyRow(
        name, transport, title, BANDWIDTH, bytes, buffers, 2, work, OPENMPI_C, target, NONE);
  }

  /** Held against one link, which is the default: it must not be worse. */
  private static SteadyRow twoLinks(String name, Loop loop, Work work) {
    String title =
        loop.name().toLowerCase(Locale.ROOT) + " " + Figures.size(MIB) + ", array, 2 links";
    List<String> parameters = List.of("btl_tcp_links", "2");
    return new SteadyRow(
        name,
        TCP,
        title,
        loop,
        MIB,
        "array",
        2,
        work,
        OB1J_PLAIN,
        1.0,
        NONE,
        parameters,
        List.of());
  }

  /** Held against ten, which is the benchmark's default. */
  private static SteadyRow postedReceives(String name, int receives, double target) {
    String title = "latency 8 B, last of " + receives + " posted receives";
    List<String> options = List.of("-r", String.valueOf(receives));
    return new SteadyRow(
        name,
        SHM,
        title,
        Loop.POSTED_RECEIVES,
        8,
        "array",
        2,
        SMALL,
        OB1J_PLAIN,
        target,
        NONE,
        List.of(),
        options);
  }

  private static SteadyRow rate(
      String name,
      Transport transport,
      Work work,
      Contender reference,
      double target,
      List<Contender> alsoShown) {
    String title = "message rate 8 B, window 64, array";
    return new SteadyRow(
        name, transport, title, MESSAGE_RATE, 8, "array", 2, work, reference, target, alsoShown);
  }

  private static SteadyRow silent(
      String name, int silentRanks, Contender reference, double target) {
    String title = "latency 8 B beside " + silentRanks + " silent ranks";
    int ranks = 2 + silentRanks;
    return new SteadyRow(
        name, SHM, title, LATENCY, 8, "array", ranks, SMALL, reference, target, NONE);
  }

  private static SteadyRow ring(String name, int ranks, Contender reference, double target) {
    String title = "token round of " + ranks + " ranks on all cores";
    return new SteadyRow(
        name, SHM, title, TOKEN_RING, 8, "array", ranks, RING, reference, target, NONE);
  }

  private static String shortSize(int bytes) {
    return bytes >= MIB ? bytes / MIB + "M" : bytes >= KIB ? bytes / KIB + "K" : "" + bytes;
  }
}
