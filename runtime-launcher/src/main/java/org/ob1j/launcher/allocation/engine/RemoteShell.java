package org.ob1j.launcher.allocation.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.ob1j.launcher.allocation.Host;
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
 */
public record RemoteShell(List<String> agent, boolean isSsh, boolean noTree, int concurrent) {
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
        parameters.get(LaunchParameters.CONCURRENT));
  }

  /** The command that starts a command on a host. */
  public List<String> command(Host host, List<String> command) {
    List<String> words = new ArrayList<>(agent);
    words.add(host.target());
    words.addAll(command);
    return words;
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
