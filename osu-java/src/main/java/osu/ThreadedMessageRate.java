package osu;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import mpi.MPI;
import mpi.MPIException;
import osu.benchmark.Benchmark;
import osu.window.Window;

/**
 * Messages a second from rank 0 to rank 1 with several threads in each, all in MPI at once: every
 * thread sends windows to the thread of the same number, and waits for its acknowledgement. The
 * threads share the iterations, so that figures for different numbers of threads compare.
 */
public final class ThreadedMessageRate extends Benchmark {
  private ExecutorService pool;
  private Lane[] lanes;

  public static void main(String[] arguments) throws MPIException {
    new ThreadedMessageRate().run(arguments);
  }

  @Override
  protected void initialize(String[] arguments) throws MPIException {
    int granted = MPI.InitThread(arguments, MPI.THREAD_MULTIPLE);
    if (granted < MPI.THREAD_MULTIPLE) {
      System.err.println("osu.ThreadedMessageRate: THREAD_MULTIPLE is not granted, but " + granted);
      MPI.COMM_WORLD.abort(1);
    }
  }

  @Override
  protected String figure() {
    return "Messages/s";
  }

  @Override
  protected String how() {
    return options.threads() + " threads, window of " + options.window();
  }

  @Override
  protected int slots() {
    return options.window();
  }

  @Override
  protected void prepare() throws MPIException {
    lanes = new Lane[options.threads()];
    for (int thread = 0; thread < lanes.length; thread++) {
      lanes[thread] = new Lane();
    }
    pool =
        Executors.newFixedThreadPool(
            lanes.length,
            work -> {
              Thread worker = new Thread(work, "osu");
              worker.setDaemon(true);
              return worker;
            });
  }

  @Override
  protected long iterate(int warmUp, int iterations) throws MPIException {
    if (warmUp > 0) {
      iterate(warmUp);
    }
    long start = System.nanoTime();
    iterate(iterations);
    return System.nanoTime() - start;
  }

  private void iterate(int iterations) throws MPIException {
    int share = Math.max(1, iterations / lanes.length);
    List<Future<?>> work = new ArrayList<>();
    for (Lane lane : lanes) {
      work.add(
          pool.submit(
              () -> {
                lane.iterate(share);
                return null;
              }));
    }
    for (Future<?> lane : work) {
      try {
        lane.get();
      } catch (ExecutionException failed) {
        throw new IllegalStateException("a thread failed", failed.getCause());
      } catch (InterruptedException interrupted) {
        throw new IllegalStateException("interrupted", interrupted);
      }
    }
  }

  @Override
  protected double figure(double seconds, int iterations) {
    int share = Math.max(1, iterations / lanes.length);
    return (double) options.window() * share * lanes.length / seconds;
  }

  @Override
  protected int expectedSource() {
    return rank == 1 ? 0 : NO_SOURCE;
  }

  /** What one thread sends or receives; on a communicator of its own, as tags are the window's. */
  private final class Lane {
    private final mpi.Comm own;
    private final Window window;
    private final Object acknowledgement = options.kind().allocate(1).buffer();

    Lane() throws MPIException {
      own = MPI.COMM_WORLD.dup();
      window = Window.choose(options.kind(), own, options.window());
    }

    void iterate(int iterations) throws MPIException {
      boolean sends = rank == 0;
      int lengthBytes = bytes;
      Object[] buffers = sends ? sendSlots() : receiveSlots();
      for (int i = 0; i < iterations; i++) {
        if (sends) {
          window.send(buffers, lengthBytes, MPI.BYTE, 1);
          own.recv(acknowledgement, 1, MPI.BYTE, 1, ACKNOWLEDGE_TAG);
        } else {
          window.receive(buffers, lengthBytes, MPI.BYTE, 0);
          own.send(acknowledgement, 1, MPI.BYTE, 0, ACKNOWLEDGE_TAG);
        }
      }
    }
  }
}
