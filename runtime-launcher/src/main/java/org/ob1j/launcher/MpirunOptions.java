package org.ob1j.launcher;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** mpirun's command line. Long options have one dash or two, as in Open MPI. */
@Command(
    name = "mpirun",
    sortOptions = false,
    customSynopsis = {
      "mpirun [options] program [arguments] [: [-n N] [-x NAME] [-wdir DIR] program [arguments]]...",
      "mpirun [options] --app FILE"
    },
    header = "Starts a program as the ranks of an MPI job.",
    footer = {
      "",
      "Everything from the first word that is no option on is the program and its arguments.",
      "Exit code: the first failing rank's; 2 wrong usage, 127 no such program, 110 timeout,",
      "130 SIGINT, 143 SIGTERM."
    })
final class MpirunOptions {
  /** What the next rank goes to: on one host the order of ranks is the same for all. */
  enum MapBy {
    SLOT,
    NODE,
    CORE,
    HWTHREAD,
    SOCKET,
    NUMA
  }

  /** What a rank may be tied to. */
  enum BindTo {
    CORE,
    NONE
  }

  @Option(
      names = {"-n", "-np", "--np", "-c"},
      paramLabel = "N",
      description = "Start N ranks (default: one for each core).")
  Integer rankCount;

  @Option(
      names = {"--mca", "-mca"},
      arity = "2",
      paramLabel = "NAME VALUE",
      hideParamSyntax = true,
      description = "Set a parameter; --info lists them.")
  List<String> mca = new ArrayList<>();

  @Option(
      names = "-x",
      paramLabel = "NAME[=VALUE]",
      description = "Set or pass on an environment variable.")
  List<String> exports = new ArrayList<>();

  @Option(
      names = {"-wdir", "--wdir", "-wd", "--wd"},
      paramLabel = "DIR",
      description = "Start the ranks in this folder.")
  String workingDirectory;

  @Option(
      names = {"--timeout", "-timeout"},
      paramLabel = "SECONDS",
      description = "End the job after this time, with exit code 110.")
  Integer timeoutSeconds;

  @Option(
      names = {"--stall-report", "-stall-report"},
      paramLabel = "SECONDS",
      description = {
        "Print what each rank waits for when nothing has moved for this long,",
        "and which ranks wait for each other; SIGUSR1 prints it at once."
      })
  Integer stallReportSeconds;

  @Option(
      names = {"--bind-to", "-bind-to"},
      paramLabel = "core|none",
      description = "Tie each rank to a core of its own (default: none).")
  BindTo bindTo = BindTo.NONE;

  @Option(
      names = {"--oversubscribe", "-oversubscribe"},
      description = "Let ranks share cores even with --bind-to core.")
  boolean oversubscribe;

  @Option(
      names = {"--tag-output", "-tag-output"},
      description = "Start each line of output with [1,RANK]<stdout>: or [1,RANK]<stderr>:.")
  boolean tagOutput;

  @Option(
      names = {"--timestamp-output", "-timestamp-output"},
      description = "Start each line of output with the time.")
  boolean timestampOutput;

  @Option(
      names = {"--merge-stderr-to-stdout", "-merge-stderr-to-stdout"},
      description = "Pass on what ranks write to standard error as standard output.")
  boolean mergeStderr;

  @Option(
      names = {"--output-filename", "-output-filename"},
      paramLabel = "DIR[:nocopy]",
      description = {
        "Keep output in DIR/1/rank.N/stdout and stderr, too;",
        "with :nocopy only there; with :nojobid without the 1."
      })
  String outputFilename;

  @Option(
      names = {"--stdin", "-stdin"},
      paramLabel = "RANK|all|none",
      description = "Who reads standard input (default: 0).")
  String stdin = "0";

  @Option(
      names = {"-N", "-npernode", "--npernode", "-ppn", "--ppn"},
      paramLabel = "N",
      description = "Start N ranks on each host: there is one.")
  Integer ranksPerHost;

  @Option(
      names = {"--map-by", "-map-by", "--rank-by", "-rank-by"},
      paramLabel = "slot|node|core|...",
      description = "How ranks go round the hosts; on one host it is all the same.")
  MapBy mapBy = MapBy.SLOT;

