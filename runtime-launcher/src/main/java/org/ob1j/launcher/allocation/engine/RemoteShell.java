package org.ob1j.launcher.allocation.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
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
 * @param isScheduler whether a scheduler has it, so that it may pass on its environment
 * @param noTree whether mpirun starts all hosts itself
 * @param concurrent how many hosts are started at the same time
 * @param patience how long a host that is not up yet is waited for; zero: not at all
 */
public record RemoteShell(
    List<String> agent, boolean isScheduler, boolean noTree, int concurrent, Duration patience) {
  /**
   * What ends where a person would have to answer, or where nobody does; and no connection that
   * other calls of ssh would share, because it would end with the job.
   */
  private static final List<String> SSH_OPTIONS =
      List.of("-x", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10", "-o", "ControlMaster=no");

  /**
   * More than between hosts that have agents, whose kernels ask: after an outage of two seconds the
   * answer comes only when TCP sends again, which may be after three.
   */
  private static final int QUESTIONS = 5;

  /** How many words come before the command in {@link #toWords}. */
  private static final int PARTS = 2;

  /** By which a container's environment names the hostfile. */
  private static final List<String> HOSTFILE_VARIABLES =
      Stream.concat(
              Stream.of("OMPI_MCA_orte_default_hostfile"), HostFinder.HOSTFILE_VARIABLES.stream())
          .toList();

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
    if (program.equals("ssh")) {
      // After the user's: of two values for one option ssh takes the first.
      words.addAll(SSH_OPTIONS);
      int seconds = parameters.get(LaunchParameters.HEARTBEAT_INTERVAL);
      words.addAll(List.of("-o", "ServerAliveInterval=" + seconds));
      words.addAll(List.of("-o", "ServerAliveCountMax=" + QUESTIONS));
    }
    return new RemoteShell(
        words,
        false,
        parameters.get(LaunchParameters.NO_TREE),
        parameters.get(LaunchParameters.CONCURRENT),
        patience(parameters, environment));
  }

  /** In containers that are started together the others come up while mpirun runs. */
  private static Duration patience(ParameterSet parameters, Map<String, String> environment) {
    int seconds = parameters.get(LaunchParameters.HOST_PATIENCE);
    boolean containers = HOSTFILE_VARIABLES.stream().anyMatch(environment::containsKey);
    return Duration.ofSeconds(
        seconds >= 0 ? seconds : containers ? LaunchParameters.CONTAINER_PATIENCE_SECONDS : 0);
  }

  /** What a scheduler has in the place of ssh, which only mpirun itself can call. */
  static RemoteShell ofScheduler(ParameterSet parameters, String... words) {
    return new RemoteShell(
        List.of(words), true, true, parameters.get(LaunchParameters.CONCURRENT), Duration.ZERO);
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
    words.add(host);
    words.addAll(command);
    return words;
  }

  /** As words, for a host that starts others; {@link #ofWords} reads them. */
  public List<String> toWords() {
    List<String> words = new ArrayList<>();
    words.add(String.valueOf(concurrent));
    words.add(String.valueOf(patience.toMillis()));
    words.addAll(agent);
    return words;
  }

  /** What words say that {@link #toWords} has made. */
  public static RemoteShell ofWords(List<String> words) {
    return new RemoteShell(
        words.subList(PARTS, words.size()),
        false,
        false,
        Integer.parseInt(words.get(0)),
        Duration.ofMillis(Long.parseLong(words.get(1))));
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
