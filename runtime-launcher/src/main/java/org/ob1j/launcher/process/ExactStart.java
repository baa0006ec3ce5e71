package org.ob1j.launcher.process;

import java.io.File;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.launcher.system.NativeText;

/**
 * Prepares a process that gets its command, environment and working folder as the bytes that they
 * are. Java gives a process what its own encoding can express, and what it has inherited itself;
 * Perl gives it the rest.
 *
 * @param tools the system's programs that start ranks
 * @param inherited mpirun's own environment
 */
public record ExactStart(SystemTools tools, Map<String, String> inherited) {

  /**
   * A rank's process, wrapped into what ties it to the life of its starter and to its CPUs.
   *
   * @param program the program and its arguments
   * @param environment all that it finds in its environment
   * @param directory where it starts
   * @param cpus the CPUs that it is tied to; none: it is not bound
   */
  public ProcessBuilder prepare(
      List<String> program, Map<String, String> environment, String directory, List<Integer> cpus)
      throws LaunchException {
    ProcessBuilder builder = new ProcessBuilder();
    List<String> assignments = assign(environment, builder.environment());
    boolean exact =
        !assignments.isEmpty()
            || !NativeText.isExpressible(directory)
            || !NativeText.areExpressible(program);
    List<String> command = new ArrayList<>();
    if (!cpus.isEmpty()) {
      String list = cpus.stream().map(String::valueOf).collect(Collectors.joining(","));
      command.addAll(List.of(tools.taskset(), "-c", list));
    }
    command.addAll(program);
    List<String> words = new ArrayList<>(List.of(tools.setpriv(), "--pdeathsig", "KILL", "--"));
    if (exact || tools.groupsByPerl()) {
      SystemTools.hideFromPerl(builder.environment());
    }
    if (exact) {
      words.addAll(tools.exactly(directory, assignments, command));
    } else {
      builder.directory(new File(directory));
      words.addAll(tools.inGroup(command));
    }
    return builder.command(words);
  }

  /** Changes what the process is given already, and returns what Java cannot: NAME=VALUE. */
  private List<String> assign(Map<String, String> wanted, Map<String, String> given) {
    List<String> assignments = new ArrayList<>();
    for (Iterator<String> names = given.keySet().iterator(); names.hasNext(); ) {
      String name = names.next();
      if (!wanted.containsKey(name) && NativeText.isExpressible(name)) {
        names.remove();
      }
    }
    for (Map.Entry<String, String> variable : wanted.entrySet()) {
      String name = variable.getKey();
      String value = variable.getValue();
      if (NativeText.isExpressible(name) && NativeText.isExpressible(value)) {
        given.put(name, value);
      } else if (!value.equals(inherited.get(name)) || SystemTools.isPerls(name)) {
        given.remove(name);
        assignments.add(name + "=" + value);
      }
    }
    return assignments;
  }
}
