package org.ob1j.runtime.pml;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.ob1j.runtime.job.ContextTraffic;
import org.ob1j.runtime.memory.BufferRoots;
import org.ob1j.runtime.memory.SharedRegions;
import org.ob1j.runtime.progress.Awaited;
import org.ob1j.runtime.progress.Doorbell;
import org.ob1j.runtime.progress.Progressable;
import org.ob1j.runtime.progress.Sleeper;
import org.ob1j.runtime.progress.WaitPolicy;

/**
 * A point-to-point engine, started for one process.
 *
 * <p>Thread rules: one thread at a time. For THREAD_MULTIPLE and asynchronous progress an engine is
 * wrapped: {@link org.ob1j.runtime.threads.SynchronizedPml}.
 */
public interface Pml extends AutoCloseable {
  /**
   * Opens a communication context.
   *
   * @param contextId the same on all its processes, and different from every other context that two
   *     of them share; at least 0
   * @param rank this process's rank in it
   * @param processes the process of each of its ranks, of this job by its rank there; the array is
   *     kept, and must not change any more. Between two groups: those of the other group, whose
   *     ranks messages then go to and come from, while {@code rank} is this process's in its own
   */
  PmlCommunicator open(int contextId, int rank, int[] processes);

  /** Makes buffers for the user, in memory that the transports can use best. */
  BufferRoots buffers();

  /**
   * Memory that processes of one host can share beside messages, for collectives.
   *
   * @return null, the default, if there is none, or several threads may use the engine at once
   */
  default SharedRegions sharedRegions() {
    return null;
  }

  /** Where other processes of this host wake this one while it sleeps; the default is nowhere. */
  default Doorbell doorbell() {
    return Doorbell.SILENT;
  }

  /** Closes a context. No operation on it may be pending, but sends may still be leaving. */
  void close(PmlCommunicator communicator);

  /** Polls the transports once. Returns true if something happened. */
  boolean progress();

  /** The same for a caller that neither waits nor comes again. */
  void poll();

  /** Waits until a request is complete. */
  void await(PmlRequest request);

  /**
   * Has somebody told once when a request ends; only the last who asks is told.
   *
   * @param number what the watcher is told, so that it need not look for the request
   * @return false if the request is complete already
   */
  boolean watch(PmlRequest request, CompletionWatcher watcher, int number);

  /**
   * Waits until a condition holds that this process's operations bring about, such as that one of
   * several requests is complete.
   *
   * @param awaited what the caller waits for, for reports
   * @param condition asked by the calling thread, inside the engine, whenever something may have
   *     happened; it must not wait
   */
  void await(Awaited awaited, BooleanSupplier condition);

  /**
   * Waits a moment for something to happen, for callers that wait for something outside the engine
   * meanwhile: polls once and idles as the wait policy says.
   *
   * @param awaited what the caller waits for, for reports
   */
  void pollOrIdle(Awaited awaited);

  /** Tells that what the caller waited for has come, though not by the engine's messages. */
  void moved();

  /**
   * Adds something that is to get on whenever the transports are polled, such as a collective. It
   * may start operations, but not wait.
   */
  void register(Progressable progressable);

  /** Takes it away again. */
  void unregister(Progressable progressable);

  /**
   * Gives back a request. One that is not complete goes on, and goes back to its pool by itself
   * afterwards (MPI standard, MPI_Request_free).
   */
  void release(PmlRequest request);

  /**
   * Cancels a receive that has not matched yet; it then completes as cancelled. Anything else goes
   * on as if this had not been called (MPI standard, MPI_Cancel).
   *
   * @param generation what the request had when the caller got it: if another thread has given it
   *     back since, it is somebody else's and nothing happens
   */
  void cancel(PmlRequest request, int generation);

  /**
   * Sets the memory for buffered sends.
   *
   * @param capacityBytes how many bytes pending buffered sends may occupy, overheads included
   * @throws IllegalStateException if there is one already
   */
  void attachBuffer(long capacityBytes);

  /** True if a buffered send has not left. */
  boolean hasBufferedSends();

  /** Waits until every buffered send has left, and takes the memory for them away. */
  void detachBuffer();

  /**
   * This process's queues and pending operations, in lines for the user. For the engine's thread.
   */
  String describe();

  /**
   * How many messages this process has exchanged in its contexts, within the limits of {@link
   * ContextTraffic}. For the engine's thread.
   *
   * @param first processes, by their ranks in the job, that are to be in it rather than others
   */
  List<ContextTraffic> traffic(List<Integer> first);

  /**
   * Sets what a thread that waits in the engine runs now and then, once it has waited for more than
   * some microseconds, and a thread that only polls whenever nothing came. The action must not use
   * the engine beyond describing it.
   */
  void setLongIdleAction(Runnable action);

  /** For the long-idle action: what the thread waits for; null if it does not wait but polls. */
  Awaited awaited();

  /** For the long-idle action: for how long the thread has waited, in nanoseconds. */
  long awaitedNanos();

  /** How often polling has found something. Any thread may call this. */
  long moves();

  /**
   * How the thread that waits in the engine sleeps, for whoever wakes it and whoever waits by other
   * means. Any thread may call this.
   */
  Sleeper sleeper();

  /** How a thread of this process waits when polling finds nothing. */
  WaitPolicy waitPolicy();

  /**
   * Waits until nothing waits for a busy transport and no buffered send is left, and has the
   * transports send what they held back, as far as that goes without waiting.
   */
  void flush();

  /** The threshold for variable-length messages that the user's parameters ask for, in bytes. */
  long variableThreshold();

  /**
   * Discards all messages that have been taken out of matching and not been claimed, so that their
   * senders complete, and names them on standard error.
   */
  void discardUnclaimed();

  /** Frees everything. All ranks have agreed before that nothing more will be sent. */
  @Override
  void close();
}
