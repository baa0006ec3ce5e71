package org.ob1j.bml;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.UnaryOperator;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.btl.UpperLayers;
import org.ob1j.runtime.job.JobControl;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.memory.BufferRoots;
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
    int place = 0;
    while (place < components.size()
        && components.get(place).name().compareTo(component.name()) < 0) {
      place++;
    }
    components.add(place, component);
  }

  /**
   * Adds an upper layer, to which the frames that begin with its id go.
   *
   * @param layer an id of {@link UpperLayers}
   * @param receiver gets its frames, and hears of peers that fail
   * @throws IllegalStateException if the layer is there already
   */
  public void register(int layer, BtlReceiver receiver) {
    layers.register(layer, receiver);
  }

  /**
   * Opens the transports that parameter {@code btl} chooses, and exchanges addresses: all processes
   * of the job call it at once. A job of one process needs none.
   *
   * @param components to choose from
   * @param wrapping what stands before the modules, such as a trace
   * @throws BmlException if no transport works, or one that the user asked for does not
   * @throws org.ob1j.runtime.parameter.ParameterException if the parameter names an unknown one
   */
  public void open(
      JobControl job, List<BtlComponent> components, UnaryOperator<List<BtlModule>> wrapping) {
    List<String> names = new ArrayList<>();
    for (BtlComponent component : components) {
      names.add(component.name());
    }
    TransportSelection selection =
        TransportSelection.of(parameters.get(BmlParameters.TRANSPORTS), names);
    if (identity.size() == 1) {
      job.modex().fence();
      return;
    }
    BtlContext context =
        new BtlContext(identity, job.modex(), job.secret(), parameters, layers, engine.doorbell());
    OpenTransports transports = OpenTransports.open(components, selection, context);
    job.modex().fence();
    String notice = transports.notice(identity.rank(), job.modex());
    if (notice != null) {
      System.err.println(notice);
    }
    modules.addAll(wrapping.apply(transports.modules()));
    userMemory.askFrom(modules);
    engine.register(spare);
    modules.forEach(engine::register);
  }

  /**
   * The ways to a process, which its caller keeps.
   *
   * @param rank another process of the job
   * @throws BmlException if no transport reaches it
   */
  public Rails railsTo(int rank) {
    Rails rails = Rails.to(rank, modules);
    if (rails.isEmpty()) {
      throw unreached.failure(rank, modules);
    }
    unreached.warn(rank, modules);
    spare.choose(rails.modules(), modules);
    return rails;
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

  /** Who polls the transports, and whatever upper layers register. */
  public ProgressEngine engine() {
    return engine;
  }

  /** Closes the transports. Nothing is polled any more. */
  public void close() {
    engine.unregister(spare);
    modules.forEach(engine::unregister);
    registrations.close();
    modules.forEach(BtlModule::close);
    modules.clear();
    userMemory.askFrom(modules);
    engine.close();
  }
}
