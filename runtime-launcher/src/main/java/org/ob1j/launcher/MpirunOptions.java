package org.ob1j.launcher;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** What one part of mpirun's command line says. */
final class MpirunOptions {
  final Integer rankCount;
  final List<String> mca;
  final List<String> exports;

  /** What --tune's files say with -x, of all programs. */
  final List<String> tuneExports;

  final String workingDirectory;
  final Integer timeoutSeconds;
  final Integer stallReportSeconds;
  final Mapping mapping;
  final Binding binding;
  final String cpuSet;
  final boolean tagOutput;
  final boolean timestampOutput;
  final boolean mergeStderr;
  final String outputFilename;
  final String stdin;
  final Integer ranksPerHost;
  final boolean displayMap;
  final boolean displayAllocation;
  final boolean reportBindings;
  final boolean reportOnTimeout;
  final String reportPid;
  final String programPath;
  final String parameterFile;
  final String appFile;
  final boolean quiet;
  final String hosts;
  final boolean verbose;
  final boolean info;
  final boolean jvmOptions;
  final boolean version;
  final boolean help;
  final List<String> command;

  /** Open MPI's options that are given and have no effect here. */
  final List<String> withoutEffect;

  /** What a program that is not the first may say of itself. */
  private static final Set<String> OF_A_PROGRAM = Set.of("-n", "-x", "-wdir", "--path", "--mca");

  private MpirunOptions(ParseResult given, Tune tune) throws LaunchException {
    OpenMpiOptions.check(given);
    tuneExports = tune.exports();
    rankCount = given.<Integer>matchedOptionValue("-n", null);
    mca = new ArrayList<>(tune.parameters());
    mca.addAll(given.matchedOptionValue("--mca", List.of()));
    exports = given.matchedOptionValue("-x", List.of());
    workingDirectory = given.<String>matchedOptionValue("-wdir", null);
    timeoutSeconds = given.<Integer>matchedOptionValue("--timeout", null);
    stallReportSeconds = given.<Integer>matchedOptionValue("--stall-report", null);
    mapping = Mapping.read(given);
    binding = Binding.read(given);
    cpuSet = given.<String>matchedOptionValue("--cpu-set", null);
    tagOutput = given.matchedOptionValue("--tag-output", false);
    timestampOutput = given.matchedOptionValue("--timestamp-output", false);
    mergeStderr = given.matchedOptionValue("--merge-stderr-to-stdout", false);
    outputFilename = given.<String>matchedOptionValue("--output-filename", null);
    stdin = given.matchedOptionValue("--stdin", "0");
    Integer onePerHost = given.matchedOptionValue("--pernode", false) ? 1 : null;
    ranksPerHost = given.matchedOptionValue("-N", onePerHost);
    displayMap = given.matchedOptionValue("--display-map", false);
    displayAllocation = given.matchedOptionValue("--display-allocation", false);
    reportBindings = given.matchedOptionValue("--report-bindings", false);
    reportOnTimeout =
        given.matchedOptionValue("--report-state-on-timeout", false)
            || given.matchedOptionValue("--get-stack-traces", false);
    reportPid = given.<String>matchedOptionValue("--report-pid", null);
    programPath = given.<String>matchedOptionValue("--path", null);
    parameterFile = given.<String>matchedOptionValue("--am", null);
    appFile = given.<String>matchedOptionValue("--app", null);
    quiet = given.matchedOptionValue("-q", false);
    hosts = given.<String>matchedOptionValue("--host", null);
    verbose = given.matchedOptionValue("-v", false);
    info = given.matchedOptionValue("--info", false);
    jvmOptions = given.matchedOptionValue("--jvm-options", false);
    version = given.matchedOptionValue("-V", false);
    help = given.matchedOptionValue("-h", false);
    command = given.matchedPositionalValue(0, List.of());
    withoutEffect = OpenMpiOptions.withoutEffect(given);
  }

  /** Reads one part of a command line; a mistake in it is a {@link LaunchException} with code 2. */
  static MpirunOptions parse(String... words) throws LaunchException {
    ParseResult given = read(words);
    String files = given.matchedOptionValue("--tune", null);
    if (files == null) {
      return new MpirunOptions(given, Tune.NONE);
    }
    // A result is good until the next words are read, which the files have.
    Tune tune = Tune.read(files);
    return new MpirunOptions(read(words), tune);
  }

