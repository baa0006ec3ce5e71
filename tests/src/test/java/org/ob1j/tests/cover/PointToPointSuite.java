package org.ob1j.tests.cover;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import mpi.Intracomm;
import mpi.MPI;

/**
 * One rank of the suite. Arguments: the kind of the buffers, and SINGLE, or MULTIPLE for several
 * threads that do all of it at once, each on a communicator of its own.
 */
public final class PointToPointSuite {
  private static final int THREADS = 3;

  private PointToPointSuite() {}

  /** Runs a rank. */
  public static void main(String[] arguments) throws ExecutionException, InterruptedException {
    Data.Kind kind = Data.Kind.valueOf(arguments[0]);
    boolean multiple = arguments[1].equals("MULTIPLE");
    int level = multiple ? MPI.THREAD_MULTIPLE : MPI.THREAD_SINGLE;
    if (MPI.InitThread(arguments, level) < level) {
      throw new AssertionError("thread level " + arguments[1] + " is not granted");
    }
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    int threads = multiple ? THREADS : 1;
    MPI.attachBuffer(new byte[threads * SuitePart.BUFFERED_BYTES]);
    List<Intracomm> communicators = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      communicators.add(MPI.COMM_WORLD.dup());
    }
    if (multiple) {
      runInThreads(communicators, kind);
    } else {
      part(communicators.get(0), kind).run();
    }
    communicators.forEach(Intracomm::free);
    MPI.detachBuffer();
    if (MPI.COMM_WORLD.getRank() == 0) {
      System.out.println("suite passed by " + threads);
    }
    MPI.Finalize();
  }

  /** What one thread does. */
  private static Runnable part(Intracomm communicator, Data.Kind kind) {
    return () -> {
      new SuitePart(communicator, kind).run();
      new GapsPart(communicator, kind).run();
      if (kind == Data.Kind.ARRAY || kind == Data.Kind.SHARED) {
        // What differs between groups is who is meant, not where the data lies.
        new IntercommPart(communicator, kind).run();
      }
    };
  }

  private static void runInThreads(List<Intracomm> communicators, Data.Kind kind)
      throws ExecutionException, InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(communicators.size());
    // In the order of their ends: where one fails, the others wait in vain.
    ExecutorCompletionService<Void> ends = new ExecutorCompletionService<>(pool);
    for (Intracomm communicator : communicators) {
      ends.submit(part(communicator, kind), null);
    }
    for (int i = 0; i < communicators.size(); i++) {
      ends.take().get();
    }
    pool.shutdown();
    if (!pool.awaitTermination(10, TimeUnit.SECONDS)) {
      throw new AssertionError("threads are left");
    }
  }
}
