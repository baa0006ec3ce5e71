package osu.cold;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import mpi.MPI;
import mpi.MPIException;

/**
 * Ten rounds in which all ranks send something to each other, timed from the end of Init: {@code
 * FirstRounds BYTES --samples FILE}. Rank 0 writes the seconds to the file.
 */
public final class FirstRounds {
  private static final int ROUNDS = 10;

  private FirstRounds() {}

  public static void main(String[] arguments) throws MPIException, IOException {
    String[] words = arguments.clone();
    MPI.Init(arguments);
    long start = System.nanoTime();
    int bytes = Integer.parseInt(words[0]);
    int ranks = MPI.COMM_WORLD.getSize();
    byte[] out = new byte[ranks * bytes];
    byte[] in = new byte[ranks * bytes];
    for (int i = 0; i < ROUNDS; i++) {
      MPI.COMM_WORLD.allToAll(out, bytes, MPI.BYTE, in, bytes, MPI.BYTE);
      MPI.COMM_WORLD.barrier();
    }
    double seconds = (System.nanoTime() - start) * 1e-9;
    if (MPI.COMM_WORLD.getRank() == 0) {
      Files.writeString(Path.of(words[2]), "bytes,chunk,value\n" + bytes + ",0," + seconds + "\n");
    }
    MPI.Finalize();
  }
}
