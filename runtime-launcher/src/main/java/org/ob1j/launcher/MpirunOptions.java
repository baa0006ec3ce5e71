package org.ob1j.launcher;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** What one part of mpirun's command line says. */
final class MpirunOptions {
  /** What the next rank goes to, and Open MPI's modifiers: on one host it is all the same. */
  private static final Pattern MAP_BY =
      Pattern.compile(
          "(slot|node|core|hwthread|socket|numa|board|l[123]cache|seq|ppr:\\d{1,6}:node)"
              + "(:(pe=\\d+|span|oversubscribe|nooversubscribe)(,|$))*",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern BIND_TO =
      Pattern.compile(
          "(core|hwthread|none)(:overload-allowed|:if-supported)?", Pattern.CASE_INSENSITIVE);

  private static final String OVERLOAD_ALLOWED = ":overload-allowed";

  /** What a rank may be tied to. */
  enum BindTo {
    CORE,
    NONE
  }

  final Integer rankCount;
  final List<String> mca;
  final List<String> exports;
  final String workingDirectory;
  final Integer timeoutSeconds;
  final Integer stallReportSeconds;
  final String mapBy;
  private final String binding;
  final BindTo bindTo;
  final boolean oversubscribe;
  final boolean tagOutput;
  final boolean timestampOutput;
  final boolean mergeStderr;
  final String outputFilename;
  final String stdin;
  final Integer ranksPerHost;
  final boolean displayMap;
  final boolean reportBindings;
  final String appFile;
  final boolean quiet;
  final String hosts;
  final boolean verbose;
  final boolean info;
  final boolean version;
  final boolean help;
  final List<String> command;

  /** What a program that is not the first may say of itself. */
  private static final Set<String> OF_A_PROGRAM = Set.of("-n", "-x", "-wdir");

  private MpirunOptions(ParseResult given) {
    rankCount = given.<Integer>matchedOptionValue("-n", null);
    mca = given.matchedOptionValue("--mca", List.of());
    exports = given.matchedOptionValue("-x", List.of());
    workingDirectory = given.<String>matchedOptionValue("-wdir", null);
    timeoutSeconds = given.<Integer>matchedOptionValue("--timeout", null);
    stallReportSeconds = given.<Integer>matchedOptionValue("--stall-report", null);
    mapBy = given.matchedOptionValue("--map-by", "slot");
    binding = given.matchedOptionValue("--bind-to", "none").toLowerCase(Locale.ROOT);
    bindTo = binding.startsWith("none") ? BindTo.NONE : BindTo.CORE;
    oversubscribe =
        given.matchedOptionValue("--oversubscribe", false) || binding.endsWith(OVERLOAD_ALLOWED);
    tagOutput = given.matchedOptionValue("--tag-output", false);
    timestampOutput = given.matchedOptionValue("--timestamp-output", false);
    mergeStderr = given.matchedOptionValue("--merge-stderr-to-stdout", false);
    outputFilename = given.<String>matchedOptionValue("--output-filename", null);
    stdin = given.matchedOptionValue("--stdin", "0");
    ranksPerHost = given.matchedOptionValue("-N", ranksPerHost(mapBy));
    displayMap = given.matchedOptionValue("--display-map", false);
    reportBindings = given.matchedOptionValue("--report-bindings", false);
    appFile = given.<String>matchedOptionValue("--app", null);
    quiet = given.matchedOptionValue("-q", false);
    hosts = given.<String>matchedOptionValue("--host", null);
    verbose = given.matchedOptionValue("-v", false);
    info = given.matchedOptionValue("--info", false);
    version = given.matchedOptionValue("-V", false);
    help = given.matchedOptionValue("-h", false);
    command = given.matchedPositionalValue(0, List.of());
  }

  /** What {@code --map-by ppr:N:node} says; null if it does not. */
  private static Integer ranksPerHost(String mapBy) {
    String[] parts = mapBy.split(":");
    boolean says = MAP_BY.matcher(mapBy).matches() && parts[0].equalsIgnoreCase("ppr");
    return says ? Integer.valueOf(parts[1]) : null;
  }

  /** Reads one part of a command line; a mistake in it is a {@link LaunchException} with code 2. */
  static MpirunOptions parse(String... words) throws LaunchException {
    return new MpirunOptions(read(words));
  }

  /** Reads a part in which only what concerns one program may stand. */
  static MpirunOptions parseProgram(String... words) throws LaunchException {
    ParseResult given = read(words);
    for (CommandLine.Model.OptionSpec option : given.matchedOptions()) {
      if (Arrays.stream(option.names()).noneMatch(OF_A_PROGRAM::contains)) {
        throw usage(
            option.longestName()
                + " concerns the whole job and goes before the first program; a program may have"
                + " -n, -x and -wdir");
      }
    }
    return new MpirunOptions(given);
  }

  private static ParseResult read(String... words) throws LaunchException {
    try {
      return MpirunSyntax.commandLine().parseArgs(words);
    } catch (CommandLine.UnmatchedArgumentException unknown) {
      List<String> like = unknown.getSuggestions();
      throw usage(unknown.getMessage() + (like.isEmpty() ? "" : "; is " + like.get(0) + " meant?"));
    } catch (CommandLine.ParameterException wrong) {
      throw usage(wrong.getMessage());
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
    if (!MAP_BY.matcher(mapBy).matches()) {
      throw usage("--map-by is '" + mapBy + "'; it must be slot, node, core, socket or the like");
    }
    if (!BIND_TO.matcher(binding).matches()) {
      throw usage("--bind-to is '" + binding + "'; it must be core, hwthread or none");
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
