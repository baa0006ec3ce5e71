package org.ob1j.btl.inmemory;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlPoller;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.btl.inmemory.InMemoryQueue.Parcel;
import org.ob1j.btl.tag.TagMatching;
import org.ob1j.runtime.job.RankTable;

/** The in-memory transport at one rank. */
final class InMemoryModule implements BtlModule, BtlPoller {
  private static final int MAX_EVENTS_A_POLL = 8;

  private final InMemoryFabric fabric;
  private final int rank;
  private final BtlReceiver receiver;
  private final RankTable<InMemoryEndpoint> endpoints = new RankTable<>();
  private final InMemoryOperations operations = new InMemoryOperations();
  private final InMemoryPlacements placements = new InMemoryPlacements();
  private final InMemoryRegistrations registrations;
  private final Map<Rejection, Integer> rejected = new EnumMap<>(Rejection.class);

  /** Null if tags are not matched. */
  private final SimulatedTagMatching tags;

  /** Whether there are operations that take something back. */
  private final boolean answers;

  private boolean closed;
  private final Set<Integer> reported = new HashSet<>();

  InMemoryModule(InMemoryFabric fabric, BtlContext context) {
    this.fabric = fabric;
    rank = context.identity().rank();
    receiver = context.receiver();
    registrations = new InMemoryRegistrations(rank);
    BtlCapabilities capabilities = new BtlCapabilities(fabric.behaviour().capabilityBits());
    answers = capabilities.gets() || capabilities.hasAtomics();
    SimulatedTagMatching.Nature nature = fabric.behaviour().tags();
    tags =
        nature == null
            ? null
            : new SimulatedTagMatching(nature, count -> fabric.scheduler().nextInt(count));
    if (tags != null) {
      tags.setMeanwhile(this::arriveSome);
    }
  }

  @Override
  public TagMatching tagMatching() {
    return tags;
  }

  int rank() {
    return rank;
  }

  boolean isClosed() {
    return closed;
  }

  InMemoryOperations operations() {
    return operations;
  }

  InMemoryRegistrations registrations() {
    return registrations;
  }

  @Override
  public String name() {
    return fabric.name();
  }

  @Override
  public BtlAttributes attributes() {
    int eager = fabric.behaviour().eagerLimit();
    return BtlAttributes.builder()
        .exclusivity(fabric.exclusivity())
        .latencyMicros(1)
        .bandwidthMegabits(fabric.bandwidthMegabits())
        .eagerLimit(eager)
        .rndvEagerLimit(eager)
        .maxSendSize(2 * eager)
        .rdmaPipeline(eager, 4L * eager, 0)
        .placeThreshold(fabric.behaviour().placeThreshold())
        .capabilities(new BtlCapabilities(fabric.behaviour().capabilityBits()))
        .order(fabric.behaviour().order())
        .build();
  }

  @Override
  public BtlEndpoint endpoint(int peer) {
    synchronized (fabric) {
      if (endpoints.get(peer) == null && fabric.moduleOf(peer) != null) {
        endpoints.put(peer, new InMemoryEndpoint(fabric, this, peer));
      }
      return endpoints.get(peer);
    }
  }

  @Override
  public BtlPoller poller() {
    return this;
  }

  @Override
  public int progress() {
    synchronized (fabric) {
      int events = 0;
      int turns = 1 + fabric.scheduler().nextInt(MAX_EVENTS_A_POLL);
      for (int turn = 0; turn < turns; turn++) {
        events += operations.completeOne(fabric.scheduler()) + deliverOne();
        events += placements.endOne(fabric.scheduler());
        if (tags != null) {
          arriveSome();
          events += tellOne();
        }
      }
      reportClosedPeers();
      return events;
    }
  }

