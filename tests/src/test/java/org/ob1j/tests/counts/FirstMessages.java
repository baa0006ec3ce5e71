package org.ob1j.tests.counts;

import java.nio.ByteBuffer;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

/** Two ranks do for the first time what short programs do. */
public final class FirstMessages {
  private FirstMessages() {}

  /** Runs the rank. */
  public static void main(String[] arguments) {
    MPI.Init(arguments);
    int rank = MPI.COMM_WORLD.getRank();
    int[] message = {7};
    if (rank == 0) {
      MPI.COMM_WORLD.send(message, 1, MPI.INT, 1, 0);
      MPI.COMM_WORLD.recv(message, 1, MPI.INT, 1, 0);
    } else {
      MPI.COMM_WORLD.recv(message, 1, MPI.INT, 0, 0);
      MPI.COMM_WORLD.send(message, 1, MPI.INT, 0, 0);
    }
    int[] sum = new int[1];
    MPI.COMM_WORLD.allReduce(message, sum, 1, MPI.INT, MPI.SUM);
    if (sum[0] != 14) {
      throw new AssertionError("the sum is " + sum[0]);
    }
    collectives(MPI.COMM_WORLD);
    communicators(MPI.COMM_WORLD);
    nonBlocking(MPI.COMM_WORLD, 1 - rank);
    longMessages(MPI.COMM_WORLD, rank);
    MPI.Finalize();
  }

  private static void collectives(Intracomm comm) {
    double[] one = new double[4];
    double[] other = new double[4];
    comm.barrier();
    comm.bcast(one, 2, MPI.DOUBLE, 0);
    comm.reduce(one, other, 2, MPI.DOUBLE, MPI.SUM, 0);
    comm.gather(one, 2, MPI.DOUBLE, other, 2, MPI.DOUBLE, 0);
    comm.scatter(one, 2, MPI.DOUBLE, other, 2, MPI.DOUBLE, 0);
    comm.allGather(one, 2, MPI.DOUBLE, other, 2, MPI.DOUBLE);
    comm.allToAll(one, 2, MPI.DOUBLE, other, 2, MPI.DOUBLE);
    comm.scan(one, other, 2, MPI.DOUBLE, MPI.SUM);
    comm.reduceScatterBlock(one, other, 2, MPI.DOUBLE, MPI.SUM);
    comm.iBcast(one, 2, MPI.DOUBLE, 0).waitFor();
    comm.iAllReduce(one, other, 2, MPI.DOUBLE, MPI.SUM).waitFor();
  }

  private static void communicators(Intracomm comm) {
    comm.clone().free();
    comm.split(0, comm.getRank()).free();
    comm.create(comm.getGroup()).free();
    comm.createCart(new int[] {2}, new boolean[] {true}, false).free();
  }

  private static void nonBlocking(Intracomm comm, int peer) {
    ByteBuffer received = MPI.newByteBuffer(8);
    ByteBuffer sent = MPI.newByteBuffer(8);
    Request[] requests = {
      comm.iRecv(received, 8, MPI.BYTE, peer, 1), comm.iSend(sent, 8, MPI.BYTE, peer, 1)
    };
    Request.waitAll(requests);
    Datatype column = Datatype.createVector(2, 1, 2, MPI.DOUBLE);
    column.commit();
    double[] matrix = new double[4];
    comm.sendRecv(matrix, 1, column, peer, 2, new double[4], 1, column, peer, 2);
    column.free();
  }

  private static void longMessages(Intracomm comm, int rank) {
    byte[] message = new byte[1 << 20];
    if (rank == 0) {
      comm.send(message, message.length, MPI.BYTE, 1, 3);
    } else {
      Status status = comm.probe(MPI.ANY_SOURCE, 3);
      comm.recv(message, status.getCount(MPI.BYTE), MPI.BYTE, status.getSource(), 3);
    }
  }
}
