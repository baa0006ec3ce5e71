package org.ob1j.btl.inmemory;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlOrder;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.Frame;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.runtime.memory.Memory;

/**
 * Connects ranks of one JVM. Each directed pair has a queue of frames; when a rank makes progress,
 * a seeded generator decides how many frames of which queues arrive, and which completions are
 * told.
 *
 * <p>All ranks share one lock, so they may be driven by one thread, with the same events for the
 * same seed, or by a thread each.
 */
public final class InMemoryFabric {
  private static final int SEND_CAPABILITIES =
      BtlCapabilities.SEND | BtlCapabilities.SEND_IMMEDIATE | BtlCapabilities.SEND_IN_PLACE;
  private static final int MAX_EVENTS_A_POLL = 8;

  /**
   * How the transport behaves.
   *
   * @param capabilityBits of {@link BtlCapabilities}: of SEND, SEND_IMMEDIATE, SEND_IN_PLACE
   * @param order STRICT, or NONE to let any frame of a queue arrive next
   * @param queuedFrames how many frames a directed pair holds before it is busy
   */
  public record Behaviour(int capabilityBits, BtlOrder order, int queuedFrames, int eagerLimit) {
    /** In order, immediate and in place, with small limits, so that tests reach them. */
    public static Behaviour ordered() {
      return new Behaviour(SEND_CAPABILITIES, BtlOrder.STRICT, 64, 2048);
    }

    /** The same without any order. */
    public static Behaviour unordered() {
      return new Behaviour(SEND_CAPABILITIES, BtlOrder.NONE, 64, 2048);
    }

    /** The same as this with other capabilities. */
    public Behaviour withCapabilities(int bits) {
      return new Behaviour(bits, order, queuedFrames, eagerLimit);
    }
  }

  private record Parcel(Memory header, int headerBytes, Memory payload, int payloadBytes) {}

  private record Completion(InMemoryEndpoint endpoint, BtlCompletion callback) {}

  private final Random scheduler;
  private final Behaviour behaviour;
  private final List<InMemoryModule> modules = new ArrayList<>();

  public InMemoryFabric(long seed, Behaviour behaviour) {
    scheduler = new Random(seed);
    this.behaviour = behaviour;
  }

  /** The transport, as a rank initialises it. */
  public BtlComponent component() {
    return new InMemoryComponent();
  }

  private final class InMemoryComponent implements BtlComponent {
    @Override
    public String name() {
      return "memory";
    }

    @Override
    public List<BtlModule> initialise(BtlContext context) {
      synchronized (InMemoryFabric.this) {
        InMemoryModule module = new InMemoryModule(context);
        modules.removeIf(earlier -> earlier.rank == module.rank);
        modules.add(module);
        return List.of(module);
      }
    }
  }

  private InMemoryModule moduleOf(int rank) {
    for (InMemoryModule module : modules) {
      if (module.rank == rank) {
        return module;
      }
    }
    return null;
  }

  private final class InMemoryModule implements BtlModule {
    private final int rank;
    private final BtlReceiver receiver;
    private final InMemoryEndpoint[] endpoints;
    private final List<Completion> completions = new ArrayList<>();
    private final Map<Rejection, Integer> rejected = new EnumMap<>(Rejection.class);
    private boolean closed;
    private final boolean[] reported;

    InMemoryModule(BtlContext context) {
      rank = context.identity().rank();
      receiver = context.receiver();
      endpoints = new InMemoryEndpoint[context.identity().size()];
      reported = new boolean[endpoints.length];
    }

    @Override
    public String name() {
      return "memory.0";
    }

    @Override
    public BtlAttributes attributes() {
      int eager = behaviour.eagerLimit();
      return new BtlAttributes(
          100,
          1,
          1000,
          eager,
          eager,
          eager,
          2 * eager,
          0,
          0,
          0,
          Integer.MAX_VALUE,
          new BtlCapabilities(behaviour.capabilityBits()),
          behaviour.order());
    }

    @Override
    public BtlEndpoint endpoint(int peer) {
      synchronized (InMemoryFabric.this) {
        if (endpoints[peer] == null && moduleOf(peer) != null) {
          endpoints[peer] = new InMemoryEndpoint(this, peer);
        }
        return endpoints[peer];
      }
    }

    @Override
    public int progress() {
      synchronized (InMemoryFabric.this) {
        int events = 0;
        int turns = 1 + scheduler.nextInt(MAX_EVENTS_A_POLL);
        for (int turn = 0; turn < turns; turn++) {
          events += completeOne() + deliverOne();
        }
        reportClosedPeers();
        return events;
      }
    }

    private int completeOne() {
      if (completions.isEmpty()) {
        return 0;
      }
      Completion next = completions.remove(scheduler.nextInt(completions.size()));
      next.callback().completed(next.endpoint(), BtlResult.DONE);
      return 1;
    }

