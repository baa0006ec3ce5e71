package org.ob1j.launcher;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** mpirun's command line. Long options have one dash or two, as in Open MPI. */
@Command(
    name = "mpirun",
    sortOptions = false,
    customSynopsis = "mpirun [options] program [arguments]",
    header = "Starts a program as the ranks of an MPI job.",
    footer = {
      "",
      "Everything from the first word that is no option on is the program and its arguments.",
      "Exit code: the first failing rank's; 2 wrong usage, 127 no such program, 110 timeout,",
      "130 SIGINT, 143 SIGTERM."
    })
final class MpirunOptions {
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

  /** Reads a command line; a mistake in it is a {@link LaunchException} with code 2. */
  static MpirunOptions parse(String... arguments) throws LaunchException {
    MpirunOptions options = new MpirunOptions();
    try {
      commandLine(options).parseArgs(arguments);
    } catch (CommandLine.ParameterException wrong) {
      throw usage(wrong.getMessage());
    }
    if (!options.help && !options.version && !options.info) {
      options.check();
    }
    return options;
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

  private void check() throws LaunchException {
    if (hosts != null) {
      throw usage(
          "--host and --hostfile are not supported yet: all ranks run on this host. Without them"
              + " any number of ranks can be started here");
    }
    if (rankCount != null && rankCount < 1) {
      throw usage("-n is " + rankCount + "; it must be at least 1");
    }
    if (timeoutSeconds != null && timeoutSeconds < 1) {
      throw usage("--timeout is " + timeoutSeconds + "; it must be at least 1 second");
    }
    if (command.isEmpty()) {
      throw usage("no program is given");
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

  private static LaunchException usage(String message) {
    return new LaunchException(ExitCodes.USAGE, message + " (mpirun --help lists the options)");
  }
}
