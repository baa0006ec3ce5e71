package org.ob1j.tests.jobs.threads;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import mpi.MPI;

/** Rank 1 receives; rank 0 stays away from MPI until a file exists, and sends then. */
public final class SleepProgram {
  private SleepProgram() {}

  /** Runs a rank; arguments: the file, and single or multiple. */
  public static void main(String[] arguments) {
    int level = arguments[1].equals("multiple") ? MPI.THREAD_MULTIPLE : MPI.THREAD_SINGLE;
    MPI.InitThread(arguments, level);
    byte[] message = {0};
    if (MPI.COMM_WORLD.getRank() == 0) {
      Path file = Path.of(arguments[0]);
      while (!Files.exists(file)) {
        LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
      }
      MPI.COMM_WORLD.send(new byte[] {7}, 1, MPI.BYTE, 1, 1);
    } else {
      System.out.println("is about to receive");
      MPI.COMM_WORLD.recv(message, 1, MPI.BYTE, 0, 1);
      System.out.println("received " + message[0]);
    }
    MPI.Finalize();
  }
}
