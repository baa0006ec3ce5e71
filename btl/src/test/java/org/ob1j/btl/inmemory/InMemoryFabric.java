package org.ob1j.btl.inmemory;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.order.GuaranteedOrder;

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

  /**
   * How the transport behaves.
   *
   * @param capabilityBits of {@link BtlCapabilities}: of ALL_CAPABILITIES
   * @param order what may not happen; all else does
   * @param queuedFrames how many operations a directed pair holds before it is busy
   * @param placeThreshold from which length on the receiver is asked where payloads should go
   * @param tags how it matches tags; null if it does not
   */
  public record Behaviour(
      int capabilityBits,
      GuaranteedOrder order,
      int queuedFrames,
      int eagerLimit,
      int placeThreshold,
      SimulatedTagMatching.Nature tags) {
    /** Without tag matching, and the receiver is not asked. */
    public Behaviour(int capabilityBits, GuaranteedOrder order, int queuedFrames, int eagerLimit) {
      this(capabilityBits, order, queuedFrames, eagerLimit, Integer.MAX_VALUE, null);
    }

    /** In order, immediate and in place, with small limits, so that tests reach them. */
    public static Behaviour ordered() {
      return new Behaviour(SEND_CAPABILITIES, GuaranteedOrder.STRICT, 64, 2048);
    }

    /** The same without any order. */
    public static Behaviour unordered() {
      return new Behaviour(SEND_CAPABILITIES, GuaranteedOrder.NONE, 64, 2048);
    }

    /** With put and atomics, and no order but within ordered sequences. */
    public static Behaviour orderedSequences() {
      return unordered()
          .withCapabilities(
              SEND_CAPABILITIES
                  | BtlCapabilities.PUT
                  | BtlCapabilities.ATOMICS
                  | BtlCapabilities.ORDERED_SEQUENCES);
    }

    /** The same as this with another order. */
    public Behaviour withOrder(GuaranteedOrder other) {
      return new Behaviour(capabilityBits, other, queuedFrames, eagerLimit, placeThreshold, tags);
    }

    /** The same as this with other capabilities. */
    public Behaviour withCapabilities(int bits) {
      return new Behaviour(bits, order, queuedFrames, eagerLimit, placeThreshold, tags);
    }

    /** The same as this, asking where payloads of some length should go. */
    public Behaviour withPlaces(int thresholdBytes) {
      return new Behaviour(capabilityBits, order, queuedFrames, eagerLimit, thresholdBytes, tags);
    }

    /** The same as this with room for so many operations under way. */
    public Behaviour withQueuedFrames(int frames) {
      return new Behaviour(capabilityBits, order, frames, eagerLimit, placeThreshold, tags);
    }

    /** The same as this with tag matching. */
    public Behaviour withTags(SimulatedTagMatching.Nature nature) {
      return new Behaviour(capabilityBits, order, queuedFrames, eagerLimit, placeThreshold, nature);
    }
  }

  /** Everything that this transport implements. */
  public static final int ALL_CAPABILITIES =
      SEND_CAPABILITIES
          | BtlCapabilities.PUT
          | BtlCapabilities.GET
          | BtlCapabilities.NEEDS_REGISTRATION
          | BtlCapabilities.REMOTE_COMPLETION
          | BtlCapabilities.FLUSH
          | BtlCapabilities.ATOMICS
          | BtlCapabilities.ORDERED_SEQUENCES;

  private final Random scheduler;
  private final Behaviour behaviour;
  private final String name;
  private final int bandwidthMegabits;
  private final int exclusivity;
  private final List<InMemoryModule> modules = new ArrayList<>();

  public InMemoryFabric(long seed, Behaviour behaviour) {
    this(seed, behaviour, "memory.0", 1000);
  }

  /** One of several between the same ranks. */
  public InMemoryFabric(long seed, Behaviour behaviour, String name, int bandwidthMegabits) {
    this(seed, behaviour, name, bandwidthMegabits, 100);
  }

  /** One that is used only where there is none of a higher exclusivity. */
  public InMemoryFabric(
      long seed, Behaviour behaviour, String name, int bandwidthMegabits, int exclusivity) {
    scheduler = new Random(seed);
    this.behaviour = behaviour;
    this.name = name;
    this.bandwidthMegabits = bandwidthMegabits;
    this.exclusivity = exclusivity;
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
        InMemoryModule module = new InMemoryModule(InMemoryFabric.this, context);
        modules.removeIf(earlier -> earlier.rank() == module.rank());
        modules.add(module);
        return List.of(module);
      }
    }
  }

  Random scheduler() {
    return scheduler;
  }

  Behaviour behaviour() {
    return behaviour;
  }

  String name() {
    return name;
  }

  int exclusivity() {
    return exclusivity;
  }

  int bandwidthMegabits() {
    return bandwidthMegabits;
  }

  List<InMemoryModule> modules() {
    return modules;
  }

  /** The module of a rank; null if it has none yet. */
  InMemoryModule moduleOf(int rank) {
    for (InMemoryModule module : modules) {
      if (module.rank() == rank) {
        return module;
      }
    }
    return null;
  }
}
