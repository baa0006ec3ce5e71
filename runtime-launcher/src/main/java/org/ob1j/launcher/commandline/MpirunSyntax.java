package org.ob1j.launcher.commandline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ob1j.launcher.option.CommandOption;
import org.ob1j.launcher.option.CommandOption.Kind;
import org.ob1j.launcher.option.GivenOptions;
import org.ob1j.launcher.system.LaunchException;

/**
 * The options of mpirun, as its help shows them. Long ones have one dash or two, as in Open MPI.
 */
public final class MpirunSyntax {
  private static final List<CommandOption> OPTIONS =
      List.of(
          option(
              "-n --n -np --np -c",
              Kind.NUMBER,
              "N",
              "Start N ranks (default: one for each slot, or core)."),
          option(
              "--mca -mca --gmca -gmca",
              Kind.PAIRS,
              "NAME VALUE",
              "Set a parameter; --info lists them."),
          option("-x", Kind.WORDS, "NAME[=VALUE]", "Set or pass on an environment variable."),
          option("-wdir --wdir -wd --wd", Kind.WORD, "DIR", "Start the ranks in this folder."),
          option(
              "--host -host -H",
              Kind.WORDS,
              "HOST[:SLOTS],...",
              "Run on these hosts; one slot for each mention, HOST:* for as many as it has."),
          option(
              "--hostfile -hostfile --machinefile -machinefile",
              Kind.WORD,
              "FILE",
              "Run on the hosts of a file, with lines such as: HOST slots=4 max_slots=8"),
          option(
              "--default-hostfile -default-hostfile",
              Kind.WORD,
              "FILE|none",
              "Such a file where nothing else says which hosts there are."),
          option(
              "--rankfile -rankfile -rf --rf",
              Kind.WORD,
              "FILE",
              "Where each rank runs, with lines such as: rank 0=HOST slot=0:1-2"),
          option("--nolocal -nolocal", Kind.FLAG, "", "Run no ranks on the host of mpirun itself."),
          option(
              "--prefix -prefix",
              Kind.WORD,
              "DIR",
              "Where ob1j is installed on other hosts (default: where it is here)."),
          option(
              "--preload-binary -preload-binary -s",
              Kind.FLAG,
              "",
              "Send the program's jars and classes to the other hosts."),
          option(
              "--timeout -timeout",
              Kind.NUMBER,
              "SECONDS",
              "End the job after this time, with exit code 110."),
          option(
              "--stall-report -stall-report",
              Kind.NUMBER,
              "SECONDS",
              "Print what each rank waits for when nothing has moved for this long, and",
              "which ranks wait for each other; SIGUSR1 prints it at once."),
          option(
              "--bind-to -bind-to",
              Kind.WORD,
              "core|socket|...|none",
              "Tie each rank to a core of its own, a socket, ... (default: none)."),
          option(
              "--cpu-set -cpu-set --cpu-list -cpu-list",
              Kind.WORD,
              "LIST",
              "Use these CPUs only, such as 0-3,8."),
          option(
              "--oversubscribe -oversubscribe",
              Kind.FLAG,
              "",
              "Start more ranks than slots, and let them share cores."),
          option(
              "--tag-output -tag-output",
              Kind.FLAG,
              "",
              "Start each line of output with [1,RANK]<stdout>: or [1,RANK]<stderr>:."),
          option(
              "--timestamp-output -timestamp-output",
              Kind.FLAG,
              "",
              "Start each line of output with the time."),
          option(
              "--merge-stderr-to-stdout -merge-stderr-to-stdout",
              Kind.FLAG,
              "",
              "Pass on what ranks write to standard error as standard output."),
          option(
              "--output-filename -output-filename",
              Kind.WORD,
              "DIR[:nocopy]",
              "Keep output in DIR/1/rank.N/stdout and stderr, too; with :nocopy only",
              "there; with :nojobid without the 1."),
          option(
              "--stdin -stdin",
              Kind.WORD,
              "RANK|all|none",
              "Who reads standard input (default: 0)."),
          option(
              "-N -npernode --npernode -ppn --ppn",
              Kind.NUMBER,
              "N",
              "Start N ranks on each host."),
          option(
              "--map-by -map-by",
              Kind.WORD,
              "slot|node|core|socket|ppr:N:node|...",
              "In what order ranks go round the hosts, and where they are bound round the",
              "cores; :pe=N cores for each."),
          option(
              "--display-map -display-map --display-devel-map -display-devel-map --display-diffable-map -display-diffable-map",
              Kind.FLAG,
              "",
              "Print where ranks run before they start."),
          option(
              "--display-allocation -display-allocation --display-devel-allocation -display-devel-allocation",
              Kind.FLAG,
              "",
              "Print the hosts and their slots."),
          option(
              "--report-bindings -report-bindings",
              Kind.FLAG,
              "",
              "Print which core each rank is tied to."),
          option(
              "--report-pid -report-pid",
              Kind.WORD,
              "-|+|FILE",
              "Print mpirun's process id to standard output, error, or a file."),
          option(
              "--path -path",
              Kind.WORD,
              "FOLDERS",
              "Look for the program in these folders, not in PATH."),
          option(
              "--app -app",
              Kind.WORD,
              "FILE",
              "Read the programs from a file: one on each line, with its options."),
          option(
              "-q --quiet -quiet",
              Kind.FLAG,
              "",
              "Say nothing but what is wrong with the command line."),
          option("-v --verbose -verbose", Kind.FLAG, "", "Say what mpirun does."),
          option(
              "--info -info",
              Kind.FLAG,
              "",
              "Print every parameter with its value, where it comes from, and its",
              "meaning."),
          option(
              "--jvm-options -jvm-options",
              Kind.FLAG,
              "",
              "Print the options, one a line, with which the java of a rank is started",
              "(of the program that is given, or of mpirun's java)."),
          option("-V --version -version", Kind.FLAG, "", "Print the version."),
          option("-h --help -help", Kind.FLAG, "", "Print this text."));

