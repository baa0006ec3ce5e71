package org.ob1j.tests.jobs.threads;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import mpi.Comm;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Message;
import mpi.Request;
import mpi.Status;

/**
 * Threads that use MPI at once: each exchanges messages with the thread of the same number on the
 * other ranks, in all ways, on a communicator of all threads or one of its own.
 */
public final class ThreadProgram {
  private static final int[] LENGTHS = {0, 8, 100, 3_000, 5_000, 70_000, 300_000};

  private final int threads;
  private final int rounds;
  private final int rank = MPI.COMM_WORLD.getRank();
  private final int size = MPI.COMM_WORLD.getSize();
  private final int next = (rank + 1) % size;
  private final int previous = (rank + size - 1) % size;

  private ThreadProgram(int threads, int rounds) {
    this.threads = threads;
    this.rounds = rounds;
  }

  /** Runs a rank; arguments: how many threads and rounds. */
  public static void main(String[] arguments) throws Exception {
    require(
        MPI.InitThread(arguments, MPI.THREAD_MULTIPLE) == MPI.THREAD_MULTIPLE, "level not granted");
    new ThreadProgram(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1])).run();
    MPI.Finalize();
  }

  private static void require(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError(what);
    }
  }

  private void run() throws Exception {
    inThreads(thread -> exchange(MPI.COMM_WORLD, thread));
    Intracomm[] own = new Intracomm[threads];
    for (int thread = 0; thread < threads; thread++) {
      own[thread] = MPI.COMM_WORLD.dup();
    }
    inThreads(thread -> exchange(own[thread], thread));
    inThreads(thread -> collectives(own[thread], thread));
    inThreads(thread -> makeCommunicators(own[thread], thread));
    inThreads(this::makeCommunicatorsOfGroups);
    for (Intracomm comm : own) {
      comm.free();
    }
    if (rank == 0) {
      System.out.println("all threads of " + size);
    }
  }

  @FunctionalInterface
  private interface Work {
    void run(int thread) throws Exception;
  }

  private void inThreads(Work work) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<Boolean>> results = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int thread = i;
      Callable<Boolean> task =
          () -> {
            work.run(thread);
            return true;
          };
      results.add(pool.submit(task));
    }
    for (Future<Boolean> result : results) {
      result.get();
    }
    pool.shutdown();
    require(pool.awaitTermination(10, TimeUnit.SECONDS), "threads left");
  }

  /** All ranks draw the same. */
  private static Random random(int thread) {
    return new Random(17L * thread + 3);
  }

  private static byte[] content(int source, int thread, int round, int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) (source * 31 + thread * 7 + round));
    return bytes;
  }

  private void exchange(Comm comm, int thread) {
    Random random = random(thread);
    for (int round = 0; round < rounds; round++) {
      byte[] out = content(rank, thread, round, LENGTHS[random.nextInt(LENGTHS.length)]);
      byte[] in = new byte[out.length];
      int tag = 100 * thread;
      exchange(random.nextInt(6), comm, out, in, tag);
      require(
          Arrays.equals(in, content(previous, thread, round, in.length)),
          "thread " + thread + ", round " + round + ": wrong data");
      sendToItself(comm, out, tag + 1);
    }
  }

  private void exchange(int way, Comm comm, byte[] out, byte[] in, int tag) {
    switch (way) {
      case 0 ->
          comm.sendRecv(
              out, out.length, MPI.BYTE, next, tag, in, in.length, MPI.BYTE, previous, tag);
      case 1 -> {
        ByteBuffer arrival = MPI.newByteBuffer(in.length);
        Request receive = comm.iRecv(arrival, in.length, MPI.BYTE, previous, tag);
        Request send = comm.isSend(copy(out), out.length, MPI.BYTE, next, tag);
        Request.waitAll(new Request[] {receive, send});
        arrival.get(in);
      }
      case 2 -> {
        Request send = comm.iSend(copy(out), out.length, MPI.BYTE, next, tag);
        Status found = comm.probe(previous, tag);
        require(found.getCount(MPI.BYTE) == in.length, "probed length");
        comm.recv(in, in.length, MPI.BYTE, previous, tag);
        send.waitFor();
      }
      case 3 -> {
        Request send = comm.iSend(copy(out), out.length, MPI.BYTE, next, tag);
        comm.recv(in, in.length, MPI.BYTE, MPI.ANY_SOURCE, tag);
        send.waitFor();
      }
      case 4 -> {
        Request send = comm.iSend(copy(out), out.length, MPI.BYTE, next, tag);
        Message message = new Message();
        message.mProbe(previous, tag, comm);
        message.mRecv((Object) in, in.length, MPI.BYTE);
        send.waitFor();
      }
      default -> window(comm, out, in, tag);
    }
  }

  private static void window(Comm comm, byte[] out, byte[] in, int tag) {
    int next = (comm.getRank() + 1) % comm.getSize();
    int previous = (comm.getRank() + comm.getSize() - 1) % comm.getSize();
    int pieces = 10;
    Request[] requests = new Request[2 * pieces];
    ByteBuffer[] arrivals = new ByteBuffer[pieces];
    for (int i = 0; i < pieces; i++) {
      arrivals[i] = direct(in.length);
      requests[i] = comm.iRecv(arrivals[i], in.length, MPI.BYTE, previous, tag + 2 + i);
      requests[pieces + i] = comm.iSend(copy(out), out.length, MPI.BYTE, next, tag + 2 + i);
    }
    for (int i = 0; i < requests.length; i++) {
      require(Request.waitAny(requests) != MPI.UNDEFINED, "nothing to wait for");
    }
    require(Request.waitAny(requests) == MPI.UNDEFINED, "something left");
    for (ByteBuffer arrival : arrivals) {
      require(arrival.equals(arrivals[0]), "windows differ");
    }
    arrivals[0].get(in);
  }

  private static ByteBuffer direct(int length) {
    return ByteBuffer.allocateDirect(length);
  }

  private static ByteBuffer copy(byte[] bytes) {
    return direct(bytes.length).put(bytes).flip();
  }

  private void sendToItself(Comm comm, byte[] out, int tag) {
    ByteBuffer in = direct(out.length);
    Request receive = comm.iRecv(in, out.length, MPI.BYTE, rank, tag);
    Request send = comm.iSend(copy(out), out.length, MPI.BYTE, rank, tag);
    Request.waitAll(new Request[] {send, receive});
    require(in.equals(ByteBuffer.wrap(out)), "wrong data from itself");
  }

  private void collectives(Intracomm comm, int thread) {
    for (int round = 0; round < rounds; round++) {
      long[] sums = {rank + 1L, thread, round};
      comm.allReduce(sums, sums.length, MPI.LONG, MPI.SUM);
      long ranks = size * (size + 1L) / 2;
      require(sums[0] == ranks && sums[1] == (long) thread * size, "wrong sum");
      byte[] data = rank == round % size ? content(0, thread, round, 10_000) : new byte[10_000];
      Request broadcast = comm.iBcast(copy(data), 10_000, MPI.BYTE, round % size);
      Request barrier = comm.iBarrier();
      int[] all = new int[size];
      comm.allGather(new int[] {rank * 10 + thread}, 1, MPI.INT, all, 1, MPI.INT);
      for (int i = 0; i < size; i++) {
        require(all[i] == i * 10 + thread, "wrong allGather");
      }
      Request.waitAll(new Request[] {broadcast, barrier});
    }
  }

  /** Communicators that threads make at once must not share a context. */
  private void makeCommunicators(Intracomm comm, int thread) {
    for (int round = 0; round < rounds; round++) {
      Intracomm made =
          switch (round % 3) {
            case 0 -> comm.dup();
            case 1 -> comm.split(0, rank);
            default -> size == 1 ? comm.dup() : joinAndMerge(comm, thread);
          };
      int[] in = new int[1];
      int tag = 5;
      made.sendRecv(
          new int[] {1000 * thread + round}, 1, MPI.INT, next, tag, in, 1, MPI.INT, previous, tag);
      require(in[0] == 1000 * thread + round, "a message of another communicator");
      made.barrier();
      made.free();
    }
  }

  /** Rank 0 and the others, which all threads join over one communicator at once. */
  private Intracomm joinAndMerge(Intracomm comm, int thread) {
    int side = Math.min(rank, 1);
    Intracomm local = comm.split(side, 0);
    Intercomm joined = MPI.COMM_WORLD.createIntercomm(local, 0, 1 - side, thread);
    int[] heard = {thread};
    joined.bcast(heard, 1, MPI.INT, side == 0 ? MPI.ROOT : 0);
    require(heard[0] == thread, "a broadcast of another thread");
    Intracomm merged = joined.merge(side == 1);
    joined.free();
    local.free();
    return merged;
  }

  /** The same out of one parent, by the ranks of groups that overlap: each leaves one rank out. */
  private void makeCommunicatorsOfGroups(int thread) {
    Group all = MPI.COMM_WORLD.getGroup();
    for (int round = 0; round < rounds; round++) {
      int left = (thread + round) % size;
      Intracomm made =
          rank == left
              ? MPI.COMM_SELF.createGroup(MPI.COMM_SELF.getGroup(), thread)
              : MPI.COMM_WORLD.createGroup(all.excl(new int[] {left}), thread);
      require(made.getSize() == (rank == left ? 1 : size - 1), "wrong size");
      int ranks = made.getSize();
      int after = (made.getRank() + 1) % ranks;
      int before = (made.getRank() + ranks - 1) % ranks;
      int[] in = new int[1];
      int[] out = {1000 * thread + round};
      made.sendRecv(out, 1, MPI.INT, after, 5, in, 1, MPI.INT, before, 5);
      require(in[0] == out[0], "a message of another communicator");
      made.barrier();
      made.free();
    }
    all.free();
  }
}
