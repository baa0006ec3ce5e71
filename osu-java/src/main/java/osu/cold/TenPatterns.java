package osu.cold;

import java.nio.ByteBuffer;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/**
 * Ten patterns of messages of two ranks one after the other, each a fixed number of operations.
 * With a word, prints how many milliseconds each took.
 */
public final class TenPatterns {
  private static final int KIB = 1 << 10;
  private static final int TAG = 1;

  private final Comm comm = MPI.COMM_WORLD;
  private final int rank = comm.getRank();
  private final int peer = 1 - rank;

  private TenPatterns() throws MPIException {}

  private interface Pattern {
    void run() throws MPIException;
  }

  public static void main(String[] arguments) throws MPIException {
    boolean prints = arguments.length > 0;
    MPI.Init(arguments);
    TenPatterns here = new TenPatterns();
    Pattern[] patterns = {
      () -> here.pingPongs(new byte[8], new byte[8], 8, PING_PONGS),
      () -> here.pingPongs(direct(KIB), direct(KIB), KIB, PING_PONGS_OF_1_KIB),
      () -> here.pingPongs(new byte[64 * KIB], new byte[64 * KIB], 64 * KIB, PING_PONGS_OF_64_KIB),
      () -> here.windows(64, KIB, WINDOWS_OF_1_KIB),
      () -> here.windows(16, 32 * KIB, WINDOWS_OF_32_KIB),
      here::anyLengthFromAnybody,
      here::vectors,
      here::sums,
      here::broadcastsAndGathers,
      here::halos
    };
    for (Pattern pattern : patterns) {
      long start = System.nanoTime();
      pattern.run();
      if (prints && here.rank == 0) {
        System.out.println((System.nanoTime() - start) / 1_000_000 + " ms");
      }
    }
    MPI.Finalize();
  }

  // How often, so that Open MPI's bindings take about half a second on two cores with JDK 17.
  private static final int PING_PONGS = 500_000;
  private static final int PING_PONGS_OF_1_KIB = 400_000;
  private static final int PING_PONGS_OF_64_KIB = 15_000;
  private static final int WINDOWS_OF_1_KIB = 10_000;
  private static final int WINDOWS_OF_32_KIB = 4_000;
  private static final int MESSAGES = 240_000;
  private static final int VECTORS = 180_000;
  private static final int SUMS = 280_000;
  private static final int BROADCASTS = 180_000;
  private static final int HALOS = 75_000;

  private static ByteBuffer direct(int bytes) {
    return ByteBuffer.allocateDirect(bytes);
  }

  private void pingPongs(Object sent, Object received, int bytes, int count) throws MPIException {
    for (int i = 0; i < count; i++) {
      if (rank == 0) {
        comm.send(sent, bytes, MPI.BYTE, peer, TAG);
        comm.recv(received, bytes, MPI.BYTE, peer, TAG);
      } else {
        comm.recv(received, bytes, MPI.BYTE, peer, TAG);
        comm.send(sent, bytes, MPI.BYTE, peer, TAG);
      }
    }
  }

  /** Non-blocking, both ways at once. */
  private void windows(int messages, int bytes, int count) throws MPIException {
    ByteBuffer sent = direct(bytes);
    ByteBuffer[] received = new ByteBuffer[messages];
    for (int i = 0; i < messages; i++) {
      received[i] = direct(bytes);
    }
    Request[] requests = new Request[2 * messages];
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < messages; j++) {
        requests[j] = comm.iRecv(received[j], bytes, MPI.BYTE, peer, j);
      }
      for (int j = 0; j < messages; j++) {
        requests[messages + j] = comm.iSend(sent, bytes, MPI.BYTE, peer, j);
      }
      Request.waitAll(requests);
    }
  }

  /** Rank 1 answers with as much as it was sent. */
  private void anyLengthFromAnybody() throws MPIException {
    byte[] buffer = new byte[4 * KIB];
    for (int i = 0; i < MESSAGES; i++) {
      int length = i * 37 % buffer.length;
      if (rank == 0) {
        comm.send(buffer, length, MPI.BYTE, peer, i % 7);
      }
      Status status = comm.recv(buffer, buffer.length, MPI.BYTE, MPI.ANY_SOURCE, MPI.ANY_TAG);
      if (rank == 1) {
        int count = status.getCount(MPI.BYTE);
        comm.send(buffer, count, MPI.BYTE, status.getSource(), status.getTag());
      }
    }
  }

  /** Columns of a matrix. */
  private void vectors() throws MPIException {
    int rows = 64;
    int columns = 16;
    double[] matrix = new double[rows * columns];
    Datatype column = Datatype.createVector(rows, 2, columns, MPI.DOUBLE);
    column.commit();
    for (int i = 0; i < VECTORS; i++) {
      comm.sendRecv(matrix, 1, column, peer, TAG, matrix, 1, column, peer, TAG);
    }
    column.free();
  }

  /** Of one number and of a thousand. */
  private void sums() throws MPIException {
    double[] operand = new double[1000];
    double[] sum = new double[operand.length];
    for (int i = 0; i < SUMS; i++) {
      comm.allReduce(operand, sum, i % 4 == 0 ? operand.length : 1, MPI.DOUBLE, MPI.SUM);
    }
  }

  private void broadcastsAndGathers() throws MPIException {
    byte[] parameters = new byte[256];
    int[] part = new int[256];
    int[] all = new int[2 * part.length];
    for (int i = 0; i < BROADCASTS; i++) {
      comm.bcast(parameters, parameters.length, MPI.BYTE, 0);
      comm.gather(part, part.length, MPI.INT, all, part.length, MPI.INT, 0);
      comm.allGather(part, 8, MPI.INT, all, 8, MPI.INT);
    }
  }

  /** And a barrier, after the receiver has asked how much there is. */
  private void halos() throws MPIException {
    byte[] halo = new byte[8 * KIB];
    ByteBuffer edge = direct(halo.length);
    for (int i = 0; i < HALOS; i++) {
      Request send = comm.iSend(edge, halo.length, MPI.BYTE, peer, TAG);
      Status status = comm.probe(peer, TAG);
      comm.recv(halo, status.getCount(MPI.BYTE), MPI.BYTE, peer, TAG);
      send.waitFor();
      comm.barrier();
    }
  }
}
