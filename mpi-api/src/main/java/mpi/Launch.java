package mpi;

import java.util.Map;
import org.ob1j.runtime.collective.AlgorithmAgreement;
import org.ob1j.runtime.collective.CollectiveParameters;
import org.ob1j.runtime.collective.JobArea;
import org.ob1j.runtime.control.JobControls;
import org.ob1j.runtime.job.JobControl;
import org.ob1j.runtime.job.JobException;
import org.ob1j.runtime.memory.SharedRegions;
import org.ob1j.runtime.parameter.ParameterException;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlComponent;
import org.ob1j.runtime.pml.PmlException;
import org.ob1j.runtime.pml.PmlSelection;
import org.ob1j.runtime.threads.SynchronizedPml;
import org.ob1j.runtime.threads.ThreadParameters;

/** How a program becomes a rank: it joins its job and starts the engine that the user chose. */
final class Launch {
  private Launch() {}

  /**
   * Starts a process. If that fails once the job has been joined, the whole job ends: the other
   * ranks wait for this one.
   *
   * @throws MPIException if the job cannot be joined
   */
  static void start(MpiProcess process, int threadLevel) {
    process.requireNotStarted();
    JobControl job;
    try {
      job = JobControls.join(System.getenv());
    } catch (JobException failure) {
      throw failed(failure);
    }
    try {
      ParameterSet parameters = ParameterSet.load(System.getenv(), Map.of());
      AlgorithmAgreement algorithms = null;
      if (parameters.isAnyGiven(CollectiveParameters.PREFIX)) {
        // Only then are the classes that read them needed.
        process.nameAlgorithms(CollectiveParameters.checked(parameters));
        algorithms = new AlgorithmAgreement(job, parameters);
        algorithms.publish();
      }
      boolean asynchronous = parameters.get(ThreadParameters.ASYNC_PROGRESS);
      boolean isShared = threadLevel == MPI.THREAD_MULTIPLE || asynchronous;
      JobArea area = JobArea.of(job, process.namedAlgorithms());
      process.shareForCollectives(area);
      PmlSelection.select(parameters)
          .start(job, parameters, new Preparation(process, job, threadLevel, isShared, area));
      if (algorithms != null) {
        algorithms.require();
      }
      process.begin(asynchronous);
    } catch (JobException | ParameterException | PmlException failure) {
      job.abort(1, "rank " + job.identity().rank() + ": MPI.Init: " + failure.getMessage());
      throw failed(failure);
    }
  }

  /** What this process does before others have come to MPI.Init, too. */
  private record Preparation(
      MpiProcess process, JobControl job, int threadLevel, boolean isShared, JobArea area)
      implements PmlComponent.Meanwhile {
    @Override
    public void beforeFence(SharedRegions regions) {
      // Engines that several threads use have no memory for collectives.
      if (area != null && !isShared) {
        area.create(regions);
      }
    }

    @Override
    public void atFence(Pml engine) {
      if (isShared) {
        process.prepareShared(job, new SynchronizedPml(engine), threadLevel);
      } else {
        process.prepare(job, engine, threadLevel);
      }
    }
  }

  private static MPIException failed(RuntimeException failure) {
    return new MPIException(
        ErrorClass.OTHER, ErrorClass.OTHER.text("MPI.Init: " + failure.getMessage()), failure);
  }
}
