package org.ob1j.btl.tcp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.btl.Frame;
import org.ob1j.btl.PayloadTarget;
import org.ob1j.btl.order.RequestedOrder;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.job.Modex;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * Latency, rate and bandwidth of the transport alone, between two JVMs on two cores.
 *
 * <pre>
 *   java -cp … org.ob1j.btl.tcp.TcpBenchmark [NAME=VALUE …]   parameters, such as btl_tcp_sndbuf=1m
 * </pre>
 *
 * Each figure is the median of short chunks. The second JVM is started through {@code taskset}; the
 * first pins itself.
 */
public final class TcpBenchmark {
  private static final String SECRET = "benchmark";
  private static final int HEADER_BYTES = 24;
  private static final int CHUNKS = 31;
  private static final int LAST = 1;
  private static final int NOT_LAST = 0;

  private final BtlModule module;
  private final BtlEndpoint peer;
  private final Counter counter;

  private TcpBenchmark(BtlModule module, Counter counter, int peerRank) {
    this.module = module;
    this.counter = counter;
    this.peer = module.endpoint(peerRank);
  }

  public static void main(String[] arguments) throws IOException {
    if (arguments.length > 0 && arguments[0].equals("peer")) {
      runPeer(arguments);
    } else {
      runFirst(arguments);
    }
  }

  private static void runFirst(String[] parameters) throws IOException {
    pinSelf(0);
    PairModex modex = new PairModex(0);
    Counter counter = new Counter();
    try (BtlModule module = open(0, modex, parameters, counter)) {
      List<String> command =
          new java.util.ArrayList<>(
              List.of(
                  "taskset",
                  "-c",
                  "1",
                  System.getProperty("java.home") + "/bin/java",
                  "-cp",
                  System.getProperty("java.class.path"),
                  TcpBenchmark.class.getName(),
                  "peer",
                  HexFormat.of().formatHex(modex.own)));
      command.addAll(Arrays.asList(parameters));
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      try (BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        modex.other = HexFormat.of().parseHex(lines.readLine());
        new TcpBenchmark(module, counter, 1).measure(System.out);
      } finally {
        process.destroy();
      }
    }
  }

  private static void runPeer(String[] arguments) throws IOException {
    PairModex modex = new PairModex(1);
    modex.other = HexFormat.of().parseHex(arguments[1]);
    Counter counter = new Counter();
    try (BtlModule module =
        open(1, modex, Arrays.copyOfRange(arguments, 2, arguments.length), counter)) {
      System.out.println(HexFormat.of().formatHex(modex.own));
      TcpBenchmark benchmark = new TcpBenchmark(module, counter, 0);
      benchmark.answer();
    }
  }

  private static BtlModule open(int rank, Modex modex, String[] parameters, Counter counter) {
    Map<String, String> values = new java.util.HashMap<>();
    for (String parameter : parameters) {
      String[] parts = parameter.split("=", 2);
      values.put(parts[0], parts[1]);
    }
    return new TcpComponent()
        .initialise(
            new BtlContext(
                new JobIdentity("bench", rank, 2, rank, 2),
                modex,
                SECRET.getBytes(StandardCharsets.UTF_8),
                ParameterSet.of(values),
                counter))
        .get(0);
  }

  private static void pinSelf(int core) throws IOException {
    new ProcessBuilder(
            "taskset", "-acp", String.valueOf(core), String.valueOf(ProcessHandle.current().pid()))
        .start()
        .onExit()
        .join();
  }

  private void measure(PrintStream out) {
    for (int bytes : new int[] {8, 1024, 4096, 65_000}) {
      out.printf("latency %6d B  %8.2f us%n", bytes, median(() -> pingPong(bytes, 3_000)));
    }
    for (int window : new int[] {1, 64}) {
      out.printf("rate 8 B window %2d  %8.3f M/s%n", window, median(() -> rate(window, 3_000)));
    }
    for (boolean inPlace : new boolean[] {true, false}) {
      for (int bytes : new int[] {64 << 10, 1 << 20, 4 << 20}) {
        out.printf(
            "bandwidth %7d B %-8s %6.2f GB/s%n",
            bytes, inPlace ? "in place" : "staged", median(() -> bandwidth(bytes, inPlace)));
      }
    }
    out.println(module.describe());
  }

  private interface Chunk {
    double run();
  }

  private static double median(Chunk chunk) {
    for (int i = 0; i < CHUNKS; i++) {
      chunk.run();
    }
    double[] figures = new double[CHUNKS];
    for (int i = 0; i < CHUNKS; i++) {
      figures[i] = chunk.run();
    }
    Arrays.sort(figures);
    return figures[CHUNKS / 2];
  }

  /** Microseconds one way. */
  private double pingPong(int payloadBytes, int iterations) {
    long start = System.nanoTime();
    for (int i = 0; i < iterations; i++) {
      long expected = counter.echoes + 1;
      send(payloadBytes, LAST);
      peer.push();
      while (counter.echoes < expected) {
        module.poller().progress();
      }
    }
    return (System.nanoTime() - start) / 2_000.0 / iterations;
  }

