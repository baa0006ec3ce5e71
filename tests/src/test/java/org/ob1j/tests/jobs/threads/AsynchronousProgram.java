package org.ob1j.tests.jobs.threads;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import mpi.MPI;
import mpi.Request;

/**
 * Rank 0 starts a long message, or a collective, and stays away from MPI until rank 1 says, by
 * means of a file, that it has it all.
 */
public final class AsynchronousProgram {
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);

  private AsynchronousProgram() {}

  /** Runs a rank; the argument is a folder. */
  public static void main(String[] arguments) throws IOException {
    MPI.Init(arguments);
    Path folder = Path.of(arguments[0]);
    int rank = MPI.COMM_WORLD.getRank();
    byte[] data = new byte[4 << 20];
    data[data.length - 1] = (byte) (rank == 0 ? 7 : 0);
    for (int round = 0; round < 3; round++) {
      Path done = folder.resolve("done" + round);
      if (rank == 0) {
        Request send = MPI.COMM_WORLD.iSend(data, data.length, MPI.BYTE, 1, 1);
        Request broadcast = MPI.COMM_WORLD.iBcast(data.clone(), data.length, MPI.BYTE, 0);
        computeUntil(done);
        Request.waitAll(new Request[] {send, broadcast});
      } else {
        byte[] everybodys = new byte[data.length];
        MPI.COMM_WORLD.recv(data, data.length, MPI.BYTE, 0, 1);
        MPI.COMM_WORLD.iBcast(everybodys, data.length, MPI.BYTE, 0).waitFor();
        if (data[data.length - 1] != 7 || everybodys[data.length - 1] != 7) {
          throw new AssertionError("wrong data");
        }
        Files.createFile(done);
      }
    }
    MPI.Finalize();
  }

  private static void computeUntil(Path done) {
    long limit = System.nanoTime() + LIMIT_NANOS;
    while (!Files.exists(done)) {
      if (System.nanoTime() - limit > 0) {
        throw new AssertionError("nothing got on while rank 0 computed");
      }
    }
  }
}
