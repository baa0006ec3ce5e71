package osu.cold;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * How evenly a job goes on when its pattern of messages changes: {@code Slices --samples FILE}.
 * Rank 0 writes a line for each tenth of a second but the first three: the pattern, the number of
 * the slice, and the microseconds of an operation in it.
 */
public final class Slices {
  private static final long SLICE_NANOS = 100_000_000;
  private static final int FIRST_SLICES = 3;
  private static final int SLICES_OF_A_PATTERN = 20;
  private static final int WINDOW = 64;
  private static final int TAG = 1;

  /** The first comes again at the end. */
  private static final int[] PATTERNS = {0, 1, 2, 3, 4, 0};

  /** Operations between two looks at the clock: a few milliseconds. */
  private static final int[] OPERATIONS = {2000, 50, 1000, 200, 50};

  private final Comm comm = MPI.COMM_WORLD;
  private final int rank = comm.getRank();
  private final int peer = 1 - rank;
  private final byte[] sent = new byte[1 << 16];
  private final byte[] received = new byte[1 << 16];
  private final double[] operand = new double[1];
  private final double[] result = new double[1];
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
  private final Request[] requests = new Request[WINDOW];
  private final byte[] goOn = new byte[1];
  private final List<String> lines = new ArrayList<>(List.of("bytes,chunk,value"));

  private Slices() throws MPIException {}

  public static void main(String[] arguments) throws MPIException, IOException {
    String[] words = arguments.clone();
    MPI.Init(arguments);
    Slices slices = new Slices();
    for (int i = 0; i < PATTERNS.length; i++) {
      slices.run(PATTERNS[i], i == 0 ? FIRST_SLICES : 0);
    }
    if (slices.rank == 0) {
      Files.write(Path.of(words[1]), slices.lines);
    }
    MPI.Finalize();
  }

  private void run(int pattern, int skipped) throws MPIException {
    for (int slice = 0; slice < SLICES_OF_A_PATTERN; slice++) {
      long start = System.nanoTime();
      long operations = 0;
      do {
        for (int i = 0; i < OPERATIONS[pattern]; i++) {
          operate(pattern);
        }
        operations += OPERATIONS[pattern];
        goOn[0] = (byte) (System.nanoTime() - start < SLICE_NANOS ? 1 : 0);
        comm.bcast(goOn, 1, MPI.BYTE, 0);
      } while (goOn[0] != 0);
      if (slice >= skipped) {
        double micros = (System.nanoTime() - start) * 1e-3 / operations;
        lines.add(pattern + "," + slice + "," + micros);
      }
    }
  }

  private void operate(int pattern) throws MPIException {
    switch (pattern) {
      case 0 -> pingPong(8);
      case 1 -> pingPong(sent.length);
      case 2 -> comm.allReduce(operand, result, 1, MPI.DOUBLE, MPI.SUM);
      case 3 -> halo();
      default -> window();
    }
  }

  private void pingPong(int bytes) throws MPIException {
    if (rank == 0) {
      comm.send(sent, bytes, MPI.BYTE, peer, TAG);
      comm.recv(received, bytes, MPI.BYTE, peer, TAG);
    } else {
      comm.recv(received, bytes, MPI.BYTE, peer, TAG);
      comm.send(sent, bytes, MPI.BYTE, peer, TAG);
    }
  }

  private void halo() throws MPIException {
    int bytes = 8192;
    comm.sendRecv(sent, bytes, MPI.BYTE, peer, 1, received, bytes, MPI.BYTE, peer, 1);
    comm.sendRecv(sent, bytes, MPI.BYTE, peer, 2, received, bytes, MPI.BYTE, peer, 2);
    comm.allReduce(operand, result, 1, MPI.DOUBLE, MPI.MAX);
  }

  /** Of 1 KiB from rank 0 to rank 1, which acknowledges it. */
  private void window() throws MPIException {
    for (int i = 0; i < WINDOW; i++) {
      requests[i] =
          rank == 0
              ? comm.iSend(buffer, 1024, MPI.BYTE, peer, TAG)
              : comm.iRecv(MPI.slice(buffer, 1024 * (i % 32)), 1024, MPI.BYTE, peer, TAG);
    }
    Request.waitAll(requests);
    if (rank == 0) {
      comm.recv(received, 1, MPI.BYTE, peer, 2);
    } else {
      comm.send(sent, 1, MPI.BYTE, peer, 2);
    }
  }
}