  /** Reads a part in which only what concerns one program may stand. */
  static MpirunOptions parseProgram(String... words) throws LaunchException {
    ParseResult given = read(words);
    requireOnly(
        given,
        OF_A_PROGRAM,
        "concerns the whole job and goes before the first program; a program may have -n, -x,"
            + " -wdir, --path and --mca");
    return new MpirunOptions(given, Tune.NONE);
  }

  /** Fails if there is another option that has an effect. */
  static void requireOnly(ParseResult given, Set<String> allowed, String otherwise)
      throws LaunchException {
    for (OptionSpec option : given.matchedOptions()) {
      if (!OpenMpiOptions.isWithoutEffect(option)
          && Arrays.stream(option.names()).noneMatch(allowed::contains)) {
        throw usage(MpirunSyntax.name(option) + " " + otherwise);
      }
    }
  }

  static ParseResult read(String... words) throws LaunchException {
    try {
      return MpirunSyntax.commandLine().parseArgs(words);
    } catch (CommandLine.UnmatchedArgumentException mayBeOpenMpis) {
      return readWithOpenMpis(words);
    } catch (CommandLine.ParameterException wrong) {
      throw usage(MpirunSyntax.explain(wrong));
    }
  }

  private static ParseResult readWithOpenMpis(String... words) throws LaunchException {
    try {
      return MpirunSyntax.commandLine(OpenMpiOptions.all()).parseArgs(words);
    } catch (CommandLine.UnmatchedArgumentException unknown) {
      List<String> like = unknown.getSuggestions();
      throw usage(unknown.getMessage() + (like.isEmpty() ? "" : "; is " + like.get(0) + " meant?"));
    } catch (CommandLine.ParameterException wrong) {
      throw usage(MpirunSyntax.explain(wrong));
    }
  }

  static String helpText() {
    return MpirunSyntax.commandLine().getUsageMessage(CommandLine.Help.Ansi.OFF);
  }

  /** Checks what concerns the whole job. */
  void checkJob() throws LaunchException {
    if (hosts != null) {
      throw usage(
          "--host and --hostfile are not supported yet: all ranks run on this host. Without them"
              + " any number of ranks can be started here");
    }
    checkExports();
    if (timeoutSeconds != null && timeoutSeconds < 1) {
      throw usage("--timeout is " + timeoutSeconds + "; it must be at least 1 second");
    }
    if (stallReportSeconds != null && stallReportSeconds < 1) {
      throw usage("--stall-report is " + stallReportSeconds + "; it must be at least 1 second");
    }
    if (parameterFile != null && List.of(parameterFile.split(",", -1)).contains("")) {
      throw usage("-am is '" + parameterFile + "'; it must be FILE or FILE,FILE...");
    }
    if ("".equals(reportPid)) {
      throw usage("--report-pid is ''; it must be -, + or a file");
    }
    if (ranksPerHost != null && ranksPerHost < 1) {
      throw usage("-N is " + ranksPerHost + "; it must be at least 1");
    }
  }

  /**
   * Checks what concerns a program.
   *
   * @param amongOthers whether it is not the only one
   */
  void checkProgram(boolean amongOthers) throws LaunchException {
    if (command.isEmpty()) {
      throw usage(amongOthers ? "a program is missing beside a colon" : "no program is given");
    }
    if (rankCount != null && rankCount < 1) {
      throw usage("-n is " + rankCount + "; it must be at least 1");
    }
    if (amongOthers && rankCount == null) {
      throw usage("-n is missing for " + command.get(0) + "; each of several programs needs it");
    }
    if (rankCount != null && ranksPerHost != null && rankCount > ranksPerHost) {
      throw usage(
          "-n " + rankCount + " ranks do not fit on one host with -N " + ranksPerHost + " on each");
    }
    checkExports();
  }

  private void checkExports() throws LaunchException {
    List<String> all = new ArrayList<>(tuneExports);
    all.addAll(exports);
    for (String export : all) {
      if (export.isEmpty() || export.startsWith("=")) {
        throw usage("-x is '" + export + "'; it must be NAME or NAME=VALUE");
      }
    }
  }

  /** The parameters given with --mca; of two values for one name, the later. */
  Map<String, String> parameters() {
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i + 1 < mca.size(); i += 2) {
      values.put(mca.get(i), mca.get(i + 1));
    }
    return values;
  }

  static LaunchException usage(String message) {
    return new LaunchException(ExitCodes.USAGE, message + " (mpirun --help lists the options)");
  }
}
