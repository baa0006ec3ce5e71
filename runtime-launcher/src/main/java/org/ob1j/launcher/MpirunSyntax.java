package org.ob1j.launcher;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The options of mpirun, as its help shows them. Long ones have one dash or two, as in Open MPI.
 * They are built by hand, because to read picocli's annotations takes half as long again as the
 * rest of mpirun's start.
 */
final class MpirunSyntax {
  private static final List<OptionSpec.Builder> OPTIONS =
      List.of(
          option("-n", "--n", "-np", "--np", "-c")
              .type(Integer.class)
              .paramLabel("N")
              .description("Start N ranks (default: one for each core)."),
          option("--mca", "-mca", "--gmca", "-gmca")
              .type(List.class)
              .auxiliaryTypes(String.class)
              .arity("2")
              .hideParamSyntax(true)
              .paramLabel("NAME VALUE")
              .description("Set a parameter; --info lists them."),
          option("-x")
              .type(List.class)
              .auxiliaryTypes(String.class)
              .paramLabel("NAME[=VALUE]")
              .description("Set or pass on an environment variable."),
          option("-wdir", "--wdir", "-wd", "--wd")
              .type(String.class)
              .paramLabel("DIR")
              .description("Start the ranks in this folder."),
          option("--timeout", "-timeout")
              .type(Integer.class)
              .paramLabel("SECONDS")
              .description("End the job after this time, with exit code 110."),
          option("--stall-report", "-stall-report")
              .type(Integer.class)
              .paramLabel("SECONDS")
              .description(
                  "Print what each rank waits for when nothing has moved for this long,",
                  "and which ranks wait for each other; SIGUSR1 prints it at once."),
          option("--bind-to", "-bind-to")
              .type(String.class)
              .paramLabel("core|socket|...|none")
              .description("Tie each rank to a core of its own, a socket, ... (default: none)."),
          option("--cpu-set", "-cpu-set", "--cpu-list", "-cpu-list")
              .type(String.class)
              .paramLabel("LIST")
              .description("Use these CPUs only, such as 0-3,8."),
          option("--oversubscribe", "-oversubscribe")
              .description("Let ranks share cores even with --bind-to core."),
          option("--tag-output", "-tag-output")
              .description(
                  "Start each line of output with [1,RANK]<stdout>: or [1,RANK]<stderr>:."),
          option("--timestamp-output", "-timestamp-output")
              .description("Start each line of output with the time."),
          option("--merge-stderr-to-stdout", "-merge-stderr-to-stdout")
              .description("Pass on what ranks write to standard error as standard output."),
          option("--output-filename", "-output-filename")
              .type(String.class)
              .paramLabel("DIR[:nocopy]")
              .description(
                  "Keep output in DIR/1/rank.N/stdout and stderr, too;",
                  "with :nocopy only there; with :nojobid without the 1."),
          option("--stdin", "-stdin")
              .type(String.class)
              .paramLabel("RANK|all|none")
              .description("Who reads standard input (default: 0)."),
          option("-N", "-npernode", "--npernode", "-ppn", "--ppn")
              .type(Integer.class)
              .paramLabel("N")
              .description("Start N ranks on each host: there is one."),
          option("--map-by", "-map-by")
              .type(String.class)
              .paramLabel("core|socket|ppr:N:node|...")
              .description(
                  "In what order ranks that are bound go round the cores; :pe=N for each."),
          option(
                  "--display-map",
                  "-display-map",
                  "--display-devel-map",
                  "-display-devel-map",
                  "--display-diffable-map",
                  "-display-diffable-map")
              .description("Print where ranks run before they start."),
          option(
                  "--display-allocation",
                  "-display-allocation",
                  "--display-devel-allocation",
                  "-display-devel-allocation")
              .description("Print the host and its cores."),
          option("--report-bindings", "-report-bindings")
              .description("Print which core each rank is tied to."),
          option("--report-pid", "-report-pid")
              .type(String.class)
              .paramLabel("-|+|FILE")
              .description("Print mpirun's process id to standard output, error, or a file."),
          option("--path", "-path")
              .type(String.class)
              .paramLabel("FOLDERS")
              .description("Look for the program in these folders, not in PATH."),
          option("--app", "-app")
              .type(String.class)
              .paramLabel("FILE")
              .description("Read the programs from a file: one on each line, with its options."),
          option("-q", "--quiet", "-quiet")
              .description("Say nothing but what is wrong with the command line."),
          option(
                  "--host",
                  "-host",
                  "-H",
                  "--hostfile",
                  "-hostfile",
                  "--machinefile",
                  "-machinefile",
                  "--default-hostfile",
                  "-default-hostfile")
              .type(String.class)
              .paramLabel("HOSTS")
              .description("Not supported yet: all ranks run on this host."),
          option("-v", "--verbose", "-verbose").description("Say what mpirun does."),
          option("--info", "-info")
              .description(
                  "Print every parameter with its value, where it comes from, and its meaning."),
          option("--jvm-options", "-jvm-options")
              .description(
                  "Print the options, one a line, with which the java of a rank is started"
                      + " (of the program that is given, or a java without options)."),
          option("-V", "--version", "-version").description("Print the version."),
          option("-h", "--help", "-help").description("Print this text."));

  private MpirunSyntax() {}

  private static OptionSpec.Builder option(String name, String... others) {
    return OptionSpec.builder(name, others);
  }

  /** What messages call an option: as the help does, by its first name. */
  static String name(OptionSpec option) {
    return option.names()[0];
  }

  /** Says what is wrong with an option's value. */
  static String explain(CommandLine.ParameterException wrong) {
    if (wrong instanceof CommandLine.MissingParameterException missing
        && missing.getMissing().get(0) instanceof OptionSpec option) {
      return name(option) + " needs a value: " + name(option) + " " + option.paramLabel();
    }
    if (wrong.getArgSpec() instanceof OptionSpec option
        && wrong.getValue() != null
        && option.type() == Integer.class) {
      return name(option)
          + " is '"
          + wrong.getValue()
          + "'; it must be a whole number up to 2147483647";
    }
    return wrong.getMessage();
  }

  /** What reads a command line without rare options of Open MPI's, or prints the help. */
  static CommandLine commandLine() {
    return commandLine(List.of());
  }

  /** What reads a command line that has some of these options, too. */
  static CommandLine commandLine(List<OptionSpec> others) {
    CommandSpec mpirun = CommandSpec.create().name("mpirun");
    mpirun
        .usageMessage()
        .sortOptions(false)
        .customSynopsis(
            "mpirun [options] program [arguments] [: [-n N] [-x NAME] [-wdir DIR] program"
                + " [arguments]]...",
            "mpirun [options] --app FILE")
        .header("Starts a program as the ranks of an MPI job.")
        .footer(
            "",
            "Everything from the first word that is no option on is the program and its arguments.",
            "Exit code: the first failing rank's; 2 wrong usage, 127 no such program, 110 timeout,",
            "130 SIGINT, 143 SIGTERM.");
    OPTIONS.forEach(option -> mpirun.addOption(option.build()));
    others.forEach(mpirun::addOption);
    mpirun.addPositional(
        PositionalParamSpec.builder()
            .type(List.class)
            .auxiliaryTypes(String.class)
            .arity("0..*")
            .hidden(true)
            .build());
    return new CommandLine(mpirun)
        .setStopAtPositional(true)
        .setOverwrittenOptionsAllowed(true)
        .setPosixClusteredShortOptionsAllowed(false)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExpandAtFiles(false)
        .setTrimQuotes(false);
  }
}
