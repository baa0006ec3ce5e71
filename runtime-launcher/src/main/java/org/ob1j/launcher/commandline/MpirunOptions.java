package org.ob1j.launcher.commandline;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ob1j.launcher.option.CommandOption;
import org.ob1j.launcher.option.GivenOptions;
import org.ob1j.launcher.placement.Binding;
import org.ob1j.launcher.placement.HostPolicy;
import org.ob1j.launcher.placement.Mapping;
import org.ob1j.launcher.system.LaunchException;

/** What one part of mpirun's command line says. */
public final class MpirunOptions {
  public final Integer rankCount;
  final List<String> mca;
  public final List<String> exports;

  /** What --tune's files say with -x, of all programs. */
  public final List<String> tuneExports;

  public final String workingDirectory;
  public final Integer timeoutSeconds;
  public final Integer stallReportSeconds;
  public final Mapping mapping;
  public final Binding binding;
  public final String cpuSet;
  public final boolean tagOutput;
  public final boolean timestampOutput;
  public final boolean mergeStderr;
  public final String outputFilename;
  public final String stdin;
  public final Integer ranksPerHost;
  public final boolean displayMap;
  public final boolean displayAllocation;
  public final boolean reportBindings;
  public final boolean reportOnTimeout;
  public final String reportPid;
  public final String programPath;
  public final String parameterFile;
  public final String appFile;
  public final boolean quiet;

  /** The values of --host: which hosts this program, or all without one of their own, run on. */
  public final List<String> hosts;

  public final String hostfile;
  public final String defaultHostfile;
  public final String rankfile;
  public final HostPolicy hostPolicy;
  public final boolean noLocal;

  /** Where ob1j is on other hosts; null: where it is here. */
  public final String prefix;

  public final boolean preloadBinary;
  public final boolean verbose;
  public final boolean info;
  public final boolean jvmOptions;
  public final boolean version;
  public final boolean help;
  public final List<String> command;

  /** Open MPI's options that are given and have no effect here. */
  public final List<String> withoutEffect;

  /** What a program that is not the first may say of itself. */
  private static final Set<String> OF_A_PROGRAM =
      Set.of("-n", "-x", "-wdir", "--path", "--mca", "--host");

  private MpirunOptions(GivenOptions given, Tune tune) throws LaunchException {
    OpenMpiOptions.check(given);
    tuneExports = tune.exports();
    rankCount = given.number("-n");
    mca = new ArrayList<>(tune.parameters());
    mca.addAll(given.words("--mca"));
    exports = given.words("-x");
    workingDirectory = given.word("-wdir", null);
    timeoutSeconds = given.number("--timeout");
    stallReportSeconds = given.number("--stall-report");
    mapping = Mapping.read(given);
    binding = Binding.read(given);
    cpuSet = given.word("--cpu-set", null);
    tagOutput = given.has("--tag-output");
    timestampOutput = given.has("--timestamp-output");
    mergeStderr = given.has("--merge-stderr-to-stdout");
    outputFilename = given.word("--output-filename", null);
    stdin = given.word("--stdin", "0");
    Integer perHost = given.number("-N");
    Integer onePerHost = given.has("--pernode") ? 1 : null;
    ranksPerHost = perHost == null ? onePerHost : perHost;
    displayMap = given.has("--display-map");
    displayAllocation = given.has("--display-allocation");
    reportBindings = given.has("--report-bindings");
    reportOnTimeout = given.has("--report-state-on-timeout") || given.has("--get-stack-traces");
    reportPid = given.word("--report-pid", null);
    programPath = given.word("--path", null);
    parameterFile = given.word("--am", null);
    appFile = given.word("--app", null);
    quiet = given.has("-q");
    hosts = given.words("--host");
    hostfile = given.word("--hostfile", null);
    defaultHostfile = given.word("--default-hostfile", null);
    rankfile = given.word("--rankfile", null);
    hostPolicy = HostPolicy.read(given);
    noLocal = given.has("--nolocal");
    prefix = prefix(given);
    preloadBinary = given.has("--preload-binary");
    verbose = given.has("-v");
    info = given.has("--info");
    jvmOptions = given.has("--jvm-options");
    version = given.has("-V");
    help = given.has("-h");
    command = given.command();
    withoutEffect = OpenMpiOptions.withoutEffect(given);
  }