    private int deliverOne() {
      List<InMemoryModule> senders = new ArrayList<>();
      for (InMemoryModule module : modules) {
        InMemoryEndpoint endpoint = module.endpoints[rank];
        if (endpoint != null && !endpoint.queue.isEmpty()) {
          senders.add(module);
        }
      }
      if (senders.isEmpty()) {
        return 0;
      }
      InMemoryModule sender = senders.get(scheduler.nextInt(senders.size()));
      Parcel parcel = sender.endpoints[rank].takeNext();
      try {
        receiver.receive(
            endpoint(sender.rank),
            parcel.header(),
            0,
            parcel.headerBytes(),
            parcel.payload(),
            0,
            parcel.payloadBytes());
      } catch (FrameRejectedException refused) {
        rejected.merge(refused.rejection(), 1, Integer::sum);
      }
      return 1;
    }

    private void reportClosedPeers() {
      for (InMemoryModule module : modules) {
        InMemoryEndpoint back = endpoints[module.rank];
        if (module.closed
            && back != null
            && !reported[module.rank]
            && (module.endpoints[rank] == null || module.endpoints[rank].queue.isEmpty())) {
          reported[module.rank] = true;
          receiver.failed(
              this,
              module.rank,
              new BtlException(name() + ": rank " + module.rank + " has closed"));
        }
      }
    }

    @Override
    public String describe() {
      StringBuilder text = new StringBuilder(name() + " of rank " + rank);
      text.append(": rejected frames ").append(rejected);
      for (InMemoryEndpoint endpoint : endpoints) {
        if (endpoint != null && !endpoint.queue.isEmpty()) {
          text.append(", queued to rank ").append(endpoint.peer()).append(": ");
          text.append(endpoint.queue.size());
        }
      }
      return text.toString();
    }

    @Override
    public void close() {
      synchronized (InMemoryFabric.this) {
        closed = true;
      }
    }
  }

  private final class InMemoryEndpoint extends BtlEndpoint {
    private final InMemoryModule module;
    private final ArrayDeque<Parcel> queue = new ArrayDeque<>();
    private final Frame frame = new Frame();
    private boolean reserved;

    InMemoryEndpoint(InMemoryModule module, int peer) {
      super(peer);
      this.module = module;
    }

    /** The frame that arrives next: the oldest, or where no order is kept, any. */
    private Parcel takeNext() {
      if (!behaviour.order().sendAfterSend()) {
        for (int turns = scheduler.nextInt(queue.size()); turns > 0; turns--) {
          queue.add(queue.poll());
        }
      }
      return queue.poll();
    }

    @Override
    public BtlModule module() {
      return module;
    }

    @Override
    public Frame reserve(int headerBytes, int payloadBytes, int ordering) {
      synchronized (InMemoryFabric.this) {
        if (reserved) {
          throw new IllegalStateException("a frame is reserved already");
        }
        if (moduleOf(peer()).closed) {
          throw new BtlException(module.name() + ": rank " + peer() + " has closed");
        }
        if (headerBytes + payloadBytes > module.attributes().maxSendSize()) {
          throw new IllegalArgumentException(
              "a frame of "
                  + (headerBytes + payloadBytes)
                  + " bytes; at most "
                  + module.attributes().maxSendSize()
                  + " are possible");
        }
        if (queue.size() >= behaviour.queuedFrames()) {
          return null;
        }
        reserved = true;
        frame.setHeader(Memory.allocate(headerBytes), 0, headerBytes);
        frame.setPayload(payloadBytes == 0 ? null : Memory.allocate(payloadBytes), 0, payloadBytes);
        return frame;
      }
    }

    @Override
    public void sendImmediate(Frame sent) {
      if (!module.attributes().capabilities().sendsImmediately()) {
        throw new IllegalStateException("memory does not declare immediate sends");
      }
      enqueue(sent);
    }

    private void enqueue(Frame sent) {
      synchronized (InMemoryFabric.this) {
        reserved = false;
        queue.add(
            new Parcel(
                sent.headerMemory(),
                sent.headerBytes(),
                sent.payloadMemory(),
                sent.payloadBytes()));
      }
    }

    @Override
    public boolean send(Frame sent, BtlCompletion completion) {
      enqueue(sent);
      return doneAtOnce(completion);
    }

    @Override
    public boolean sendInPlace(
        Frame sent, ByteBuffer payload, int offset, int payloadBytes, BtlCompletion completion) {
      if (!module.attributes().capabilities().sendsInPlace()) {
        return super.sendInPlace(sent, payload, offset, payloadBytes, completion);
      }
      Memory copy = Memory.allocate(payloadBytes);
      copy.bytes().put(0, payload, offset, payloadBytes);
      sent.setPayload(copy, 0, payloadBytes);
      enqueue(sent);
      return doneAtOnce(completion);
    }

    private boolean doneAtOnce(BtlCompletion completion) {
      synchronized (InMemoryFabric.this) {
        if (scheduler.nextBoolean()) {
          return true;
        }
        module.completions.add(new Completion(this, completion));
        return false;
      }
    }

    @Override
    public void cancel(Frame unsent) {
      reserved = false;
    }

    @Override
    public void push() {
      // Nothing is held back: a frame is in its queue when it has been sent.
    }
  }
}
