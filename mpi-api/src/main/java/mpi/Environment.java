package mpi;

import java.util.List;
import java.util.Locale;
import org.ob1j.runtime.job.JobIdentity;

/** What {@link MPI#INFO_ENV} tells about the job (MPI standard, "Initial Info Objects"). */
final class Environment {
  private static final List<String> THREAD_LEVELS =
      List.of(
          "MPI_THREAD_SINGLE",
          "MPI_THREAD_FUNNELED",
          "MPI_THREAD_SERIALIZED",
          "MPI_THREAD_MULTIPLE");

  private Environment() {}

  /**
   * Tells about a job.
   *
   * @param host this host's name; null if it is not known
   */
  static void describe(Info info, JobIdentity identity, int threadLevel, String host) {
    info.tell("command", command());
    info.tell("maxprocs", Integer.toString(identity.size()));
    info.tell("soft", Integer.toString(identity.size()));
    if (host != null) {
      info.tell("host", host);
    }
    info.tell("arch", architecture());
    info.tell("wdir", System.getProperty("user.dir"));
    info.tell("thread_level", THREAD_LEVELS.get(threadLevel));
    info.tell("ompi_num_apps", Integer.toString(identity.programSizes().size()));
    info.tell("ompi_first_rank", words(identity.firstRanks()));
    info.tell("ompi_np", words(identity.programSizes()));
  }

  private static String words(List<Integer> numbers) {
    StringBuilder text = new StringBuilder();
    for (int number : numbers) {
      text.append(text.isEmpty() ? "" : " ").append(number);
    }
    return text.toString();
  }

  /** The main class, as the JVM has it; it may not know. */
  private static String command() {
    String words = System.getProperty("sun.java.command", "java");
    return words.split(" ", 2)[0];
  }

  /** As uname calls it. */
  private static String architecture() {
    String java = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    return java.equals("amd64") ? "x86_64" : java;
  }
}