  /** A folder on other hosts, of which the user does not know where a relative path begins. */
  private static String prefix(GivenOptions given) throws LaunchException {
    String folder = given.word("--prefix", null);
    if (folder != null && !folder.startsWith("/")) {
      throw LaunchException.usage(
          "--prefix is '" + folder + "'; it must be a folder on the other hosts, from / on");
    }
    return folder;
  }

  /** Reads one part of a command line; a mistake in it is a {@link LaunchException} with code 2. */
  static MpirunOptions parse(String... words) throws LaunchException {
    GivenOptions given = MpirunSyntax.read(words);
    String files = given.word("--tune", null);
    if (files == null) {
      return new MpirunOptions(given, Tune.NONE);
    }
    return new MpirunOptions(given, Tune.read(files));
  }

  /** Reads a part in which only what concerns one program may stand. */
  static MpirunOptions parseProgram(String... words) throws LaunchException {
    GivenOptions given = MpirunSyntax.read(words);
    requireOnly(
        given,
        OF_A_PROGRAM,
        "concerns the whole job and goes before the first program; a program may have -n, -x,"
            + " -wdir, --path, --host and --mca");
    return new MpirunOptions(given, Tune.NONE);
  }

  /** Fails if there is another option that has an effect. */
  static void requireOnly(GivenOptions given, Set<String> allowed, String otherwise)
      throws LaunchException {
    for (CommandOption option : given.options()) {
      if (!OpenMpiOptions.isWithoutEffect(option) && !allowed.contains(option.name())) {
        throw LaunchException.usage(option.name() + " " + otherwise);
      }
    }
  }

  /** Checks what concerns the whole job. */
  void checkJob() throws LaunchException {
    checkExports();
    if (timeoutSeconds != null && timeoutSeconds < 1) {
      throw LaunchException.usage(
          "--timeout is " + timeoutSeconds + "; it must be at least 1 second");
    }
    if (stallReportSeconds != null && stallReportSeconds < 1) {
      throw LaunchException.usage(
          "--stall-report is " + stallReportSeconds + "; it must be at least 1 second");
    }
    if (parameterFile != null && List.of(parameterFile.split(",", -1)).contains("")) {
      throw LaunchException.usage(
          "-am is '" + parameterFile + "'; it must be FILE or FILE,FILE...");
    }
    if ("".equals(reportPid)) {
      throw LaunchException.usage("--report-pid is ''; it must be -, + or a file");
    }
    if (ranksPerHost != null && ranksPerHost < 1) {
      throw LaunchException.usage("-N is " + ranksPerHost + "; it must be at least 1");
    }
  }

  /**
   * Checks what concerns a program.
   *
   * @param amongOthers whether it is not the only one
   */
  void checkProgram(boolean amongOthers) throws LaunchException {
    if (command.isEmpty()) {
      throw LaunchException.usage(
          amongOthers ? "a program is missing beside a colon" : "no program is given");
    }
    if (rankCount != null && rankCount < 1) {
      throw LaunchException.usage("-n is " + rankCount + "; it must be at least 1");
    }
    if (amongOthers && rankCount == null) {
      throw LaunchException.usage(
          "-n is missing for " + command.get(0) + "; each of several programs needs it");
    }
    checkExports();
  }

  private void checkExports() throws LaunchException {
    List<String> all = new ArrayList<>(tuneExports);
    all.addAll(exports);
    for (String export : all) {
      if (export.isEmpty() || export.startsWith("=")) {
        throw LaunchException.usage("-x is '" + export + "'; it must be NAME or NAME=VALUE");
      }
    }
  }

  /** The parameters given with --mca; of two values for one name, the later. */
  public Map<String, String> parameters() {
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i + 1 < mca.size(); i += 2) {
      values.put(mca.get(i), mca.get(i + 1));
    }
    return values;
  }
}