  private static final String HEAD =
      """
      Starts a program as the ranks of an MPI job.
      Usage: mpirun [options] program [arguments]
                    [: [-n N] [--host HOSTS] [-x NAME] [-wdir DIR] program [arguments]]...
             mpirun [options] --app FILE
      """;

  private static final String FOOT =
      """

      Everything from the first word that is no option on is the program and its arguments.
      Exit code: the first failing rank's; 2 wrong usage, 127 no such program, 110 timeout,
      130 SIGINT, 143 SIGTERM.
      """;

  private static final Map<String, CommandOption> BY_NAME = byName();

  private MpirunSyntax() {}

  private static CommandOption option(String names, Kind kind, String label, String... help) {
    return new CommandOption(List.of(names.split(" ")), kind, label, List.of(help));
  }

  private static Map<String, CommandOption> byName() {
    Map<String, CommandOption> byName = new HashMap<>();
    List<CommandOption> all = new ArrayList<>(OPTIONS);
    all.addAll(OpenMpiOptions.all());
    for (CommandOption option : all) {
      for (String name : option.names()) {
        byName.put(name, option);
      }
    }
    return Map.copyOf(byName);
  }

  /** Reads one part of a command line; a mistake in it is a {@link LaunchException} with code 2. */
  static GivenOptions read(String... words) throws LaunchException {
    return GivenOptions.read(BY_NAME, words);
  }

  /** What --help prints. */
  public static String help() {
    StringBuilder text = new StringBuilder(HEAD);
    for (CommandOption option : OPTIONS) {
      text.append("  ").append(String.join(", ", option.names()));
      text.append(option.label().isEmpty() ? "" : " " + option.label()).append('\n');
      for (String line : option.help()) {
        text.append("      ").append(line).append('\n');
      }
    }
    return text.append(FOOT).toString();
  }
}
