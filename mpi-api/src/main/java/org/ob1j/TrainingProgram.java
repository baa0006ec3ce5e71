package org.ob1j;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import mpi.Comm;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import org.ob1j.runtime.job.ClassesOfJar;

/**
 * Does what programs commonly do, for the JVM to write down: which classes are loaded, and where it
 * keeps profiles of methods with an archive, which branches are taken. The start script runs it
 * once with a JVM, by three ranks of which one is reached by TCP, to make what the ranks of jobs
 * start with.
 */
final class TrainingProgram {
  private static final int SHORT_BYTES = 8 << 10;
  private static final int LONG_BYTES = 1 << 20;
  private static final int WINDOW = 32;
  private static final int TAG = 1;

  private final Intracomm world = MPI.COMM_WORLD;
  private final int rounds;
  private final byte[] array = new byte[LONG_BYTES];
  private final byte[] otherArray = new byte[LONG_BYTES];
  private final ByteBuffer direct = MPI.newByteBuffer(LONG_BYTES);
  private final ByteBuffer otherDirect = MPI.newByteBuffer(LONG_BYTES);
  private final double[] numbers = new double[1 << 10];
  private final double[] otherNumbers = new double[1 << 10];

  private TrainingProgram(int rounds) {
    this.rounds = rounds;
  }

  /**
   * Runs it.
   *
   * @param arguments how many short messages of each length there are: 1 is enough to load the
   *     classes, some fifty make profiles
   */
  public static void main(String[] arguments) throws MPIException, IOException {
    ClassesOfJar.loadAll(TrainingProgram.class);
    lookIntoFolder();
    MPI.Init(arguments);
    new TrainingProgram(Integer.parseInt(arguments[0])).run();
    MPI.Finalize();
  }

