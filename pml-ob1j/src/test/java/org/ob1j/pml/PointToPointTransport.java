package org.ob1j.pml;

import java.util.List;
import java.util.Map;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.fault.FaultInjectingComponent;
import org.ob1j.btl.inmemory.InMemoryFabric;
import org.ob1j.btl.inmemory.InMemoryFabric.Behaviour;
import org.ob1j.btl.inmemory.SimulatedTagMatching.Nature;
import org.ob1j.runtime.parameter.ParameterSet;

/** The transports over which the whole point-to-point suite runs in one JVM. */
public enum PointToPointTransport {
  /** In order, without RDMA. */
  IN_MEMORY(Behaviour.ordered()),

  /** Every operation may pass every other; puts are flushed. */
  UNORDERED(
      Behaviour.unordered()
          .withCapabilities(
              Behaviour.unordered().capabilityBits()
                  | BtlCapabilities.PUT
                  | BtlCapabilities.GET
                  | BtlCapabilities.FLUSH)),

  /** The same but for sequences, which keep FIN behind its put. */
  ORDERED_SEQUENCES(Behaviour.orderedSequences()),

  /** Payloads of some length are written where their receives want them, sooner or later. */
  PLACING(Behaviour.unordered().withPlaces(300)),

  /** The same, and busy most of the time. */
  PLACING_IN_TURN(Behaviour.ordered().withPlaces(300).withQueuedFrames(2)),

  /** Frames are delayed and overtake, everything is busy now and then. */
  FAULT_INJECTING(Behaviour.ordered(), true),

  /** In order, with RDMA. */
  IN_MEMORY_RDMA(
      Behaviour.ordered()
          .withCapabilities(
              Behaviour.ordered().capabilityBits() | BtlCapabilities.PUT | BtlCapabilities.GET)),

  /** In order, with RDMA of registered memory, by pieces where it is not kept. */
  REGISTERED_RDMA(
      Behaviour.ordered()
          .withCapabilities(
              Behaviour.ordered().capabilityBits()
                  | BtlCapabilities.PUT
                  | BtlCapabilities.NEEDS_REGISTRATION)),

  /** The same with faults: puts and gets are refused now and then where that is wished. */
  FAULT_INJECTING_RDMA(IN_MEMORY_RDMA.behaviour, true),

  /** Tags are matched by the transport, whose list has no room at all. */
  TAGS_0(UNORDERED.behaviour.withTags(Nature.willing(0, 2048))),

  /** The same with room for one receive, and everything that a device may do. */
  TAGS_1(UNORDERED.behaviour.withTags(Nature.capricious(1, 2048))),

  /** The same with room for two. */
  TAGS_2(Behaviour.ordered().withTags(Nature.capricious(2, 2048))),

  /** Room for plenty, and nothing is refused. */
  TAGS_64(Behaviour.orderedSequences().withTags(Nature.willing(64, 2048)));

  private final Behaviour behaviour;
  private final boolean injectsFaults;

  PointToPointTransport(Behaviour behaviour) {
    this(behaviour, false);
  }

  PointToPointTransport(Behaviour behaviour, boolean injectsFaults) {
    this.behaviour = behaviour;
    this.injectsFaults = injectsFaults;
  }

  /** How its network behaves. */
  public Behaviour behaviour() {
    return behaviour;
  }

  /** A job over this transport. */
  public InMemoryJob job(int ranks, long seed, Map<String, String> parameters) {
    InMemoryFabric fabric = new InMemoryFabric(seed, behaviour);
    return new InMemoryJob(ranks, rank -> List.of(component(fabric)), ParameterSet.of(parameters));
  }

  private BtlComponent component(InMemoryFabric fabric) {
    return injectsFaults ? new FaultInjectingComponent(fabric::component) : fabric.component();
  }
}
