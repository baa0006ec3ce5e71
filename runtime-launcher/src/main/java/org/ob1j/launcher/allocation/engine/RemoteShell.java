package org.ob1j.launcher.allocation.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.ob1j.launcher.allocation.Host;
import org.ob1j.launcher.allocation.HostFinder;
import org.ob1j.launcher.option.OptionFile;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * How a command is started on another host where no scheduler does it: ssh, or what the user names.
 *
 * @param agent the command, with arguments of its own and those that the user adds
 * @param isSsh whether it is ssh, so that its options are known
 * @param noTree whether mpirun starts all hosts itself
 * @param concurrent how many hosts are started at the same time
 * @param patience how long a host that is not up yet is waited for; zero: not at all
 */
public record RemoteShell(
    List<String> agent, boolean isSsh, boolean noTree, int concurrent, Duration patience) {
  /** What ends where a person would have to answer, or where nobody does. */
  private static final List<String> SSH_OPTIONS =
      List.of("-x", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10");

  /** How many words come before the command in {@link #toWords}. */
  private static final int PARTS = 3;

  /** What other launchers call plm_rsh_args, by which containers are given them. */
  private static final List<String> ARGUMENT_VARIABLES =
      List.of("PRTE_MCA_plm_ssh_args", "HYDRA_LAUNCH_EXTRA_ARGS");

  public RemoteShell {
    agent = List.copyOf(agent);
  }

  /**
   * As parameters and environment say.
   *
   * @param isInstalled whether there is a program of this name, in PATH or as a path
   */
  public static RemoteShell of(
      ParameterSet parameters, Map<String, String> environment, Predicate<String> isInstalled)
      throws LaunchException {
    List<String> agent = agent(parameters.get(LaunchParameters.REMOTE_AGENT), isInstalled);
    String program = agent.get(0).substring(agent.get(0).lastIndexOf('/') + 1);
    List<String> words = new ArrayList<>(agent);
    words.addAll(
        OptionFile.words(
            arguments(parameters, environment), LaunchParameters.REMOTE_ARGUMENTS.name()));
    return new RemoteShell(
        words,
        program.equals("ssh"),
        parameters.get(LaunchParameters.NO_TREE),
        parameters.get(LaunchParameters.CONCURRENT),
        patience(parameters, environment));
  }

  /** In containers that are started together the others come up while mpirun runs. */
  private static Duration patience(ParameterSet parameters, Map<String, String> environment) {
    int seconds = parameters.get(LaunchParameters.HOST_PATIENCE);
    boolean containers = HostFinder.HOSTFILE_VARIABLES.stream().anyMatch(environment::containsKey);
    return Duration.ofSeconds(
        seconds >= 0 ? seconds : containers ? LaunchParameters.CONTAINER_PATIENCE_SECONDS : 0);
  }

  /** What a scheduler has in the place of ssh, which only mpirun itself can call. */
  static RemoteShell ofScheduler(ParameterSet parameters, String... words) {
    return new RemoteShell(
        List.of(words), false, true, parameters.get(LaunchParameters.CONCURRENT), Duration.ZERO);
  }

  /** The program's name, without its folder. */
  public String name() {
    return agent.get(0).substring(agent.get(0).lastIndexOf('/') + 1);
  }

  /**
   * The command that starts a command on a host.
   *
   * @param host as the shell takes it: {@link Host#target}
   */
  public List<String> command(String host, List<String> command) {
    List<String> words = new ArrayList<>(agent);
    if (isSsh) {
      // After the user's: of two values for one option ssh takes the first.
      words.addAll(SSH_OPTIONS);
    }
    words.add(host);
    words.addAll(command);
    return words;
  }

  /** As words, for a host that starts others; {@link #ofWords} reads them. */
  public List<String> toWords() {
    List<String> words = new ArrayList<>();
    words.add(String.valueOf(isSsh));
    words.add(String.valueOf(concurrent));
    words.add(String.valueOf(patience.toMillis()));
    words.addAll(agent);
    return words;
  }

  /** What words say that {@link #toWords} has made. */
  public static RemoteShell ofWords(List<String> words) {
    return new RemoteShell(
        words.subList(PARTS, words.size()),
        Boolean.parseBoolean(words.get(0)),
        false,
        Integer.parseInt(words.get(1)),
        Duration.ofMillis(Long.parseLong(words.get(2))));
  }

  private static List<String> agent(String text, Predicate<String> isInstalled)
      throws LaunchException {
    List<String> missing = new ArrayList<>();
    for (String each : text.split("(^|\\s):(\\s|$)|:(?=\\s|$)", -1)) {
      List<String> words = OptionFile.words(each, LaunchParameters.REMOTE_AGENT.name());
      if (!words.isEmpty() && isInstalled.test(words.get(0))) {
        return words;
      }
      missing.addAll(words.isEmpty() ? List.of() : words.subList(0, 1));
    }
    throw new LaunchException(
        ExitCodes.NO_SUCH_PROGRAM,
        LaunchParameters.REMOTE_AGENT.name()
            + " is '"
            + text
            + "'; "
            + (missing.isEmpty()
                ? "it must name a program"
                : "there is no program " + String.join(" or ", missing) + " here"));
  }

  private static String arguments(ParameterSet parameters, Map<String, String> environment) {
    String given = parameters.get(LaunchParameters.REMOTE_ARGUMENTS);
    if (!given.isBlank()) {
      return given;
    }
    return ARGUMENT_VARIABLES.stream()
        .map(name -> environment.getOrDefault(name, ""))
        .filter(value -> !value.isBlank())
        .findFirst()
        .orElse("");
  }
}
