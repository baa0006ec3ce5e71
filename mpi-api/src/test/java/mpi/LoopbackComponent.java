package mpi;

import org.ob1j.runtime.job.JobControl;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.pml.LoopbackNetwork;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlComponent;

/** The engine of a job of one rank, chosen by the environment of this module's tests. */
public final class LoopbackComponent implements PmlComponent {
  @Override
  public String name() {
    return "loopback";
  }

  @Override
  public Pml start(JobControl job, ParameterSet parameters, Meanwhile meanwhile) {
    Pml engine = LoopbackNetwork.engines(job.identity().size()).get(job.identity().rank());
    meanwhile.atFence(engine);
    return engine;
  }
}
