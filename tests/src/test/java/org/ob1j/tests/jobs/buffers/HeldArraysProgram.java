package org.ob1j.tests.jobs.buffers;

import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import mpi.MPI;

/**
 * Two ranks exchange long arrays, and other threads allocate all they can, in a heap that is full
 * most of the time though little of it lives. Ends with an exception if one of them is told that
 * there is no memory.
 */
public final class HeldArraysProgram {
  private static final int MESSAGE_BYTES = 2 << 20;
  private static final int ALLOCATED_BYTES = 1 << 16;
  private static final int THREADS = 4;

  /** So many allocations do for a JVM that gives up. */
  private static final int ALLOCATIONS = 30_000;

  private HeldArraysProgram() {}

  /**
   * Runs the rank.
   *
   * @param arguments how many arrays live
   */
  public static void main(String[] arguments) throws Exception {
    MPI.Init(arguments);
    byte[][] living = new byte[Integer.parseInt(arguments[0])][];
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread[] threads = new Thread[THREADS];
    for (int i = 0; i < THREADS; i++) {
      Random random = new Random(i);
      threads[i] = new Thread(() -> allocate(living, random));
      threads[i].setUncaughtExceptionHandler((thread, thrown) -> failure.set(thrown));
      threads[i].start();
    }
    exchange(threads);
    MPI.Finalize();
    if (failure.get() != null) {
      throw new IllegalStateException("a thread could not allocate", failure.get());
    }
  }

  private static void allocate(byte[][] living, Random random) {
    for (int i = 0; i < ALLOCATIONS; i++) {
      living[random.nextInt(living.length)] = new byte[ALLOCATED_BYTES];
    }
  }

  private static void exchange(Thread[] threads) throws Exception {
    byte[] sent = new byte[MESSAGE_BYTES];
    byte[] received = new byte[MESSAGE_BYTES];
    int peer = 1 - MPI.COMM_WORLD.getRank();
    int[] going = {1};
    while (going[0] != 0) {
      MPI.COMM_WORLD.sendRecv(
          sent, MESSAGE_BYTES, MPI.BYTE, peer, 1, received, MESSAGE_BYTES, MPI.BYTE, peer, 1);
      going[0] = 0;
      for (Thread thread : threads) {
        going[0] |= thread.isAlive() ? 1 : 0;
      }
      MPI.COMM_WORLD.allReduce(going, 1, MPI.INT, MPI.MAX);
    }
  }
}
