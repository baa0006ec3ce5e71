package org.ob1j.launcher.process;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.runtime.control.JobControls;
import org.ob1j.runtime.control.handshake.SystemRandom;

/**
 * What a job needs whatever its command line says.
 *
 * @param tools the system's programs that start ranks
 * @param jobId the job's id, which nobody else has
 * @param secret what lets ranks into the job
 * @param watchdog the process that cleans up after the job
 */
public record JobFoundation(SystemTools tools, String jobId, byte[] secret, Watchdog watchdog) {
  private static final int SECRET_BYTES = 32;

  /** A foundation that is being laid, on a thread of its own. */
  public static final class Work {
    private final FutureTask<JobFoundation> work;

    private Work(String path) {
      work = new FutureTask<>(() -> lay(path));
    }

    /** Waits for the foundation; what went wrong is thrown here. */
    public JobFoundation await() throws LaunchException, InterruptedException {
      return get(work);
    }

    private static <T> T get(FutureTask<T> task) throws LaunchException, InterruptedException {
      try {
        return task.get();
      } catch (ExecutionException failed) {
        if (failed.getCause() instanceof LaunchException known) {
          throw known;
        }
        if (failed.getCause() instanceof IOException known) {
          throw new LaunchException(
              ExitCodes.FAILURE, "a job cannot be prepared: " + known.getMessage());
        }
        throw new IllegalStateException(failed.getCause());
      }
    }

    /** When there is no job in the end. */
    public void abandon() throws InterruptedException {
      try {
        work.get().watchdog().dismiss();
      } catch (ExecutionException | IOException nothingLeft) {
        // Neither a foundation that failed nor a watchdog that is gone leaves anything to undo, and
        // the user gets to know why there is no job.
      }
    }
  }

  /**
   * Begins while the caller reads the command line, because either takes a tenth of the time in
   * which a small job is over.
   *
   * @param path the user's PATH, or null
   */
  public static Work begin(String path) {
    Work work = new Work(path);
    Thread thread = new Thread(work.work, "job foundation");
    thread.setDaemon(true);
    thread.start();
    return work;
  }

  /**
   * The foundation of a job that mpirun has on another host.
   *
   * @param path this host's PATH, or null
   */
  public static JobFoundation forAgent(String path, String jobId, byte[] secret)
      throws LaunchException, IOException {
    SystemTools tools = SystemTools.find(path);
    return new JobFoundation(tools, jobId, secret, Watchdog.start(tools.setsid(), jobId));
  }

  /** A command whose process the kernel kills when the thread ends that has started it. */
  public List<String> tied(List<String> command) {
    List<String> words = new ArrayList<>(List.of(tools.setpriv(), "--pdeathsig", "KILL", "--"));
    words.addAll(command);
    return words;
  }

  private static JobFoundation lay(String path) throws LaunchException, IOException {
    SystemTools tools = SystemTools.find(path);
    SecureRandom random = SystemRandom.open();
    byte[] secret = new byte[SECRET_BYTES];
    random.nextBytes(secret);
    String jobId = JobControls.newJobId(random);
    Watchdog watchdog = Watchdog.start(tools.setsid(), jobId);
    return new JobFoundation(tools, jobId, secret, watchdog);
  }
}
