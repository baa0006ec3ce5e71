package org.ob1j.tests.launcher;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.ob1j.runtime.control.JobControls;
import org.ob1j.runtime.job.JobControl;
import org.ob1j.runtime.job.RankReport;
import org.ob1j.runtime.job.RankReporter;

/** A rank for tests of the control connection alone: joins, and does what its argument says. */
public final class ControlRank {
  private ControlRank() {}

  /** Runs the rank. */
  public static void main(String[] arguments) throws InterruptedException {
    Map<String, String> environment = System.getenv();
    JobControl job = JobControls.join(environment);
    int rank = job.identity().rank();
    switch (arguments[0]) {
      case "exchange" -> exchange(job);
      case "leave-without-finalize" -> System.out.println("rank " + rank + " just leaves");
      case "abort" -> {
        if (rank == 1) {
          job.abort(42, "the answer was found");
        }
        job.barrier();
      }
      case "rank-1-dies-in-fence" -> {
        if (rank == 1) {
          Runtime.getRuntime().halt(17);
        }
        job.modex().fence();
      }
      case "rank-1-leaves-others-wait" -> {
        if (rank == 1) {
          job.close();
          return;
        }
        job.barrier();
      }
      case "rank-1-aborts-as-rank-0-is-killed" -> abortBesideDeath(job);
      case "report" -> {
        job.onReport(new Waiting("rank " + rank + " waits for Godot"));
        System.out.println("ready " + rank);
        Thread.currentThread().join();
      }
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  private static void abortBesideDeath(JobControl job) {
    long self = ProcessHandle.current().pid();
    job.modex().put("process", Long.toString(self).getBytes(StandardCharsets.US_ASCII));
    job.modex().fence();
    if (job.identity().rank() == 1) {
      byte[] process = job.modex().get(0, "process");
      long victim = Long.parseLong(new String(process, StandardCharsets.US_ASCII));
      ProcessHandle.of(victim).orElseThrow().destroyForcibly();
      job.abort(1, "rank 0 does not answer");
    }
    job.barrier();
  }

  private static void exchange(JobControl job) {
    int rank = job.identity().rank();
    job.modex().put("square", new byte[] {(byte) (rank * rank)});
    job.modex().fence();
    int sum = 0;
    for (int peer = 0; peer < job.identity().size(); peer++) {
      sum += job.modex().get(peer, "square")[0];
    }
    System.out.println("rank " + rank + " of " + job.identity().size() + ": " + sum);
    job.barrier();
    job.close();
  }

  private record Waiting(String text) implements RankReporter {
    @Override
    public long moves() {
      return 0;
    }

    @Override
    public RankReport report() {
      return new RankReport(RankReport.Activity.WAITS, 0, false, List.of(), List.of(), text);
    }
  }
}
