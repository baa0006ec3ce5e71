package org.ob1j.launcher.commandline;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.ob1j.launcher.option.Spelling;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.launcher.system.Resource;
import org.ob1j.runtime.parameter.Parameter;
import org.ob1j.runtime.parameter.ParameterProvider;

/**
 * The names that --mca may have: ob1j's parameters, those of Open MPI, which have no effect, and
 * those of transports that mpirun does not know, because only the ranks have them on their class
 * path: {@code btl_NAME_…}.
 */
public record ParameterNames(Set<String> ours, Set<String> openMpis) {
  private static final String OPEN_MPI_LIST = "open-mpi-parameters.txt";

  /** Those of all modules on the class path, and Open MPI's. */
  public static ParameterNames load() throws LaunchException {
    Set<String> ours = new TreeSet<>();
    for (ParameterProvider provider : ServiceLoader.load(ParameterProvider.class)) {
      for (Parameter<?> parameter : provider.parameters()) {
        ours.add(parameter.name());
        ours.addAll(parameter.aliases());
      }
    }
    return new ParameterNames(ours, readOpenMpis());
  }

  /**
   * Whether Open MPI has all these, so that none is a slip of the pen. To load the names of ob1j's
   * parameters takes some 20 ms of each start; to look into a text does not.
   */
  public static boolean areAllOpenMpis(Collection<String> names) throws LaunchException {
    String list = openMpiList();
    return names.stream().allMatch(name -> list.contains("\n" + name + "\n"));
  }

  private static Set<String> readOpenMpis() throws LaunchException {
    return openMpiList().lines().filter(line -> !line.startsWith("#")).collect(Collectors.toSet());
  }

  private static String openMpiList() throws LaunchException {
    try {
      return Resource.text(ParameterNames.class, OPEN_MPI_LIST);
    } catch (IOException unreadable) {
      throw new LaunchException(ExitCodes.FAILURE, unreadable.getMessage());
    }
  }

  /**
   * Checks names.
   *
   * @return those that only Open MPI has
   * @throws LaunchException for the first that nobody has, with the one that is most like it
   */
  public List<String> withoutEffect(Collection<String> names) throws LaunchException {
    List<String> without = new ArrayList<>();
    for (String name : names) {
      if (ours.contains(name)) {
        continue;
      }
      if (openMpis.contains(name)) {
        without.add(name);
      } else if (!isOfOtherTransport(name) || Spelling.closest(ours, name) != null) {
        throw new LaunchException(
            ExitCodes.USAGE, "--mca " + name + ": there is no such parameter" + suggestion(name));
      }
    }
    return without;
  }

  private boolean isOfOtherTransport(String name) {
    String[] parts = name.split("_", 3);
    return parts.length == 3
        && parts[0].equals("btl")
        && ours.stream().noneMatch(known -> known.startsWith("btl_" + parts[1] + "_"));
  }

  private String suggestion(String name) {
    String like = Spelling.closest(ours, name);
    return like == null ? " (mpirun --info lists them)" : "; is " + like + " meant?";
  }
}
