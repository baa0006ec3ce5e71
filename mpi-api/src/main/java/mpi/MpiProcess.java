package mpi;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.ob1j.runtime.collective.JobArea;
import org.ob1j.runtime.collective.buffer.Workspace;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.job.JobControl;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.memory.BufferRoots;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.progress.Awaited;
import org.ob1j.runtime.progress.WaitDescription;
import org.ob1j.runtime.threads.AsynchronousProgress;
import org.ob1j.runtime.threads.SynchronizedPml;

/**
 * One rank's MPI: what is between Init and Finalize. A program has one, behind {@link MPI}; tests
 * have several in one JVM.
 */
final class MpiProcess {
  private enum Stage {
    BEFORE_INIT,
    RUNNING,
    FINALIZED
  }

  static final int WORLD_ID = 0;
  private static final int SELF_ID = 1;

  private static final Awaited EVERYBODYS_END =
      new Awaited() {
        @Override
        public void describe(WaitDescription wait) {
          wait.operation("the other ranks' Finalize");
        }
      };

  private static final BufferRoots.Allocator NOTHING_BETTER =
      new BufferRoots.Allocator() {
        @Override
        public ByteBuffer allocate(int capacityBytes) {
          return null;
        }
      };

  private final Intracomm world = new Intracomm(this);
  private final Intracomm self = new Intracomm(this);
  private final Group emptyGroup = new Group(this, new int[0]);
  private final CommunicatorIds communicatorIds = new CommunicatorIds(SELF_ID + 1);

  /** Those of the engine while MPI runs, so that the best memory there is gets used. */
  private volatile BufferRoots buffers = new BufferRoots(NOTHING_BETTER);

  private Workspace workspace;
  private Stage stage = Stage.BEFORE_INIT;
  private JobControl job;
  private Pml pml;
  private int threadLevel;
  private Thread mainThread;
  private String hostName;
  private byte[] attachedBuffer;

  /** The engine, if several threads may use it at once; else null. */
  private SynchronizedPml sharedEngine;

  /** Null without asynchronous progress. */
  private AsynchronousProgress background;

  /** Null if the user names no algorithm for any collective. */
  private ParameterSet namedAlgorithms;

  /** Null if the job's ranks share no memory for collectives. */
  private JobArea jobArea;

  /** What a communicator is called. */
  private record Label(String text) implements Supplier<String> {
    @Override
    public String get() {
      return text;
    }
  }

  /** The wait for the others' Finalize, which another thread ends. */
  private final class LastWait implements Runnable, BooleanSupplier {
    private volatile boolean everybodyIsHere;

    @Override
    public void run() {
      pml.await(EVERYBODYS_END, this);
    }

    @Override
    public boolean getAsBoolean() {
      return everybodyIsHere;
    }

    void end() {
      everybodyIsHere = true;
      pml.sleeper().wakeUp();
    }
  }

  /** All processes of the job. Unusable before Init. */
  Intracomm world() {
    return world;
  }

  /** This process alone. Unusable before Init. */
  Intracomm self() {
    return self;
  }

  Group emptyGroup() {
    return emptyGroup;
  }

  Pml pml() {
    return pml;
  }

  /** A new direct buffer in native byte order; while MPI runs, the best that the engine has. */
  ByteBuffer newBuffer(int capacityBytes) {
    return buffers.allocate(capacityBytes);
  }

  /**
   * A view of a buffer, which is as good as that buffer.
   *
   * @param offset where it begins in that, in bytes
   */
  <B extends Buffer> B view(B view, Buffer of, long offset) {
    return buffers.remember(view, of, offset);
  }

  /** What copies between users' buffers and others. */
  Convertor newConvertor() {
    return new Convertor(buffers);
  }

  /** What collectives work in. */
  Workspace workspace() {
    return workspace;
  }

  /** Has the algorithms that the user names for collectives; null if there are none. */
  ParameterSet namedAlgorithms() {
    return namedAlgorithms;
  }

  /** Takes the algorithms that the user names for collectives. Before any communicator has some. */
  void nameAlgorithms(ParameterSet parameters) {
    namedAlgorithms = parameters;
  }

  /** What the job's ranks may share for collectives; null if nothing. */
  JobArea jobArea() {
    return jobArea;
  }

  /** Tells what the job's ranks may share for collectives. Before Init is complete. */
  void shareForCollectives(JobArea area) {
    jobArea = area;
  }

  /** Who this process is. */
  JobIdentity identity() {
    return job.identity();
  }

  /** The name of the host, as it was in Init; null if nobody knew. */
  String hostName() {
    return hostName;
  }

  /** This process's rank in the job. */
  int rank() {
    return job.identity().rank();
  }

  /** Refuses to begin twice. */
  void requireNotStarted() {
    if (stage == Stage.RUNNING) {
      throw new MPIException("MPI is already initialized.");
    }
    if (stage == Stage.FINALIZED) {
      throw new MPIException("MPI is finalized.");
    }
  }

  /** Refuses calls before Init and after Finalize. */
  void requireRunning() {
    if (stage == Stage.BEFORE_INIT) {
      throw new MPIException("MPI is not initialized.");
    }
    if (stage == Stage.FINALIZED) {
      throw new MPIException("MPI is finalized.");
    }
  }

