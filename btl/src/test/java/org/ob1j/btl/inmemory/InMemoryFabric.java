package org.ob1j.btl.inmemory;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.Frame;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.runtime.datatype.Convertor;
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
   * @param capabilityBits of {@link BtlCapabilities}: of ALL_CAPABILITIES
   * @param order STRICT, or NONE to let any frame of a queue arrive next
   * @param queuedFrames how many frames and puts a directed pair holds before it is busy
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

  /** Everything that this transport implements. */
  public static final int ALL_CAPABILITIES =
      SEND_CAPABILITIES
          | BtlCapabilities.PUT
          | BtlCapabilities.GET
          | BtlCapabilities.NEEDS_REGISTRATION
          | BtlCapabilities.REMOTE_COMPLETION
          | BtlCapabilities.FLUSH;

  /** What is on its way to a rank: a frame, or if {@code put} is not null, a put. */
  private record Parcel(
      Memory header, int headerBytes, Memory payload, int payloadBytes, InMemoryRdma put) {}

  private final Random scheduler;
  private final Behaviour behaviour;
  private final String name;
  private final int bandwidthMegabits;
  private final List<InMemoryModule> modules = new ArrayList<>();

  public InMemoryFabric(long seed, Behaviour behaviour) {
    this(seed, behaviour, "memory.0", 1000);
  }

  /** One of several between the same ranks. */
  public InMemoryFabric(long seed, Behaviour behaviour, String name, int bandwidthMegabits) {
    scheduler = new Random(seed);
    this.behaviour = behaviour;
    this.name = name;
    this.bandwidthMegabits = bandwidthMegabits;
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
    private final InMemoryOperations operations = new InMemoryOperations();
    private final InMemoryRegistrations registrations;
    private final Map<Rejection, Integer> rejected = new EnumMap<>(Rejection.class);
    private boolean closed;
    private final boolean[] reported;

    InMemoryModule(BtlContext context) {
      rank = context.identity().rank();
      receiver = context.receiver();
      registrations = new InMemoryRegistrations(rank);
      endpoints = new InMemoryEndpoint[context.identity().size()];
      reported = new boolean[endpoints.length];
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public BtlAttributes attributes() {
      int eager = behaviour.eagerLimit();
      return new BtlAttributes(
          100,
          1,
          bandwidthMegabits,
          eager,
          eager,
          eager,
          2 * eager,
          eager,
          4L * eager,
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
          events += operations.completeOne(scheduler) + deliverOne();
        }
        reportClosedPeers();
        return events;
      }
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
        if (parcel.put() != null) {
          parcel.put().write(registrations);
          return 1;
        }
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
          back.queue.clear();
          operations.fail(back);
        }
      }
    }

    @Override
    public BtlRegistration register(ByteBuffer memory, int access) {
      synchronized (InMemoryFabric.this) {
        BtlCapabilities capabilities = attributes().capabilities();
        return (capabilities.puts() || capabilities.gets()) && memory.isDirect()
            ? registrations.add(memory, access)
            : null;
      }
    }

    @Override
    public int registrationCount() {
      return registrations.count();
    }

    @Override
    public String describe() {
      StringBuilder text = new StringBuilder(name() + " of rank " + rank);
      text.append(": rejected frames ").append(rejected);
      text.append(", registrations ").append(registrations.count());
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
                sent.payloadBytes(),
                null));
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
        module.operations.add(InMemoryRdma.ended(this, completion));
        return false;
      }
    }

    @Override
    public BtlResult put(
        Convertor source,
        long position,
        BtlRegistration local,
        byte[] remoteKey,
        long remoteOffset,
        long lengthBytes,
        int ordering,
        BtlCompletion completion) {
      BtlCapabilities capabilities = module.attributes().capabilities();
      if (!capabilities.puts()) {
        return super.put(
            source, position, local, remoteKey, remoteOffset, lengthBytes, ordering, completion);
      }
      synchronized (InMemoryFabric.this) {
        checkRdma(local);
        if (queue.size() >= behaviour.queuedFrames()) {
          return BtlResult.BUSY;
        }
        InMemoryRdma put =
            new InMemoryRdma(
                this, source, position, remoteKey.clone(), remoteOffset, lengthBytes, completion);
        queue.add(new Parcel(null, 0, null, 0, put));
        if (!capabilities.completesRemotely() && scheduler.nextBoolean()) {
          put.take();
          return BtlResult.DONE;
        }
        put.endsWhen(capabilities.completesRemotely() ? put::hasArrived : put::take);
        module.operations.add(put);
        return BtlResult.STARTED;
      }
    }

    @Override
    public BtlResult get(
        Convertor target,
        long position,
        BtlRegistration local,
        byte[] remoteKey,
        long remoteOffset,
        long lengthBytes,
        int ordering,
        BtlCompletion completion) {
      if (!module.attributes().capabilities().gets()) {
        return super.get(
            target, position, local, remoteKey, remoteOffset, lengthBytes, ordering, completion);
      }
      synchronized (InMemoryFabric.this) {
        checkRdma(local);
        InMemoryRdma get =
            new InMemoryRdma(
                this, target, position, remoteKey.clone(), remoteOffset, lengthBytes, completion);
        InMemoryRegistrations theirs = moduleOf(peer()).registrations;
        if (!get.isReadable(theirs)) {
          return BtlResult.REFUSED;
        }
        List<InMemoryRdma> earlier = behaviour.order().getAfterPut() ? puts() : List.of();
        get.endsWhen(() -> earlier.stream().allMatch(InMemoryRdma::hasArrived) && get.read(theirs));
        if (scheduler.nextBoolean() && get.isReady()) {
          return BtlResult.DONE;
        }
        module.operations.add(get);
        return BtlResult.STARTED;
      }
    }

    @Override
    public BtlResult flush(BtlCompletion completion) {
      if (!module.attributes().capabilities().flushes()) {
        return super.flush(completion);
      }
      synchronized (InMemoryFabric.this) {
        List<InMemoryRdma> earlier = puts();
        if (earlier.isEmpty()) {
          return BtlResult.DONE;
        }
        InMemoryRdma flush = InMemoryRdma.ended(this, completion);
        flush.endsWhen(() -> earlier.stream().allMatch(InMemoryRdma::hasArrived));
        module.operations.add(flush);
        return BtlResult.STARTED;
      }
    }

    @Override
    public void checkKey(byte[] remoteKey, long remoteOffset, long lengthBytes) {
      InMemoryRegistrations.check(remoteKey, peer(), remoteOffset, lengthBytes);
    }

    private void checkRdma(BtlRegistration local) {
      if (moduleOf(peer()).closed) {
        throw new BtlException(module.name() + ": rank " + peer() + " has closed");
      }
      if (module.attributes().capabilities().needsRegistration() && local == null) {
        throw new IllegalArgumentException("memory needs local memory to be registered");
      }
    }

    /** The puts that have not arrived yet. */
    private List<InMemoryRdma> puts() {
      return queue.stream().map(Parcel::put).filter(Objects::nonNull).toList();
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
