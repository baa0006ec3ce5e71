package org.ob1j.pml;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.pml.trace.Trace;
import org.ob1j.runtime.job.JobControl;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlComponent;
import org.ob1j.runtime.progress.WaitPolicy;

/** Starts the engine: finds the transports, opens them, and exchanges addresses. */
public final class Ob1Component implements PmlComponent {
  @Override
  public String name() {
    return "ob1j";
  }

  @Override
  public Pml start(JobControl job, ParameterSet parameters) {
    List<BtlComponent> components = new ArrayList<>();
    for (BtlComponent component : ServiceLoader.load(BtlComponent.class)) {
      addByName(component, components);
    }
    return start(job, parameters, components);
  }

  /**
   * Adds a transport before those whose names come after its own. On a module path services come in
   * any order, and the user's buffers get the memory of the first transport that has some: sm's,
   * which its peers can reach, before ucx's, which only has greater pages.
   */
  static void addByName(BtlComponent component, List<BtlComponent> components) {
    int place = 0;
    while (place < components.size()
        && components.get(place).name().compareTo(component.name()) < 0) {
      place++;
    }
    components.add(place, component);
  }

  /** Starts the engine with these transports, chosen from by the {@code btl} parameter. */
  static Ob1Pml start(JobControl job, ParameterSet parameters, List<BtlComponent> components) {
    JobIdentity identity = job.identity();
    List<String> names = new ArrayList<>();
    for (BtlComponent component : components) {
      names.add(component.name());
    }
    TransportSelection selection =
        TransportSelection.of(parameters.get(Ob1Parameters.TRANSPORTS), names);
    Ob1Pml pml = new Ob1Pml(identity, parameters, waitPolicy(identity, parameters));
    if (identity.size() == 1) {
      job.modex().fence();
      return pml;
    }
    String traceFile = parameters.get(Ob1Parameters.TRACE);
    Trace trace =
        traceFile.isEmpty()
            ? null
            : Trace.open(Ob1Parameters.TRACE.name(), traceFile, identity.rank());
    BtlReceiver receiver = trace == null ? pml.receiver() : trace.wrap(pml.receiver());
    OpenTransports transports =
        OpenTransports.open(
            components,
            selection,
            new BtlContext(
                identity, job.modex(), job.secret(), parameters, receiver, pml.doorbell()));
    job.modex().fence();
    String notice = transports.notice(identity.rank(), job.modex());
    if (notice != null) {
      System.err.println(notice);
    }
    pml.use(trace == null ? transports.modules() : trace.wrap(transports.modules()));
    if (parameters.get(Ob1Parameters.SHOW_PROTOCOLS)) {
      System.err.print(ProtocolReport.of(pml));
    }
    return pml;
  }

  private static WaitPolicy waitPolicy(JobIdentity identity, ParameterSet parameters) {
    WaitPolicy policy = WaitPolicy.forHost(identity.localSize(), identity.localCores());
    int micros = parameters.get(Ob1Parameters.SLEEP_AFTER);
    if (micros == Ob1Parameters.SLEEP_AS_POLICY) {
      return policy;
    }
    return policy.withSleepAfter(
        micros == Ob1Parameters.SLEEP_NEVER
            ? Long.MAX_VALUE
            : TimeUnit.MICROSECONDS.toNanos(micros));
  }
}
