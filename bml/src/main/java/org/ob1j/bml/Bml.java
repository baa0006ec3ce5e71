package org.ob1j.bml;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.btl.UpperLayers;
import org.ob1j.runtime.job.JobControl;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.job.Processes;
import org.ob1j.runtime.job.RankTable;
import org.ob1j.runtime.memory.BufferRoots;
import org.ob1j.runtime.memory.SharedRegions;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.progress.ProgressEngine;
import org.ob1j.runtime.progress.WaitPolicy;

/**
 * The transports of one process: which are open, by which of them each peer is reached, what memory
 * is registered with them, and who polls them.
 *
 * <pre>
 *   upper layers          PML, …
 *                          │ rails to a peer, registrations, progress
 *                         Bml
 *                          │ open, endpoint, register, progress
 *   transports            sm.0   tcp.0   tcp.1   ucx.0 …
 * </pre>
 *
 * <p>Thread rules: those of the progress engine; only {@link #buffers} may be asked by any thread.
 */
public final class Bml {
  private final JobIdentity identity;
  private final ParameterSet parameters;
  private final ProgressEngine engine;
  private final List<BtlModule> modules = new ArrayList<>();
  private final SpareModules spare;
  private final Registrations registrations;
  private final UserMemory userMemory;
  private final BufferRoots buffers;
  private final Unreached unreached;
  private final UpperLayers layers = new UpperLayers();

  /** Of the peers that were asked for. */
  private final RankTable<Rails> rails = new RankTable<>();

  private final List<RailsListener> listeners = new ArrayList<>();

  private Processes processes;

  /** Opens the transports; null if they are open. */
  private Runnable putOff;

  /** With no transport yet: see {@link #open}. */
  public Bml(JobIdentity identity, ParameterSet parameters, WaitPolicy waitPolicy) {
    this.identity = identity;
    this.parameters = parameters;
    engine = new ProgressEngine(waitPolicy);
    spare = new SpareModules(engine);
    registrations = new Registrations(parameters.get(BmlParameters.LEAVE_PINNED) != 0);
    userMemory = new UserMemory(registrations);
    buffers = new BufferRoots(userMemory);
    boolean warns = identity.rank() == 0 && parameters.get(BmlParameters.WARN_UNUSED);
    unreached = new Unreached(identity.rank(), warns);
  }

  /** What a process does while transports open. */
  public interface Meanwhile {
    /**
     * Those of this process are open. It may publish more.
     *
     * @param regions as {@link #sharedRegions}. Not called in a job of one process
     */
    void beforeFence(SharedRegions regions);

    /** This process waits for the others, and may exchange nothing with them yet. */
    void atFence();
  }

  /** The transports that there are, in the order in which each process asks them. */
  public static List<BtlComponent> components() {
    List<BtlComponent> components = new ArrayList<>();
    for (BtlComponent component : ServiceLoader.load(BtlComponent.class)) {
      addByName(component, components);
    }
    return components;
  }

  /**
   * Adds a transport before those whose names come after its own. On a module path services come in
   * any order, and of equal rails the first is used first, in each process the same.
   */
  static void addByName(BtlComponent component, List<BtlComponent> components) {
    int index = 0;
    while (index < components.size()
        && components.get(index).name().compareTo(component.name()) < 0) {
      index++;
    }
    components.add(index, component);
  }

  /**
   * Adds an upper layer, to which the frames that begin with its id go.
   *
   * @param layer an id of {@link UpperLayers}
   * @param receiver gets its frames, and hears of peers that fail
   * @throws IllegalStateException if the layer is there already, or {@link #open} has been called
   */
  public void register(int layer, BtlReceiver receiver) {
    if (processes != null) {
      throw new IllegalStateException("layers are registered before transports are opened");
    }
    layers.register(layer, receiver);
  }

  /**
   * Opens the transports that parameter {@code btl} chooses, and exchanges addresses: all processes
   * of the job call it at once. A job of one process opens them when it first asks for rails.
   *
   * @param components to choose from
   * @param wrapper null if nothing stands between transports and their users
   * @param meanwhile what else the process does; null for nothing
   * @throws BmlException if no transport works, or one that the user asked for does not
   * @throws org.ob1j.runtime.parameter.ParameterException if the parameter names an unknown one
   */
  public void open(
      JobControl job,
      List<BtlComponent> components,
      TransportWrapper wrapper,
      Meanwhile meanwhile) {
    processes = new Processes(identity, job.modex());
    List<String> names = new ArrayList<>();
    for (BtlComponent component : components) {
      names.add(component.name());
    }
    TransportSelection selection =
        TransportSelection.of(parameters.get(BmlParameters.TRANSPORTS), names);
    if (identity.size() > 1) {
      open(job, components, selection, wrapper, meanwhile);
    } else {
      putOff =
          new Runnable() {
            @Override
            public void run() {
              open(job, components, selection, wrapper, null);
            }
          };
      if (meanwhile != null) {
        meanwhile.atFence();
      }
      job.modex().fence();
    }
  }