  @Option(
      names = {"--display-map", "-display-map"},
      description = "Print where ranks run before they start.")
  boolean displayMap;

  @Option(
      names = {"--report-bindings", "-report-bindings"},
      description = "Print which core each rank is tied to.")
  boolean reportBindings;

  @Option(
      names = {"--app", "-app"},
      paramLabel = "FILE",
      description = "Read the programs from a file: one on each line, with its options.")
  String appFile;

  @Option(
      names = {"--allow-run-as-root", "-allow-run-as-root"},
      description = "Has no effect: everybody may run jobs.")
  boolean allowRunAsRoot;

  @Option(
      names = {"-q", "--quiet", "-quiet"},
      description = "Say nothing but what is wrong with the command line.")
  boolean quiet;

  @Option(
      names = {"--host", "-host", "-H", "--hostfile", "-hostfile", "--machinefile", "-machinefile"},
      paramLabel = "HOSTS",
      description = "Not supported yet: all ranks run on this host.")
  String hosts;

  @Option(
      names = {"-v", "--verbose", "-verbose"},
      description = "Say what mpirun does.")
  boolean verbose;

  @Option(
      names = {"--info", "-info"},
      description = "Print every parameter with its value, where it comes from, and its meaning.")
  boolean info;

  @Option(
      names = {"-V", "--version", "-version"},
      description = "Print the version.")
  boolean version;

  @Option(
      names = {"-h", "--help", "-help"},
      description = "Print this text.")
  boolean help;

  @Parameters(hidden = true)
  List<String> command = new ArrayList<>();

  /** What a program that is not the first may say of itself. */
  private static final Set<String> OF_A_PROGRAM = Set.of("-n", "-x", "-wdir");

  /** Reads one part of a command line; a mistake in it is a {@link LaunchException} with code 2. */
  static MpirunOptions parse(String... words) throws LaunchException {
    MpirunOptions options = new MpirunOptions();
    options.read(words);
    return options;
  }

  /** Reads a part in which only what concerns one program may stand. */
  static MpirunOptions parseProgram(String... words) throws LaunchException {
    MpirunOptions options = new MpirunOptions();
    for (CommandLine.Model.OptionSpec option : options.read(words).matchedOptions()) {
      if (Arrays.stream(option.names()).noneMatch(OF_A_PROGRAM::contains)) {
        throw usage(
            option.longestName()
                + " concerns the whole job and goes before the first program; a program may have"
                + " -n, -x and -wdir");
      }
    }
    return options;
  }

  private CommandLine.ParseResult read(String... words) throws LaunchException {
    try {
      return commandLine(this).parseArgs(words);
    } catch (CommandLine.UnmatchedArgumentException unknown) {
      List<String> like = unknown.getSuggestions();
      throw usage(unknown.getMessage() + (like.isEmpty() ? "" : "; is " + like.get(0) + " meant?"));
    } catch (CommandLine.ParameterException wrong) {
      throw usage(wrong.getMessage());
    }
  }

  static String helpText() {
    return commandLine(new MpirunOptions()).getUsageMessage(CommandLine.Help.Ansi.OFF);
  }

  private static CommandLine commandLine(MpirunOptions options) {
    return new CommandLine(options)
        .setStopAtPositional(true)
        .setPosixClusteredShortOptionsAllowed(false)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExpandAtFiles(false)
        .setTrimQuotes(false);
  }

  /** Checks what concerns the whole job. */
  void checkJob() throws LaunchException {
    if (hosts != null) {
      throw usage(
          "--host and --hostfile are not supported yet: all ranks run on this host. Without them"
              + " any number of ranks can be started here");
    }
    if (timeoutSeconds != null && timeoutSeconds < 1) {
      throw usage("--timeout is " + timeoutSeconds + "; it must be at least 1 second");
    }
    if (stallReportSeconds != null && stallReportSeconds < 1) {
      throw usage("--stall-report is " + stallReportSeconds + "; it must be at least 1 second");
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
    for (String export : exports) {
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
