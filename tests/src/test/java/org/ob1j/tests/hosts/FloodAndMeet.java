package org.ob1j.tests.hosts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import mpi.MPI;

/**
 * Rank 1 writes a lot that nobody reads, and meanwhile all ranks talk to others for the first time,
 * for which they need each other's addresses. Then rank 0 makes a file, and its reader may read.
 */
public final class FloodAndMeet {
  static final int LINES = 1_000_000;
  private static final String LINE = "x".repeat(99) + "\n";

  /** More than pipes take, and less than may be under way between hosts, which is 4 MiB. */
  private static final int UNDER_WAY_LINES = 20_000;

  private FloodAndMeet() {}

  /** Runs a rank; the argument is the file. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    MPI.Init(arguments);
    CountDownLatch underWay = new CountDownLatch(1);
    Thread flood = new Thread(() -> flood(underWay));
    if (MPI.COMM_WORLD.getRank() == 1) {
      flood.start();
      underWay.await();
    }
    MPI.COMM_WORLD.barrier();
    if (MPI.COMM_WORLD.getRank() == 0) {
      Files.createFile(Path.of(arguments[0]));
    }
    flood.join();
    MPI.Finalize();
  }

  private static void flood(CountDownLatch underWay) {
    for (int i = 0; i < LINES; i++) {
      if (i == UNDER_WAY_LINES) {
        underWay.countDown();
      }
      System.out.print(LINE);
    }
    System.out.flush();
  }
}