  /** Programs may be in folders, in which the JVM looks for classes by others of its own. */
  private static void lookIntoFolder() throws IOException {
    // A folder with a file that every JDK has.
    URL folder = Path.of(System.getProperty("java.home")).toUri().toURL();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder}, null)) {
      loader.findResource("release");
    }
  }

  private void run() throws MPIException {
    // The last of an odd number is left out of pairs.
    int pairs = world.getSize() / 2;
    int pair = Math.min(world.getRank() / 2, pairs);
    Intracomm ours = world.split(pair, world.getRank());
    if (pair < pairs) {
      roundTrips(ours);
      windows(ours);
      wildcards(ours);
      gaps(ours);
      halo(ours);
    }
    collectives(ours);
    collectives(world);
    ours.free();
    // The memory that ranks share is made by one and opened by others.
    Intracomm reversed = world.split(pair, -world.getRank());
    collectives(reversed);
    reversed.free();
    new RarerCalls(world).run();
    MPI.getProcessorName();
  }

  /** How often a message of this length is sent: a long one has many steps by itself. */
  private int times(int bytes) {
    return Math.max(1, bytes <= SHORT_BYTES ? rounds : rounds * 16 / (bytes >> 8));
  }

  private void roundTrips(Comm pair) throws MPIException {
    boolean first = pair.getRank() == 0;
    int peer = 1 - pair.getRank();
    for (int bytes = 1; bytes <= LONG_BYTES; bytes *= 4) {
      for (Object buffer : new Object[] {array, direct}) {
        // Either rank is the one that begins, as both are to know both ways.
        for (int i = 0; i < times(bytes); i++) {
          if (first == (i % 256 < 128)) {
            pair.send(buffer, bytes, MPI.BYTE, peer, TAG);
            pair.recv(buffer, bytes, MPI.BYTE, peer, TAG);
          } else {
            pair.recv(buffer, bytes, MPI.BYTE, peer, TAG);
            pair.send(buffer, bytes, MPI.BYTE, peer, TAG);
          }
        }
      }
    }
  }

  private void windows(Comm pair) throws MPIException {
    int peer = 1 - pair.getRank();
    for (int bytes = 1; bytes <= LONG_BYTES; bytes *= 16) {
      for (int i = 0; i < Math.max(1, times(bytes) / WINDOW); i++) {
        Request[] window = new Request[2 * WINDOW];
        for (int j = 0; j < WINDOW; j++) {
          window[j] = pair.iRecv(i % 2 == 0 ? otherDirect : otherArray, bytes, MPI.BYTE, peer, j);
        }
        for (int j = 0; j < WINDOW; j++) {
          window[WINDOW + j] = pair.iSend(i % 2 == 0 ? direct : array, bytes, MPI.BYTE, peer, j);
        }
        Request.waitAll(window);
      }
    }
  }

  private void wildcards(Comm pair) throws MPIException {
    int peer = 1 - pair.getRank();
    for (int i = 0; i < rounds / 2 + 1; i++) {
      int bytes = 1 << i % 11;
      Request sent = pair.iSend(direct, bytes, MPI.BYTE, peer, i % 7);
      if (i % 4 == 0) {
        pair.probe(peer, MPI.ANY_TAG);
      }
      pair.recv(otherDirect, bytes, MPI.BYTE, MPI.ANY_SOURCE, MPI.ANY_TAG);
      sent.waitFor();
    }
  }

  private void gaps(Comm pair) throws MPIException {
    int peer = 1 - pair.getRank();
    Datatype column = Datatype.createVector(16, 2, 8, MPI.DOUBLE);
    Datatype indexed = Datatype.createIndexed(new int[] {3, 1, 2}, new int[] {0, 5, 9}, MPI.DOUBLE);
    for (Datatype type : new Datatype[] {column, indexed}) {
      type.commit();
      for (int i = 0; i < rounds / 2 + 1; i++) {
        pair.sendRecv(numbers, 1, type, peer, TAG, otherNumbers, 1, type, peer, TAG);
      }
      type.free();
    }
  }

  private void halo(Comm comm) throws MPIException {
    int size = comm.getSize();
    int next = (comm.getRank() + 1) % size;
    int previous = (comm.getRank() + size - 1) % size;
    for (int i = 0; i < rounds / 2 + 1; i++) {
      int count = i % 2 == 0 ? numbers.length : 16;
      comm.sendRecv(
          numbers, count, MPI.DOUBLE, next, TAG, otherNumbers, count, MPI.DOUBLE, previous, TAG);
      comm.sendRecv(array, 64, MPI.BYTE, previous, TAG, otherArray, 64, MPI.BYTE, next, TAG);
      comm.allReduce(numbers, otherNumbers, 1, MPI.DOUBLE, MPI.MAX);
    }
  }

  private void collectives(Comm comm) throws MPIException {
    int size = comm.getSize();
    for (int bytes = 8; bytes <= LONG_BYTES / size; bytes *= 8) {
      int times = Math.max(1, times(bytes) / 8);
      for (int i = 0; i < times; i++) {
        boolean arrays = i % 2 == 0;
        collectives(comm, arrays ? array : direct, arrays ? otherArray : otherDirect, bytes);
      }
    }
  }

  private void collectives(Comm comm, Object from, Object to, int bytes) throws MPIException {
    int root = bytes / 8 % comm.getSize();
    comm.barrier();
    comm.bcast(from, bytes, MPI.BYTE, root);
    comm.allReduce(from, to, bytes, MPI.BYTE, MPI.SUM);
    comm.reduce(from, to, bytes, MPI.BYTE, MPI.SUM, root);
    comm.allGather(from, bytes, MPI.BYTE, to, bytes, MPI.BYTE);
    comm.allToAll(from, bytes, MPI.BYTE, to, bytes, MPI.BYTE);
    comm.gather(from, bytes, MPI.BYTE, to, bytes, MPI.BYTE, root);
    comm.scatter(from, bytes, MPI.BYTE, to, bytes, MPI.BYTE, root);
    comm.reduceScatterBlock(from, to, bytes, MPI.BYTE, MPI.SUM);
  }
}
