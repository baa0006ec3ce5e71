package org.ob1j.tests.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import mpi.Intracomm;
import mpi.MPI;
import org.ob1j.tests.soak.message.SoakFailure;
import org.ob1j.tests.soak.plan.Coverage;
import org.ob1j.tests.soak.plan.RoundPlan;

/**
 * Exchanges random messages and verifies every byte, status and order: {@code Soak SEED ROUNDS
 * SECONDS THREADS} does at least so many rounds in each thread and goes on for at least so long.
 * What happens in a round follows from the seed, the thread's and the round's number; when a rank
 * fails it prints them. At the end it fails if MPI has left threads or open files.
 */
public final class Soak {
  private static final int FAILED = 1;

  private final long seed;
  private final int rounds;
  private final double seconds;
  private final int threads;
  private final int rank = MPI.COMM_WORLD.getRank();
  private final Coverage coverage = new Coverage();

  private Soak(String[] arguments) {
    seed = Long.parseLong(arguments[0]);
    rounds = Integer.parseInt(arguments[1]);
    seconds = Double.parseDouble(arguments[2]);
    threads = Integer.parseInt(arguments[3]);
  }

  /** Runs one rank. */
  public static void main(String[] arguments) throws Exception {
    ProcessRemains before = ProcessRemains.now();
    int threads = Integer.parseInt(arguments[3]);
    int wanted = threads == 1 ? MPI.THREAD_SINGLE : MPI.THREAD_MULTIPLE;
    SoakFailure.requireEqual("thread level", wanted, MPI.InitThread(arguments, wanted));
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    Soak soak = new Soak(arguments);
    if (threads == 1) {
      soak.runAlone();
    } else {
      soak.runInThreads();
    }
    System.err.println(soak.coverage.line());
    MPI.Finalize();
    before.requireNothingNew();
  }

  private void runAlone() {
    done(run(MPI.COMM_WORLD, RoundPlan.ALONE));
  }

  /** Each thread works with that of the same number on the other ranks. */
  private void runInThreads() throws Exception {
    MPI.attachBuffer(new byte[threads * RoundPlan.SHARED_BUFFER_BYTES]);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<Integer>> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int thread = i;
      Intracomm own = MPI.COMM_WORLD.dup();
      all.add(
          pool.submit(
              () -> {
                int done = runThread(own, thread);
                own.free();
                return done;
              }));
    }
    int total = 0;
    for (Future<Integer> one : all) {
      total += one.get();
    }
    pool.shutdown();
    MPI.detachBuffer();
    done(total);
  }

  /** The other threads, here and elsewhere, may wait for one that has failed. */
  private int runThread(Intracomm own, int thread) {
    boolean verified = false;
    try {
      int done = run(own, thread);
      verified = true;
      return done;
    } catch (RuntimeException | Error failure) {
      failure.printStackTrace();
      throw failure;
    } finally {
      if (!verified) {
        MPI.COMM_WORLD.abort(FAILED);
      }
    }
  }

  private void done(int total) {
    if (rank == 0) {
      System.out.println(
          "soak: job "
              + System.getenv("OB1J_JOB_ID")
              + ": "
              + total
              + " rounds verified, seed "
              + seed);
    }
  }

  private int run(Intracomm base, int thread) {
    double end = MPI.wtime() + seconds;
    Intracomm control = base.dup();
    SoakRounds soakRounds = new SoakRounds(seed, thread, base);
    int round = 0;
    do {
      soakRounds.run(round++);
      control.barrier();
    } while (goesOn(control, round < rounds || MPI.wtime() < end));
    synchronized (coverage) {
      coverage.add(soakRounds.coverage());
    }
    soakRounds.free();
    control.free();
    return round;
  }

  /** Rank 0 decides for all. */
  private boolean goesOn(Intracomm control, boolean wanted) {
    byte[] decision = {(byte) (wanted ? 1 : 0)};
    control.bcast(decision, 1, MPI.BYTE, 0);
    return decision[0] == 1;
  }
}