  private int deliverOne() {
    List<InMemoryModule> senders = new ArrayList<>();
    for (InMemoryModule module : fabric.modules()) {
      InMemoryEndpoint endpoint = module.endpoints.get(rank);
      if (endpoint != null && !endpoint.queue().isEmpty()) {
        senders.add(module);
      }
    }
    if (senders.isEmpty() || fabric.scheduler().nextInt(4) == 0) {
      return answerOne();
    }
    InMemoryModule sender = senders.get(fabric.scheduler().nextInt(senders.size()));
    execute(sender, sender.endpoints.get(rank).queue().takeNext(fabric.scheduler()));
    return 1;
  }

  /** Tagged messages come to the device, whether this process makes progress or not. */
  private void arriveSome() {
    synchronized (fabric) {
      for (InMemoryModule module : fabric.modules()) {
        InMemoryEndpoint endpoint = module.endpoints.get(rank);
        if (endpoint != null && fabric.scheduler().nextInt(3) == 0) {
          InMemoryTagLane.Tagged message = endpoint.tagLane().queue().poll();
          if (message != null) {
            tags.arrive(module.rank, message.tag(), message.message());
          }
        }
      }
    }
  }

  private int tellOne() {
    int tellable = tags.tellable();
    if (tellable == 0 || fabric.scheduler().nextInt(3) == 0) {
      return 0;
    }
    try {
      tags.tell(fabric.scheduler().nextInt(tellable));
    } catch (FrameRejectedException refused) {
      rejected.merge(refused.rejection(), 1, Integer::sum);
    }
    return 1;
  }

  private boolean hasTaggedFrom(InMemoryModule sender) {
    return tags != null
        && (sender.endpoints.get(rank) != null
                && !sender.endpoints.get(rank).tagLane().queue().isEmpty()
            || tags.hasUntold(sender.rank));
  }

  /** A get or an atomic needs no progress at the peer. */
  private int answerOne() {
    if (!answers) {
      return 0;
    }
    for (InMemoryEndpoint endpoint : endpoints.values()) {
      if (endpoint.queue().awaitsAnswer()) {
        Parcel parcel = endpoint.queue().takeOneSided(fabric.scheduler());
        if (parcel != null) {
          fabric.moduleOf(endpoint.peer()).execute(this, parcel);
          return 1;
        }
      }
    }
    return 0;
  }

  private void execute(InMemoryModule sender, Parcel parcel) {
    try {
      if (parcel.rdma() != null) {
        parcel.rdma().execute(registrations);
        return;
      }
      BtlEndpoint from = endpoint(sender.rank);
      if (parcel.payloadBytes() >= fabric.behaviour().placeThreshold()
          && placements.place(receiver, from, parcel)) {
        return;
      }
      receiver.receive(
          from,
          parcel.header(),
          0,
          parcel.headerBytes(),
          parcel.payload(),
          0,
          parcel.payloadBytes());
    } catch (FrameRejectedException refused) {
      rejected.merge(refused.rejection(), 1, Integer::sum);
    }
  }

  private void reportClosedPeers() {
    for (InMemoryModule module : fabric.modules()) {
      InMemoryEndpoint back = endpoints.get(module.rank);
      if (module.closed
          && back != null
          && !reported.contains(module.rank)
          && !hasTaggedFrom(module)
          && (module.endpoints.get(rank) == null || module.endpoints.get(rank).queue().isEmpty())) {
        reported.add(module.rank);
        placements.abandon(back);
        receiver.failed(
            this, module.rank, new BtlException(name() + ": rank " + module.rank + " has closed"));
        back.queue().clear();
        operations.fail(back);
      }
    }
  }

  @Override
  public BtlRegistration register(ByteBuffer memory, int access) {
    synchronized (fabric) {
      BtlCapabilities capabilities = attributes().capabilities();
      boolean used = capabilities.puts() || capabilities.gets() || capabilities.hasAtomics();
      return used && memory.isDirect() ? registrations.add(memory, access) : null;
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
    for (InMemoryEndpoint endpoint : endpoints.values()) {
      if (!endpoint.queue().isEmpty()) {
        text.append(", queued to rank ").append(endpoint.peer()).append(": ");
        text.append(endpoint.queue().size());
      }
    }
    return text.toString();
  }

  @Override
  public void close() {
    synchronized (fabric) {
      closed = true;
    }
  }
}
