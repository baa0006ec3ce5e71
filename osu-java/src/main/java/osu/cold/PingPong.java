package osu.cold;

import java.nio.ByteBuffer;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/** Messages of ranks 0 and 1 there and back: {@code PingPong BYTES COUNT array|buffer}. */
public final class PingPong {
  private PingPong() {}

  public static void main(String[] arguments) throws MPIException {
    String[] words = arguments.clone();
    MPI.Init(arguments);
    Comm comm = MPI.COMM_WORLD;
    int rank = comm.getRank();
    int bytes = Integer.parseInt(words[0]);
    int count = Integer.parseInt(words[1]);
    boolean array = words[2].equals("array");
    Object sent = array ? new byte[bytes] : ByteBuffer.allocateDirect(bytes);
    Object received = array ? new byte[bytes] : ByteBuffer.allocateDirect(bytes);
    for (int i = 0; i < count; i++) {
      if (rank == 0) {
        comm.send(sent, bytes, MPI.BYTE, 1, 1);
        comm.recv(received, bytes, MPI.BYTE, 1, 1);
      } else if (rank == 1) {
        comm.recv(received, bytes, MPI.BYTE, 0, 1);
        comm.send(sent, bytes, MPI.BYTE, 0, 1);
      }
    }
    MPI.Finalize();
  }
}
