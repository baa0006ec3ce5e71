package org.ob1j.btl.sm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.btl.Frame;
import org.ob1j.btl.PayloadTarget;
import org.ob1j.btl.order.RequestedOrder;
import org.ob1j.btl.sm.forked.ForkedRanks;
import org.ob1j.btl.sm.forked.PipeModex;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * The raw transport between two processes, each pinned to a core.
 *
 * <pre>
 *   SharedMemoryBenchmark [ROUNDS] [VARIANT …]
 *   VARIANT   NAME[:PARAMETER=VALUE[,…]]   "ranks=64" maps the queues of 62 silent ranks
 * </pre>
 *
 * Variants run in turn, ROUNDS times (default 3); medians of the rounds are printed. Latency is
 * half a round trip of a 24-byte header and a payload that is copied in from and out to an array.
 */
public final class SharedMemoryBenchmark implements BtlReceiver {
  private static final int HEADER_BYTES = 24;
  private static final int[] LATENCY_BYTES = {8, 1024, 4000, 16 * 1024};
  private static final int CHUNKS = 300;

  private final BtlModule module;
  private final BtlEndpoint peer;
  private final int rank;
  private final byte[] array = new byte[32 * 1024];
  private long received;
  private long check;

  private SharedMemoryBenchmark(Map<String, String> parameters, int rank) {
    this.rank = rank;
    int ranks = Integer.parseInt(parameters.getOrDefault("ranks", "2"));
    PipeModex modex = new PipeModex();
    BtlContext context =
        new BtlContext(
            new JobIdentity("benchmark" + ranks, rank, ranks, rank, ranks),
            modex,
            new byte[32],
            ParameterSet.of(parameters),
            this);
    module = new SharedMemoryComponent().initialise(context).get(0);
    modex.fence();
    peer = module.endpoint(1 - rank);
  }

  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 3 && arguments[0].equals("--rank")) {
      new SharedMemoryBenchmark(parameters(arguments[1]), Integer.parseInt(arguments[2])).run();
    } else {
      compare(arguments);
    }
  }

  private static void compare(String[] arguments) throws Exception {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3;
    List<String> variants =
        arguments.length > 1
            ? Arrays.asList(arguments).subList(1, arguments.length)
            : List.of("default", "silent62:ranks=64");
    Map<String, Map<String, List<Double>>> samples = new TreeMap<>();
    for (int round = 0; round < rounds; round++) {
      for (String variant : variants) {
        try (ForkedRanks ranks =
            ForkedRanks.start(SharedMemoryBenchmark.class, 2, true, List.of("--rank", variant))) {
          for (String line : ranks.output(0)) {
            String[] words = line.split("=");
            samples
                .computeIfAbsent(words[0], key -> new LinkedHashMap<>())
                .computeIfAbsent(variant, key -> new ArrayList<>())
                .add(Double.parseDouble(words[1]));
          }
        }
      }
    }
    samples.forEach(
        (metric, byVariant) ->
            byVariant.forEach(
                (variant, values) ->
                    System.out.printf(
                        "%-36s %-40s %8.3f  %s%n", metric, variant, median(values), values)));
  }

  private static Map<String, String> parameters(String variant) {
    Map<String, String> parameters = new LinkedHashMap<>();
    int colon = variant.indexOf(':');
    if (colon >= 0) {
      for (String setting : variant.substring(colon + 1).split(",")) {
        String[] words = setting.split("=");
        parameters.put(words[0], words[1]);
      }
    }
    return parameters;
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  private void run() {
    for (int lengthBytes : LATENCY_BYTES) {
      latency(lengthBytes);
    }
    stream("3 rate 8 B, M/s", 8, 5_000, 1e3);
    stream("4 rate 4000 B, M/s", 4000, 500, 1e3);
    stream("5 bandwidth 16 KiB, GB/s", 16 * 1024, 100, 16.0 * 1024);
    awaitReceived(received + (rank == 1 ? 1 : 0));
    if (rank == 0) {
      send(8);
    }
    module.close();
  }

  private void latency(int lengthBytes) {
    int repetitions = lengthBytes > 8_000 ? 20 : 200;
    double[] chunks = new double[CHUNKS];
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
      long start = System.nanoTime();
      for (int i = 0; i < repetitions; i++) {
        pingPong(lengthBytes);
      }
      chunks[chunk] = (System.nanoTime() - start) / 2e3 / repetitions;
    }
    report("1 latency " + lengthBytes + " B, us", chunks);
  }

  private void pingPong(int lengthBytes) {
    long next = received + 1;
    if (rank == 0) {
      send(lengthBytes);
      awaitReceived(next);
    } else {
      awaitReceived(next);
      send(lengthBytes);
    }
  }

  /** Rank 0 sends as fast as it can, rank 1 answers at the end. */
  private void stream(String name, int lengthBytes, int frames, double perFrame) {
    double[] chunks = new double[CHUNKS];
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
      long start = System.nanoTime();
      if (rank == 0) {
        long next = received + 1;
        for (int i = 0; i < frames; i++) {
          send(lengthBytes);
        }
        awaitReceived(next);
      } else {
        awaitReceived(received + frames);
        send(8);
      }
      chunks[chunk] = frames * perFrame / (System.nanoTime() - start);
    }
    report(name, chunks);
  }

  private void report(String name, double[] chunks) {
    if (rank == 0) {
      double[] warm = Arrays.copyOfRange(chunks, CHUNKS / 2, CHUNKS);
      Arrays.sort(warm);
      // The fastest chunks are those during which no other process had one of the two cores.
      boolean rate = name.contains("/s");
      System.out.printf("%s median=%.3f%n", name, warm[warm.length / 2]);
      System.out.printf(
          "%s best 2%%=%.3f%n",
          name, warm[rate ? warm.length - 1 - warm.length / 50 : warm.length / 50]);
    }
  }

  private void send(int lengthBytes) {
    Frame frame = peer.reserve(HEADER_BYTES, lengthBytes, RequestedOrder.DEFAULT);
    while (frame == null) {
      module.poller().progress();
      frame = peer.reserve(HEADER_BYTES, lengthBytes, RequestedOrder.DEFAULT);
    }
    frame.headerMemory().putLong(frame.headerOffset(), check);
    frame.headerMemory().putLong(frame.headerOffset() + 8, lengthBytes);
    frame.headerMemory().putLong(frame.headerOffset() + 16, received);
    frame.payloadMemory().bytes().put(frame.payloadOffset(), array, 0, lengthBytes);
    if (HEADER_BYTES + lengthBytes <= 2048) {
      peer.sendImmediate(frame);
    } else {
      peer.send(frame, (endpoint, result) -> {});
    }
  }

  private void awaitReceived(long count) {
    while (received < count) {
      if (module.poller().progress() == 0) {
        Thread.onSpinWait();
      }
    }
  }

  @Override
  public void receive(
      BtlEndpoint from,
      Memory header,
      int headerOffset,
      int headerBytes,
      Memory payload,
      int payloadOffset,
      int payloadBytes) {
    check += header.getLong(headerOffset + 8);
    payload.bytes().get(payloadOffset, array, 0, payloadBytes);
    received++;
  }

  @Override
  public PayloadTarget place(
      BtlEndpoint from, Memory header, int headerOffset, int headerBytes, int payloadBytes) {
    return null;
  }

  @Override
  public void failed(BtlModule failedModule, int failedPeer, BtlException cause) {
    throw cause;
  }
}
