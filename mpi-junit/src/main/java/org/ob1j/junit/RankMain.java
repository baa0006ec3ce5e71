package org.ob1j.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import java.nio.file.Path;
import mpi.MPI;
import mpi.MPIException;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The program of a rank: runs one test and records its outcome. */
final class RankMain {
  private RankMain() {}

  /**
   * Runs a test.
   *
   * @param arguments the folder for outcomes, and JUnit's unique id of the test
   */
  public static void main(String[] arguments) throws MPIException {
    MPI.Init(new String[0]);
    // An error of MPI shall fail the test, not end the process.
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    OutcomeRecorder recorder = new OutcomeRecorder(Path.of(arguments[0]), MPI.COMM_WORLD.getRank());
    recorder.watch(Thread.currentThread());
    RankOutcome outcome = run(arguments[1]);
    recorder.record(outcome);
    if (outcome.kind() != RankOutcome.Kind.PASSED) {
      // Without Finalize, in which this rank would wait for others that may wait for it. mpirun
      // ends those.
      System.exit(1);
    }
    MPI.Finalize();
    // Threads that a test leaves behind do not keep the job.
    System.exit(0);
  }

  private static RankOutcome run(String uniqueId) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request().selectors(selectUniqueId(uniqueId)).build();
    OutcomeListener listener = new OutcomeListener();
    LauncherFactory.create().execute(request, listener);
    return listener.outcome(uniqueId);
  }
}
