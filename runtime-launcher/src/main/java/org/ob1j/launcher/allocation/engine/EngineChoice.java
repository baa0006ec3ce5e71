package org.ob1j.launcher.allocation.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.ob1j.launcher.allocation.Allocation;
import org.ob1j.launcher.allocation.Manager;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.runtime.parameter.ParameterSet;

/** Which engine starts ob1j on the hosts of a job. */
public final class EngineChoice {
  private EngineChoice() {}

  /**
   * Chooses.
   *
   * @param parameters {@code plm} and {@code plm_rsh_agent} are asked
   */
  public static EngineKind of(Allocation allocation, ParameterSet parameters)
      throws LaunchException {
    String named = parameters.get(LaunchParameters.ENGINE).trim();
    List<EngineKind> wanted = wanted(named);
    if (!allocation.hasRemoteHosts()) {
      return EngineKind.LOCAL;
    }
    boolean ownAgent = !parameters.sourceOf(LaunchParameters.REMOTE_AGENT).equals("default");
    List<EngineKind> fitting = fitting(allocation.manager(), ownAgent && named.isEmpty());
    if (!Collections.disjoint(wanted, fitting)) {
      return first(wanted, fitting, named);
    }
    throw LaunchException.usage(
        LaunchParameters.ENGINE.name()
            + " is '"
            + named
            + "', which cannot start anything on "
            + allocation.names()
            + ": the hosts are of "
            + allocation.source()
            + "; there fits "
            + String.join(" or ", fitting.stream().map(each -> each.names().get(0)).toList()));
  }

  /** With a ^ or nothing what fits best counts, and else what the user names first. */
  private static EngineKind first(List<EngineKind> wanted, List<EngineKind> fitting, String named) {
    boolean inOrder = !named.isEmpty() && !named.startsWith("^");
    List<EngineKind> ordered = inOrder ? wanted : fitting;
    List<EngineKind> others = inOrder ? fitting : wanted;
    return ordered.stream().filter(others::contains).findFirst().orElseThrow();
  }

  private static List<EngineKind> wanted(String named) throws LaunchException {
    boolean excludes = named.startsWith("^");
    List<EngineKind> listed = new ArrayList<>();
    String list = excludes ? named.substring(1) : named;
    for (String name : list.isEmpty() ? new String[0] : list.split(",", -1)) {
      listed.add(byName(name.trim(), named));
    }
    if (!excludes && !listed.isEmpty()) {
      return listed;
    }
    List<EngineKind> all = new ArrayList<>(List.of(EngineKind.values()));
    all.removeAll(listed);
    return all;
  }

  private static EngineKind byName(String name, String named) throws LaunchException {
    for (EngineKind engine : EngineKind.values()) {
      if (engine.names().contains(name)) {
        return engine;
      }
    }
    throw LaunchException.usage(
        LaunchParameters.ENGINE.name()
            + " is '"
            + named
            + "'; there are ssh (also called rsh and tm), slurm, sge, lsf and isolated");
  }

  /**
   * What can start something on hosts of this origin, the best first. A command that the user names
   * counts more than Grid Engine's, which would hide it.
   */
  private static List<EngineKind> fitting(Manager manager, boolean ownAgent) {
    return switch (manager) {
      case SLURM -> List.of(EngineKind.SLURM, EngineKind.SSH);
      case LSF -> List.of(EngineKind.LSF, EngineKind.SSH);
      case GRID_ENGINE ->
          ownAgent
              ? List.of(EngineKind.SSH, EngineKind.GRID_ENGINE)
              : List.of(EngineKind.GRID_ENGINE, EngineKind.SSH);
      default -> List.of(EngineKind.SSH);
    };
  }
}