  boolean isRunning() {
    return stage == Stage.RUNNING;
  }

  boolean isInitialized() {
    return stage != Stage.BEFORE_INIT;
  }

  boolean isFinalized() {
    return stage == Stage.FINALIZED;
  }

  int threadLevel() {
    requireRunning();
    return threadLevel;
  }

  boolean isMainThread() {
    requireRunning();
    return Thread.currentThread() == mainThread;
  }

  /** Begins with a job that has been joined and an engine that has been started. */
  void start(JobControl joined, Pml engine, int level) {
    prepare(joined, engine, level);
    begin(false);
  }

  /**
   * Takes over a job that has been joined and an engine, of which nothing but communication is
   * missing.
   */
  void prepare(JobControl joined, Pml engine, int level) {
    requireNotStarted();
    job = joined;
    pml = engine;
    workspace = isShared() ? Workspace.forThreads(pml.buffers()) : new Workspace(pml.buffers());
    pml.buffers().takeOver(buffers);
    buffers = pml.buffers();
    threadLevel = level;
    mainThread = Thread.currentThread();
    hostName = HostName.textOrNull();
    int[] everybody = new int[job.identity().size()];
    for (int i = 0; i < everybody.length; i++) {
      everybody[i] = i;
    }
    Group me = new Group(this, new int[] {rank()});
    Communicator all =
        new Communicator(
            this, WORLD_ID, new Group(this, everybody), null, new Label("MPI_COMM_WORLD"));
    world.bind(all);
    self.bind(new Communicator(this, SELF_ID, me, null, new Label("MPI_COMM_SELF")));
    if (everybody.length > 1) {
      // Here others are waited for anyway, and all would wait for the last in the first collective.
      all.collectiveCalls();
    }
  }

  /** The same with an engine for several threads. */
  void prepareShared(JobControl joined, SynchronizedPml engine, int level) {
    sharedEngine = engine;
    prepare(joined, engine, level);
  }

  /**
   * Begins with what has been prepared.
   *
   * @param asynchronous whether messages are to get on while no thread uses MPI; for an engine for
   *     several threads
   */
  void begin(boolean asynchronous) {
    stage = Stage.RUNNING;
    world.setName("MPI_COMM_WORLD");
    self.setName("MPI_COMM_SELF");
    if (sharedEngine == null) {
      ReportDesk desk = new ReportDesk(pml, mainThread);
      pml.setLongIdleAction(desk);
      job.onReport(desk);
    } else {
      job.onReport(new SharedReportDesk(sharedEngine, mainThread, threadLevel));
      background = asynchronous ? sharedEngine.startAsynchronousProgress() : null;
    }
  }

  /**
   * Ends: buffered sends and whatever else has begun to leave is carried through, all ranks meet,
   * then everything is freed. Until all are there, each serves those that still receive from it, if
   * not as promptly as while the program uses MPI, and sends what a transport may still hold back.
   */
  void finish() {
    requireRunning();
    if (background != null) {
      background.close();
    }
    pml.discardUnclaimed();
    if (attachedBuffer != null) {
      detachBuffer();
    }
    pml.flush();
    stage = Stage.FINALIZED;
    buffers = new BufferRoots(NOTHING_BETTER);
    LastWait wait = new LastWait();
    job.barrierWhile(
        wait,
        new Runnable() {
          @Override
          public void run() {
            wait.end();
          }
        });
    pml.close();
    job.close();
  }

  CommunicatorIds communicatorIds() {
    return communicatorIds;
  }

  /** True if several threads may use MPI at once, or one beside asynchronous progress. */
  boolean isShared() {
    return sharedEngine != null;
  }

  synchronized void attachBuffer(byte[] buffer) {
    requireRunning();
    if (buffer == null) {
      throw raise("MPI.attachBuffer", ErrorClass.BUFFER, "the buffer is null");
    }
    if (attachedBuffer != null) {
      throw raise(
          "MPI.attachBuffer",
          ErrorClass.BUFFER,
          "a buffer of "
              + attachedBuffer.length
              + " bytes is attached already; MPI.detachBuffer takes it away");
    }
    pml.attachBuffer(buffer.length);
    attachedBuffer = buffer;
  }

  synchronized byte[] detachBuffer() {
    requireRunning();
    if (attachedBuffer == null) {
      throw raise("MPI.detachBuffer", ErrorClass.BUFFER, "no buffer is attached");
    }
    pml.detachBuffer();
    byte[] detached = attachedBuffer;
    attachedBuffer = null;
    return detached;
  }

  /** Raises an error that has to do with no communicator: COMM_WORLD's handler decides. */
  MPIException raise(String operation, ErrorClass errorClass, String detail) {
    return isRunning()
        ? world.live(operation).raise(operation, errorClass, detail)
        : new MPIException(errorClass, errorClass.text(detail), null);
  }

  /**
   * Ends the job and does not return. An exit code has 8 bits; a code of which they are all 0 ends
   * the job with 255, so that a failure does not look like success.
   */
  void abort(int code, String reason) {
    System.out.flush();
    System.err.flush();
    int exitCode = code & 0xff;
    job.abort(exitCode == 0 && code != 0 ? 0xff : exitCode, reason);
  }
}
