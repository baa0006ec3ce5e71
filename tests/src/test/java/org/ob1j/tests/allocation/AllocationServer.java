package org.ob1j.tests.allocation;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/**
 * Rank 1 of the {@link AllocationBenchmark}: receives or sends as rank 0 says, until rank 0 says
 * stop.
 *
 * <pre>
 *   rank 0                                rank 1
 *     |  COMMAND: SINK, bytes               |
 *     | ----------------------------------> | receives
 *     |  DATA …                             |
 *     | ----------------------------------> |
 *     |  STOP                               |
 *     | ----------------------------------> |
 *     |  COMMAND: SOURCE, bytes             |
 *     | ----------------------------------> | sends
 *     |                              DATA … |
 *     | &lt;---------------------------------- |
 *     |  STOP                               |
 *     | ----------------------------------> |
 *     |                       DATA …, STOP  |
 *     | &lt;---------------------------------- | has sent everything
 * </pre>
 */
final class AllocationServer {
  static final int END = 0;
  static final int SINK = 1;
  static final int SOURCE = 2;

  static final int DATA_TAG = 1;
  private static final int COMMAND_TAG = 2;
  private static final int STOP_TAG = 3;

  private AllocationServer() {}

  /** Rank 0 says what comes next. */
  static void command(Comm comm, int what, int bytes) throws MPIException {
    comm.send(new int[] {what, bytes}, 2, MPI.INT, 1, COMMAND_TAG);
  }

  /** Rank 0 has sent everything. */
  static void stopSink(Comm comm) throws MPIException {
    comm.send(new byte[0], 0, MPI.BYTE, 1, STOP_TAG);
  }

  /** Rank 0 wants no more, and receives what is still on its way. */
  static void stopSource(Comm comm, int bytes) throws MPIException {
    comm.send(new byte[0], 0, MPI.BYTE, 1, STOP_TAG);
    receiveUntilStop(comm, 1, bytes);
  }

  /** Rank 1's part, until rank 0 has no more commands. */
  static void serve(Comm comm) throws MPIException {
    int[] command = new int[2];
    comm.recv(command, 2, MPI.INT, 0, COMMAND_TAG);
    while (command[0] != END) {
      if (command[0] == SINK) {
        receiveUntilStop(comm, 0, command[1]);
      } else {
        sendUntilStop(comm, command[1]);
      }
      comm.recv(command, 2, MPI.INT, 0, COMMAND_TAG);
    }
  }

  private static void receiveUntilStop(Comm comm, int source, int bytes) throws MPIException {
    byte[] buffer = new byte[bytes];
    Status status;
    do {
      status = comm.recv(buffer, bytes, MPI.BYTE, source, MPI.ANY_TAG);
    } while (status.getTag() != STOP_TAG);
  }

  private static void sendUntilStop(Comm comm, int bytes) throws MPIException {
    byte[] buffer = new byte[bytes];
    while (comm.iProbe(0, STOP_TAG) == null) {
      comm.send(buffer, bytes, MPI.BYTE, 0, DATA_TAG);
    }
    comm.recv(buffer, 0, MPI.BYTE, 0, STOP_TAG);
    comm.send(buffer, 0, MPI.BYTE, 0, STOP_TAG);
  }
}
