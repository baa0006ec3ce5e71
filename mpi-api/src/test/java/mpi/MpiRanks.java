package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.ob1j.runtime.job.LoopbackJob;
import org.ob1j.runtime.job.NodeMap;
import org.ob1j.runtime.pml.LoopbackNetwork;
import org.ob1j.runtime.pml.LoopbackPml;
import org.ob1j.runtime.pml.LoopbackRanks;
import org.ob1j.runtime.pml.LoopbackRegions;

/** Ranks of a job in one JVM, each with an {@link MpiProcess} of its own. */
final class MpiRanks {
  private final List<LoopbackJob> jobs;
  private final List<LoopbackPml> engines;
  private final List<MpiProcess> processes = new ArrayList<>();

  /** Ranks between Init and Finalize. */
  MpiRanks(int ranks) {
    this(NodeMap.oneNode(ranks));
  }

  private MpiRanks(NodeMap nodes) {
    int ranks = nodes.size();
    jobs = LoopbackJob.on(nodes);
    engines = LoopbackNetwork.engines(ranks);
    for (int rank = 0; rank < ranks; rank++) {
      MpiProcess process = new MpiProcess();
      process.start(jobs.get(rank), engines.get(rank), MPI.THREAD_SINGLE);
      processes.add(process);
    }
  }

  /** Runs a program on so many ranks, from after Init to Finalize. */
  static void run(int ranks, Consumer<MpiProcess> program) {
    new MpiRanks(ranks).run(program);
  }

  /** The same with memory that all share for their collectives. */
  static void sharingMemory(int ranks, Consumer<MpiProcess> program) {
    MpiRanks job = new MpiRanks(ranks);
    LoopbackRegions regions = new LoopbackRegions();
    job.engines.forEach(engine -> engine.share(regions));
    job.run(program);
  }

  /** The same on several nodes. */
  static void onNodes(NodeMap nodes, Consumer<MpiProcess> program) {
    new MpiRanks(nodes).run(program);
  }

  /** The same, with COMM_WORLD and errors that throw. */
  static void runInWorld(int ranks, Consumer<Intracomm> program) {
    run(
        ranks,
        process -> {
          process.world().setErrhandler(MPI.ERRORS_RETURN);
          program.accept(process.world());
        });
  }

  void run(Consumer<MpiProcess> program) {
    LoopbackRanks.run(
        processes.size(),
        rank -> {
          program.accept(processes.get(rank));
          assertThat(engines.get(rank).requestsInUse()).as("requests not given back").isZero();
          processes.get(rank).finish();
        });
  }

  MpiProcess process(int rank) {
    return processes.get(rank);
  }

  LoopbackPml engine(int rank) {
    return engines.get(rank);
  }

  LoopbackJob job(int rank) {
    return jobs.get(rank);
  }
}
