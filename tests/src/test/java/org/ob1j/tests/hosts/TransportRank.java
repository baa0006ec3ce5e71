package org.ob1j.tests.hosts;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.ob1j.bml.Bml;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.btl.Frame;
import org.ob1j.btl.PayloadTarget;
import org.ob1j.btl.order.RequestedOrder;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * A rank that nobody has started but a test, with one transport and nothing above it. Two of them
 * send each other frames by every module that reaches the other one, and say what has come:
 *
 * <pre>
 *   tcp.0 reaches at 10000 Mbit/s
 *   tcp.1 reaches not: REASON
 *   tcp.0 received 64 frames
 *   tcp.0 failed: REASON
 *   tcp.0: DESCRIPTION
 * </pre>
 */
final class TransportRank implements BtlReceiver {
  static final int FRAMES = 64;
  static final int PAYLOAD_BYTES = 32 << 10;
  private static final String DONE = "done";
  private static final int HEADER_BYTES = 8;
  private static final int SIZE = 2;
  private static final long LIMIT_NANOS = 60_000_000_000L;

  private final int rank;
  private final Map<String, Integer> received = new TreeMap<>();
  private final Map<String, String> failures = new TreeMap<>();

  private TransportRank(int rank) {
    this.rank = rank;
  }

  /**
   * Runs.
   *
   * @param arguments a folder that both share, transport, rank, how many of the two are on this
   *     host, and parameters as NAME=VALUE
   */
  public static void main(String[] arguments) {
    int rank = Integer.parseInt(arguments[2]);
    int localSize = Integer.parseInt(arguments[3]);
    Map<String, String> parameters = new HashMap<>();
    for (int i = 4; i < arguments.length; i++) {
      String[] parameter = arguments[i].split("=", 2);
      parameters.put(parameter[0], parameter[1]);
    }
    FolderModex modex = new FolderModex(Path.of(arguments[0]), rank, SIZE);
    TransportRank self = new TransportRank(rank);
    BtlContext context =
        new BtlContext(
            new JobIdentity("byhand", rank, SIZE, localSize == 1 ? 0 : rank, localSize),
            modex,
            new byte[32],
            ParameterSet.of(parameters),
            self);
    List<BtlModule> modules = component(arguments[1]).initialise(context);
    modex.fence();
    self.exchange(modules);
    modules.forEach(module -> System.out.println(module.describe()));
    // Whoever leaves first must not keep the other from connecting, or from what is not written.
    modex.put(DONE, new byte[0]);
    self.progressUntil(() -> modex.get(1 - rank, DONE) != null, modules);
    modules.forEach(BtlModule::close);
  }

  private static BtlComponent component(String name) {
    return Bml.components().stream()
        .filter(component -> component.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private void exchange(List<BtlModule> modules) {
    Map<BtlEndpoint, Integer> unsent = new HashMap<>();
    for (BtlModule module : modules) {
      BtlEndpoint endpoint = module.endpoint(1 - rank);
      if (endpoint == null) {
        System.out.println(module.name() + " reaches not: " + module.whyUnreachable(1 - rank));
      } else {
        int megabits = endpoint.attributes().bandwidthMegabits();
        System.out.println(module.name() + " reaches at " + megabits + " Mbit/s");
        unsent.put(endpoint, FRAMES);
        received.put(module.name(), 0);
      }
    }
    progressUntil(
        () -> {
          unsent.replaceAll((endpoint, left) -> left > 0 && trySend(endpoint) ? left - 1 : left);
          return !isWaiting(unsent);
        },
        modules);
    received.forEach((name, count) -> System.out.println(name + " received " + count + " frames"));
    failures.forEach((name, reason) -> System.out.println(name + " failed: " + reason));
  }

  private void progressUntil(BooleanSupplier condition, List<BtlModule> modules) {
    long deadline = System.nanoTime() + LIMIT_NANOS;
    while (!condition.getAsBoolean()) {
      modules.forEach(module -> module.poller().progress());
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("rank " + rank + " waits in vain: " + received + failures);
      }
      Thread.yield();
    }
  }

  /** Whether a module that has not failed has something to send or to receive. */
  private boolean isWaiting(Map<BtlEndpoint, Integer> unsent) {
    return unsent.entrySet().stream()
        .filter(entry -> !failures.containsKey(entry.getKey().module().name()))
        .anyMatch(
            entry -> entry.getValue() > 0 || received.get(entry.getKey().module().name()) < FRAMES);
  }

  private boolean trySend(BtlEndpoint endpoint) {
    if (failures.containsKey(endpoint.module().name())) {
      return false;
    }
    Frame frame = endpoint.reserve(HEADER_BYTES, PAYLOAD_BYTES, RequestedOrder.DEFAULT);
    if (frame == null) {
      return false;
    }
    frame.headerMemory().putLong(frame.headerOffset(), FRAMES);
    endpoint.sendImmediate(frame);
    endpoint.push();
    return true;
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
    if (payloadBytes != PAYLOAD_BYTES || header.getLong(headerOffset) != FRAMES) {
      throw new AssertionError("a frame of " + payloadBytes + " bytes");
    }
    received.merge(from.module().name(), 1, Integer::sum);
  }

  @Override
  public PayloadTarget place(
      BtlEndpoint from, Memory header, int headerOffset, int headerBytes, int payloadBytes) {
    return null;
  }

  @Override
  public void failed(BtlModule module, int peer, BtlException cause) {
    failures.put(module.name(), cause.getMessage());
  }
}
