package org.ob1j.launcher;

import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.ob1j.launcher.allocation.Site;
import org.ob1j.launcher.commandline.MpirunCommandLine;
import org.ob1j.launcher.commandline.MpirunOptions;
import org.ob1j.launcher.commandline.MpirunSyntax;
import org.ob1j.launcher.commandline.OpenMpiParameters;
import org.ob1j.launcher.commandline.ParameterNames;
import org.ob1j.launcher.commandline.ParameterTable;
import org.ob1j.launcher.plan.JobPlan;
import org.ob1j.launcher.plan.JobPlanner;
import org.ob1j.launcher.plan.PreparedJob;
import org.ob1j.launcher.plan.RankPlanner;
import org.ob1j.launcher.process.JobFoundation;
import org.ob1j.launcher.program.Library;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.HiddenVariables;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.launcher.system.NativeText;
import org.ob1j.runtime.parameter.ParameterException;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.parameter.TextFile;

/** The program {@code mpirun}. */
public final class Mpirun {
  /** Whether the start script has set LC_ALL for this JVM alone. */
  private static final String OWN_LOCALE_PROPERTY = "ob1j.own.locale";

  private Mpirun() {}

  /** Runs a job and exits with its code. */
  public static void main(String[] arguments) {
    StandardOutput out = new StandardOutput();
    System.setOut(NativeText.stream(out));
    System.setErr(NativeText.stream(FileDescriptor.err));
    int exitCode = out.exitCode(run(NativeText.arguments(arguments)));
    System.err.flush();
    // Not exit: what hooks could do has been done, and forwarders may still be blocked in reads.
    Runtime.getRuntime().halt(exitCode);
  }

  private static int run(String... arguments) {
    try {
      Map<String, String> environment = userEnvironment(NativeText.environment());
      JobFoundation.Work foundation = JobFoundation.begin(environment.get("PATH"));
      PreparedJob prepared = null;
      JobPlan plan = null;
      boolean isReady = false;
      try {
        prepared = prepare(arguments, environment);
        // While the foundation is laid, where no other host has to be asked.
        plan = prepared == null || prepared.mustAskAny() ? null : prepared.place(List.of());
        isReady = prepared != null;
      } finally {
        if (!isReady) {
          foundation.abandon();
        }
      }
      return isReady ? new Job(prepared, plan, foundation.await()).run() : ExitCodes.OK;
    } catch (LaunchException cannotStart) {
      System.err.println("mpirun: " + cannotStart.getMessage());
      return cannotStart.exitCode();
    } catch (ParameterException wrongValue) {
      System.err.println("mpirun: " + wrongValue.getMessage());
      return ExitCodes.USAGE;
    } catch (InvalidPathException unreadable) {
      System.err.println(
          "mpirun: '"
              + unreadable.getInput()
              + "' cannot be the name of a file here: "
              + unreadable.getReason());
      return ExitCodes.USAGE;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return ExitCodes.FAILURE;
    }
  }

  /** The job; null if the arguments only ask for some text, which has been printed. */
  private static PreparedJob prepare(String[] arguments, Map<String, String> environment)
      throws LaunchException {
    MpirunCommandLine line = MpirunCommandLine.parse(arguments);
    MpirunOptions options = line.job();
    if (options.help) {
      System.out.print(MpirunSyntax.help());
      return null;
    }
    if (options.version) {
      System.out.println("mpirun (ob1j) " + version());
      return null;
    }
    if (options.parameterFile != null) {
      // Ranks may start in another folder.
      String files =
          Arrays.stream(options.parameterFile.split(","))
              .map(Mpirun::forAnyLocale)
              .collect(Collectors.joining(","));
      environment.put(ParameterSet.FILE_VARIABLE, files);
    }
    ParameterSet parameters = ParameterSet.load(environment, options.parameters());
    if (options.info) {
      System.out.print(ParameterTable.of(parameters));
      return null;
    }
    if (options.jvmOptions) {
      System.out.print(new RankPlanner(options, environment, Library.installed()).jvmOptions());
      return null;
    }
    List<String> more = OpenMpiParameters.options(parameters);
    if (!more.isEmpty()) {
      more.addAll(List.of(arguments));
      line = MpirunCommandLine.parse(more.toArray(String[]::new));
    }
    environment.putAll(OpenMpiParameters.exports(parameters));
    noteWithoutEffect(line);
    PreparedJob prepared =
        JobPlanner.prepare(line, Site.of(environment), parameters, Library.installed());
    if (options.reportPid != null) {
      reportPid(options.reportPid);
    }
    return prepared;
  }

  /** A file as a rank finds it, whose locale may know no more characters than ASCII has. */
  private static String forAnyLocale(String file) {
    Path path = NativeText.absolutePath(file);
    String name = NativeText.text(path);
    return NativeText.isAscii(name) ? name : path.toUri().toString();
  }

  private static void noteWithoutEffect(MpirunCommandLine line) throws LaunchException {
    Set<String> names = new LinkedHashSet<>(line.job().withoutEffect);
    Set<String> parameters = new LinkedHashSet<>();
    for (String name : line.job().parameters().keySet()) {
      if (!OpenMpiParameters.isOption(name)) {
        parameters.add(name);
      }
    }
    for (MpirunOptions program : line.programs()) {
      if (program != line.job()) {
        names.addAll(program.withoutEffect);
        parameters.addAll(program.parameters().keySet());
      }
    }
    boolean isTold = line.job().verbose && !line.job().quiet;
    if (!parameters.isEmpty() && (isTold || !ParameterNames.areAllOpenMpis(parameters))) {
      ParameterNames.load()
          .withoutEffect(parameters)
          .forEach(parameter -> names.add("--mca " + parameter));
    }
    if (isTold) {
      for (String name : names) {
        System.err.println("mpirun: " + name + " is Open MPI's and has no effect here");
      }
    }
  }

  private static void reportPid(String where) throws LaunchException {
    String pid = ProcessHandle.current().pid() + "\n";
    try {
      switch (where) {
        case "-" -> System.out.print(pid);
        case "+" -> System.err.print(pid);
        default -> Files.writeString(NativeText.path(where), pid);
      }
    } catch (IOException unwritable) {
      throw new LaunchException(
          ExitCodes.USAGE,
          "--report-pid " + where + " cannot be written: " + TextFile.reason(unwritable));
    }
  }

  private static String version() {
    String version = Mpirun.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  /** The environment as the user has it: without what the start script set for this JVM alone. */
  private static Map<String, String> userEnvironment(Map<String, String> environment) {
    Map<String, String> users = new HashMap<>(environment);
    HiddenVariables.restore(users);
    restore("_JAVA_SR_SIGNUM", "OB1J_SAVED_JAVA_SR_SIGNUM", users);
    if (Boolean.getBoolean(OWN_LOCALE_PROPERTY)) {
      restore("LC_ALL", "OB1J_SAVED_LC_ALL", users);
    }
    return users;
  }

  private static void restore(String name, String savedAs, Map<String, String> users) {
    users.remove(name);
    String saved = users.remove(savedAs);
    if (saved != null) {
      users.put(name, saved);
    }
  }
}
