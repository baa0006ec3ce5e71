package org.ob1j.os;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.ob1j.runtime.control.JobEnvironment;
import org.ob1j.runtime.job.ProcessId;
import org.ob1j.runtime.parameter.ParameterException;
import org.ob1j.runtime.parameter.ParameterSet;

/** The library behind class {@link Native}, which is in the jar. */
final class NativeLibrary {
  /** From which on JVMs warn of libraries unless they are told not to. */
  private static final int FIRST_JDK_THAT_WARNS = 24;

  private static final String NAME = "libob1jos.so";
  private static final String MISSING = "missing.txt";

  private NativeLibrary() {}

  /** Loads it, once for this JVM; returns why it cannot be used, or null. */
  public static String unavailableReason(ParameterSet parameters) {
    String wanted = parameters.get(NativeParameters.LOAD);
    switch (wanted) {
      case "yes":
        return Loaded.REFUSAL;
      case "no":
        return NativeParameters.LOAD.name() + " is no";
      case "auto":
        return warnsOf(NativeLibrary.class.getModule())
            ? "the JVM would print a warning; start it with --enable-native-access, or set "
                + NativeParameters.LOAD.name()
                + " to yes"
            : Loaded.REFUSAL;
      default:
        throw new ParameterException(
            NativeParameters.LOAD.name() + " is '" + wanted + "'; it must be yes, no or auto");
    }
  }

  /** Whether this JVM warns when a class of the module loads a library. */
  private static boolean warnsOf(Module module) {
    if (Runtime.version().feature() < FIRST_JDK_THAT_WARNS) {
      return false;
    }
    try {
      // Not there in the JDK that this is compiled for.
      return !(boolean) Module.class.getMethod("isNativeAccessEnabled").invoke(module);
    } catch (ReflectiveOperationException unknown) {
      return true;
    }
  }

  /** What came of loading it. */
  private static final class Loaded {
    static final String REFUSAL = load(NativeLibrary.class, System.getProperty("os.arch"));
  }

  /**
   * Loads the library that lies beside a class.
   *
   * @param machine as Java calls it
   * @return why it cannot be used, or null
   */
  static String load(Class<?> place, String machine) {
    // Not by +, which takes a JVM that has done little yet ten times as long.
    String kind = machine.equals("amd64") ? "x86_64" : machine;
    String file = "linux-".concat(kind).concat("/").concat(NAME);
    try (InputStream library = place.getResourceAsStream(file)) {
      return library == null ? missing(place, machine) : load(library);
    } catch (IOException unreadable) {
      return "no native library: " + unreadable;
    }
  }

  private static String missing(Class<?> place, String machine) throws IOException {
    try (InputStream why = place.getResourceAsStream(MISSING)) {
      return "no native library: "
          + (why == null
              ? "there is none for " + machine
              : new String(why.readAllBytes(), StandardCharsets.UTF_8).strip());
    }
  }

  /**
   * The system loads files only; it keeps what it has loaded when the file goes.
   * Files.createTempFile would make the JVM's source of random numbers first, in a time that is
   * much longer than all this.
   */
  private static String load(InputStream library) throws IOException {
    String name =
        copyName(System.getenv(JobEnvironment.JOB_ID), ProcessId.current(), System.nanoTime());
    Path copy = Path.of(System.getProperty("java.io.tmpdir"), name);
    // Fails if there is such a file, whoever made it.
    Files.createFile(copy);
    try {
      Files.write(copy, library.readAllBytes(), StandardOpenOption.WRITE);
      System.load(copy.toAbsolutePath().toString());
      return null;
    } catch (UnsatisfiedLinkError | IllegalCallerException refused) {
      return "the native library cannot be loaded: " + refused.getMessage();
    } finally {
      Files.delete(copy);
    }
  }

  /**
   * A process that is killed cannot delete its copy: by this name the job's watchdog does.
   *
   * @param jobId null outside a job
   */
  static String copyName(String jobId, long pid, long unlike) {
    String job = jobId == null ? "" : jobId.concat("-");
    // A number behind the job's id is for files of transport sm.
    return "ob1j-"
        .concat(job)
        .concat("os-")
        .concat(Long.toString(pid))
        .concat("-")
        .concat(Long.toHexString(unlike))
        .concat(".so");
  }
}
