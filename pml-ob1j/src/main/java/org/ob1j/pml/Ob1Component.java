package org.ob1j.pml;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ob1j.bml.Bml;
import org.ob1j.bml.BmlException;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.UpperLayers;
import org.ob1j.pml.trace.Trace;
import org.ob1j.runtime.job.JobControl;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.memory.SharedRegions;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlComponent;
import org.ob1j.runtime.pml.PmlException;
import org.ob1j.runtime.progress.WaitPolicy;

/** Starts the engine over the transports that {@link Bml} opens. */
public final class Ob1Component implements PmlComponent {
  @Override
  public String name() {
    return "ob1j";
  }

  @Override
  public Pml start(JobControl job, ParameterSet parameters, Meanwhile meanwhile) {
    return start(job, parameters, Bml.components(), meanwhile);
  }

  /** Starts the engine with these transports, chosen from by the {@code btl} parameter. */
  static Ob1Pml start(
      JobControl job, ParameterSet parameters, List<BtlComponent> components, Meanwhile meanwhile) {
    JobIdentity identity = job.identity();
    Bml bml = new Bml(identity, parameters, waitPolicy(identity, parameters));
    Ob1Pml pml = new Ob1Pml(identity, parameters, bml);
    String traceFile = parameters.get(Ob1Parameters.TRACE);
    Trace trace =
        traceFile.isEmpty() || identity.size() == 1
            ? null
            : Trace.open(Ob1Parameters.TRACE.name(), traceFile, identity.rank());
    try {
      bml.register(UpperLayers.PML, pml.receiver());
      bml.listen(new PeerRails(pml));
      bml.open(job, components, trace, meanwhile == null ? null : new AtFence(meanwhile, pml));
    } catch (BmlException none) {
      throw new PmlException(PmlException.Reason.UNREACHABLE, none.getMessage());
    }
    if (parameters.get(Ob1Parameters.SHOW_PROTOCOLS)) {
      System.err.print(ProtocolReport.of(pml));
    }
    return pml;
  }

  /** What a process does while its transports open. */
  private record AtFence(Meanwhile meanwhile, Pml engine) implements Bml.Meanwhile {
    @Override
    public void beforeFence(SharedRegions regions) {
      meanwhile.beforeFence(regions);
    }

    @Override
    public void atFence() {
      meanwhile.atFence(engine);
    }
  }

  private static WaitPolicy waitPolicy(JobIdentity identity, ParameterSet parameters) {
    WaitPolicy policy =
        identity.crowdedMachine()
            ? WaitPolicy.forCrowdedMachine()
            : WaitPolicy.forHost(identity.localSize(), identity.localCores());
    int micros = parameters.get(Ob1Parameters.SLEEP_AFTER);
    if (micros == Ob1Parameters.SLEEP_AS_POLICY) {
      return policy;
    }
    return micros == Ob1Parameters.SLEEP_NEVER
        ? policy.withoutSleep()
        : policy.withSleepAfter(TimeUnit.MICROSECONDS.toNanos(micros));
  }
}
