package org.ob1j.pml;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlUnavailableException;
import org.ob1j.runtime.job.JobControl;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlComponent;
import org.ob1j.runtime.pml.PmlException;
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
    ServiceLoader.load(BtlComponent.class).forEach(components::add);
    return start(job, parameters, components);
  }

  /** Starts the engine with these transports, chosen from by the {@code btl} parameter. */
  static Ob1Pml start(JobControl job, ParameterSet parameters, List<BtlComponent> components) {
    JobIdentity identity = job.identity();
    TransportSelection selection =
        TransportSelection.of(
            parameters.get(Ob1Parameters.TRANSPORTS),
            components.stream().map(BtlComponent::name).toList());
    Ob1Pml pml =
        new Ob1Pml(
            identity, parameters, WaitPolicy.forHost(identity.localSize(), identity.localCores()));
    List<BtlModule> modules = new ArrayList<>();
    if (identity.size() > 1) {
      BtlContext context =
          new BtlContext(identity, job.modex(), job.secret(), parameters, pml.receiver());
      open(components, selection, context, modules);
    }
    job.modex().fence();
    pml.use(modules);
    return pml;
  }

  private static void open(
      List<BtlComponent> components,
      TransportSelection selection,
      BtlContext context,
      List<BtlModule> modules) {
    List<String> reasons = new ArrayList<>();
    for (BtlComponent component : components) {
      if (selection.names().contains(component.name())) {
        try {
          modules.addAll(component.initialise(context));
        } catch (BtlUnavailableException unavailable) {
          reasons.add(component.name() + ": " + unavailable.getMessage());
        }
      }
    }
    if (modules.isEmpty() || selection.explicit() && !reasons.isEmpty()) {
      modules.forEach(BtlModule::close);
      throw new PmlException(
          PmlException.Reason.UNREACHABLE,
          reasons.isEmpty()
              ? "no transport is left that reaches other processes; change --mca btl"
              : "a transport cannot be used: " + String.join("; ", reasons));
    }
    if (!reasons.isEmpty() && context.identity().localRank() == 0) {
      System.err.println(
          "ob1j: going on by "
              + String.join(", ", modules.stream().map(BtlModule::name).toList())
              + " alone, because of "
              + String.join("; ", reasons));
    }
  }
}
