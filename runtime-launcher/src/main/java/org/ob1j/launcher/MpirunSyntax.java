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
          option("-n", "-np", "--np", "-c")
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
              .paramLabel("core|none")
              .description("Tie each rank to a core of its own (default: none)."),
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
          option("--map-by", "-map-by", "--rank-by", "-rank-by")
              .type(String.class)
              .paramLabel("slot|node|core|...")
              .description("How ranks go round the hosts; on one host it is all the same."),
          option("--display-map", "-display-map")
              .description("Print where ranks run before they start."),
          option("--report-bindings", "-report-bindings")
              .description("Print which core each rank is tied to."),
          option("--app", "-app")
              .type(String.class)
              .paramLabel("FILE")
              .description("Read the programs from a file: one on each line, with its options."),
          option("--allow-run-as-root", "-allow-run-as-root")
              .description("Has no effect: everybody may run jobs."),
          option(
                  "--nooversubscribe",
                  "-nooversubscribe",
                  "--bynode",
                  "-bynode",
                  "--byslot",
                  "-byslot",
                  "--nolocal",
                  "-nolocal",
                  "--novm",
                  "-novm",
                  "--noprefix",
                  "-noprefix",
                  "--use-hwthread-cpus",
                  "-use-hwthread-cpus",
                  "--enable-recovery",
                  "-enable-recovery",
                  "--disable-recovery",
                  "-disable-recovery",
                  "--preload-binary",
                  "-preload-binary")
              .type(List.class)
              .auxiliaryTypes(Boolean.class)
              .arity("0")
              .hidden(true)
              .description("Open MPI's, without effect on one host."),
          option("--prefix", "-prefix", "--tmpdir", "-tmpdir")
              .type(List.class)
              .auxiliaryTypes(String.class)
              .hidden(true)
              .description("Open MPI's, without effect here."),
          option("-q", "--quiet", "-quiet")
              .description("Say nothing but what is wrong with the command line."),
          option(
                  "--host",
                  "-host",
                  "-H",
                  "--hostfile",
                  "-hostfile",
                  "--machinefile",
                  "-machinefile")
              .type(String.class)
              .paramLabel("HOSTS")
              .description("Not supported yet: all ranks run on this host."),
          option("-v", "--verbose", "-verbose").description("Say what mpirun does."),
          option("--info", "-info")
              .description(
                  "Print every parameter with its value, where it comes from, and its meaning."),
          option("-V", "--version", "-version").description("Print the version."),
          option("-h", "--help", "-help").description("Print this text."));

  private MpirunSyntax() {}

  private static OptionSpec.Builder option(String name, String... others) {
    return OptionSpec.builder(name, others);
  }

  /** What reads a command line, or prints the help. */
  static CommandLine commandLine() {
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
    mpirun.addPositional(
        PositionalParamSpec.builder()
            .type(List.class)
            .auxiliaryTypes(String.class)
            .arity("0..*")
            .hidden(true)
            .build());
    return new CommandLine(mpirun)
        .setStopAtPositional(true)
        .setPosixClusteredShortOptionsAllowed(false)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExpandAtFiles(false)
        .setTrimQuotes(false);
  }
}