  /** Million messages a second. */
  private double rate(int window, int windows) {
    long start = System.nanoTime();
    for (int i = 0; i < windows; i++) {
      long expected = counter.echoes + 1;
      for (int j = 1; j < window; j++) {
        send(8, NOT_LAST);
      }
      send(8, LAST);
      while (counter.echoes < expected) {
        module.poller().progress();
      }
    }
    return 1_000.0 * window * windows / (System.nanoTime() - start);
  }

  /** Gigabytes a second, messages in frames of the longest length. */
  private double bandwidth(int messageBytes, boolean inPlace) {
    int messages = Math.max(4, (32 << 20) / messageBytes);
    int longest = module.attributes().maxSendSize() - HEADER_BYTES & -8;
    ByteBuffer payload = ByteBuffer.allocateDirect(messageBytes);
    byte[] array = new byte[messageBytes];
    long expected = counter.echoes + 1;
    long start = System.nanoTime();
    for (int i = 0; i < messages; i++) {
      for (int offset = 0; offset < messageBytes; offset += longest) {
        int bytes = Math.min(longest, messageBytes - offset);
        boolean last = i == messages - 1 && offset + bytes == messageBytes;
        if (inPlace) {
          sendInPlace(payload, offset, bytes, last ? LAST : NOT_LAST);
        } else {
          sendArray(array, offset, bytes, last ? LAST : NOT_LAST);
        }
      }
    }
    while (counter.echoes < expected) {
      module.poller().progress();
    }
    return (double) messages * messageBytes / (System.nanoTime() - start);
  }

  private Frame reserve(int payloadBytes) {
    Frame frame = peer.reserve(HEADER_BYTES, payloadBytes, RequestedOrder.DEFAULT);
    while (frame == null) {
      module.poller().progress();
      frame = peer.reserve(HEADER_BYTES, payloadBytes, RequestedOrder.DEFAULT);
    }
    return frame;
  }

  private void send(int payloadBytes, int last) {
    Frame frame = reserve(payloadBytes);
    frame.headerMemory().putLong(frame.headerOffset(), last);
    peer.sendImmediate(frame);
  }

  private void sendArray(byte[] array, int offset, int payloadBytes, int last) {
    Frame frame = reserve(payloadBytes);
    frame.headerMemory().putLong(frame.headerOffset(), last);
    frame.payloadMemory().bytes().put(frame.payloadOffset(), array, offset, payloadBytes);
    peer.send(frame, (endpoint, result) -> {});
  }

  private void sendInPlace(ByteBuffer payload, int offset, int payloadBytes, int last) {
    Frame frame = reserve(0);
    frame.headerMemory().putLong(frame.headerOffset(), last);
    peer.sendInPlace(frame, payload, offset, payloadBytes, (endpoint, result) -> {});
  }

  /** Answers each frame that is the last of its kind with a frame of as many bytes. */
  private void answer() {
    while (true) {
      long before = counter.echoes;
      module.poller().progress();
      if (counter.echoes != before) {
        send(counter.lastPayloadBytes > 65_000 ? 8 : counter.lastPayloadBytes, LAST);
        peer.push();
      }
      if (counter.ended) {
        return;
      }
    }
  }

  /** Counts the frames that ask for an answer; takes long payloads in place. */
  private static final class Counter implements BtlReceiver, PayloadTarget {
    private final ByteBuffer target = ByteBuffer.allocateDirect(256 << 10);
    private final byte[] array = new byte[256 << 10];
    private long echoes;
    private int lastPayloadBytes;
    private boolean ended;
    private boolean placedLast;

    @Override
    public void receive(
        BtlEndpoint from,
        Memory header,
        int headerOffset,
        int headerBytes,
        Memory payload,
        int payloadOffset,
        int payloadBytes) {
      if (payload != null) {
        payload.bytes().get(payloadOffset, array, 0, payloadBytes);
      }
      if (header.getLong(headerOffset) == LAST) {
        lastPayloadBytes = payloadBytes;
        echoes++;
      }
    }

    @Override
    public PayloadTarget place(
        BtlEndpoint from, Memory header, int headerOffset, int headerBytes, int payloadBytes) {
      if (Boolean.getBoolean("unplaced")) {
        return null;
      }
      placedLast = header.getLong(headerOffset) == LAST;
      lastPayloadBytes = payloadBytes;
      return this;
    }

    @Override
    public ByteBuffer memory() {
      return target;
    }

    @Override
    public long offset() {
      return 0;
    }

    @Override
    public void arrived() {
      echoes += placedLast ? 1 : 0;
    }

    @Override
    public void abandoned() {
      ended = true;
    }

    @Override
    public void failed(BtlModule module, int failedPeer, BtlException cause) {
      ended = true;
    }
  }

  /** The modex of two processes whose values went over a pipe. */
  private static final class PairModex implements Modex {
    private final int rank;
    private byte[] own;
    private byte[] other;

    PairModex(int rank) {
      this.rank = rank;
    }

    @Override
    public void put(String key, byte[] value) {
      own = value;
    }

    @Override
    public void fence() {
      throw new IllegalStateException("the addresses go over a pipe");
    }

    @Override
    public void fence(int[] ranks) {
      fence();
    }

    @Override
    public byte[] get(int ofRank, String key) {
      return ofRank == rank ? own : other;
    }
  }
}