  private void open(
      JobControl job,
      List<BtlComponent> components,
      TransportSelection selection,
      TransportWrapper wrapper,
      Meanwhile meanwhile) {
    BtlReceiver receiver = wrapper == null ? receiver() : wrapper.wrap(receiver());
    BtlContext context =
        new BtlContext(
            identity,
            job.modex(),
            processes,
            job.secret(),
            parameters,
            receiver,
            engine.doorbell());
    OpenTransports transports = OpenTransports.open(components, selection, context);
    if (meanwhile != null) {
      meanwhile.beforeFence(regionsOf(transports.modules()));
    }
    job.modex().arrive();
    engine.register(spare);
    for (BtlModule module :
        wrapper == null ? transports.modules() : wrapper.wrap(transports.modules())) {
      add(module);
    }
    if (meanwhile != null) {
      meanwhile.atFence();
    }
    job.modex().fence();
    String notice = transports.notice(identity.rank(), job.modex());
    if (notice != null) {
      System.err.println(notice);
    }
    if (identity.localSize() == identity.size()) {
      // Collectives may share memory without a message, and then no peer says which it is.
      spare.choose(Rails.best(modules), modules);
    }
  }

  /**
   * Takes in a module that is open and delivers to {@link #receiver}. Peers are reached by it as
   * those are that are asked for from now on, and others by {@link #addRail}. Not to be called
   * while the engine polls.
   */
  public void add(BtlModule module) {
    modules.add(module);
    userMemory.askFrom(modules);
    engine.register(module.poller());
    for (RailsListener listener : listeners) {
      listener.opened(module);
    }
  }

  /** Tells an upper layer of modules that are opened, and of other rails to its peers. */
  public void listen(RailsListener listener) {
    listeners.add(listener);
  }

  /**
   * The rails to a process as they are now: a listener hears of changes.
   *
   * @param rank the number of another process; of one of this job, its rank
   * @throws BmlException if no transport reaches it
   */
  public Rails railsTo(int rank) {
    Rails known = rails.get(rank);
    if (known != null) {
      return known;
    }
    if (putOff != null) {
      putOff.run();
      putOff = null;
    }
    Rails found = Rails.to(rank, modules);
    if (found.isEmpty()) {
      throw unreached.failure(rank, modules);
    }
    unreached.warn(rank, modules, found);
    spare.choose(found.modules(), modules);
    rails.put(rank, found);
    return found;
  }

  /**
   * Sends to a process by one more module, where that is one of the best, or by one again that was
   * taken away. Not to be called while the engine polls.
   *
   * @param module one of {@link #modules}
   * @throws BmlException if the module does not reach it
   */
  public void addRail(int rank, BtlModule module) {
    Rails before = railsTo(rank);
    BtlEndpoint endpoint = module.endpoint(rank);
    if (endpoint == null) {
      throw new BmlException("%s does not reach rank %d".formatted(module.name(), rank));
    }
    if (before.mayUse(endpoint)) {
      return;
    }
    change(rank, before.with(endpoint));
  }

  /**
   * Begins to send nothing to a process by a module any more. What it has been asked for, or was
   * announced by it, still goes by it, and what comes by it is taken. Not to be called while the
   * engine polls.
   *
   * @throws BmlException if there is no other rail
   */
  public void removeRail(int rank, BtlModule module) {
    Rails before = railsTo(rank);
    BtlEndpoint endpoint = module.endpoint(rank);
    if (endpoint == null || !before.mayUse(endpoint)) {
      return;
    }
    Rails after = before.without(endpoint);
    if (after.isEmpty()) {
      throw new BmlException("rank %d is reached by %s alone".formatted(rank, module.name()));
    }
    change(rank, after);
  }

  private void change(int rank, Rails after) {
    rails.put(rank, after);
    spare.choose(after.modules(), modules);
    for (RailsListener listener : listeners) {
      listener.changed(rank, after);
    }
  }

  /** Whom this process knows; peers have their numbers there. From {@link #open} on. */
  public Processes processes() {
    return processes;
  }

  /** Whom transports deliver to: the layer that is registered, or those that are. */
  public BtlReceiver receiver() {
    return layers.receiver();
  }

  /** The open modules; not to be changed. */
  public List<BtlModule> modules() {
    return modules;
  }

  public Registrations registrations() {
    return registrations;
  }

  /** The memory that transports have for the user's buffers. Any thread may ask. */
  public BufferRoots buffers() {
    return buffers;
  }

  /** Memory that the first transport which has some shares within the host; null if none has. */
  public SharedRegions sharedRegions() {
    return regionsOf(modules);
  }

  private static SharedRegions regionsOf(List<BtlModule> modules) {
    for (BtlModule module : modules) {
      SharedRegions regions = module.sharedRegions();
      if (regions != null) {
        return regions;
      }
    }
    return null;
  }

  /** Who polls the transports, and whatever upper layers register. */
  public ProgressEngine engine() {
    return engine;
  }

  /** Closes the transports. Nothing is polled any more. */
  public void close() {
    putOff = null;
    engine.unregister(spare);
    for (BtlModule module : modules) {
      engine.unregister(module.poller());
    }
    registrations.close();
    for (BtlModule module : modules) {
      module.close();
    }
    modules.clear();
    userMemory.askFrom(modules);
    engine.close();
  }
}
