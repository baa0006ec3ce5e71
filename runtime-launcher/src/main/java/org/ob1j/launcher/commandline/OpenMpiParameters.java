package org.ob1j.launcher.commandline;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.runtime.parameter.Parameter;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * Open MPI's parameters that say what an option of mpirun says, as in {@code --mca
 * rmaps_base_mapping_policy socket}: they become that option, which counts less than the option
 * itself.
 */
public final class OpenMpiParameters {
  private static final Map<String, String> OPTIONS =
      Map.ofEntries(
          Map.entry("hwloc_base_binding_policy", "--bind-to"),
          Map.entry("hwloc_base_cpu_list", "--cpu-set"),
          Map.entry("hwloc_base_cpu_set", "--cpu-set"),
          Map.entry("orte_default_hostfile", "--default-hostfile"),
          Map.entry("orte_rankfile", "--rankfile"),
          Map.entry("rmaps_base_cpus_per_proc", "--cpus-per-proc"),
          Map.entry("rmaps_base_cpus_per_rank", "--cpus-per-proc"),
          Map.entry("rmaps_base_mapping_policy", "--map-by"),
          Map.entry("rmaps_base_n_pernode", "-N"),
          Map.entry("rmaps_base_n_persocket", "--npersocket"),
          Map.entry("rmaps_base_pattern", "--ppr"),
          Map.entry("rmaps_base_ranking_policy", "--rank-by"),
          Map.entry("rmaps_base_schedule_policy", "--map-by"),
          Map.entry("rmaps_rank_file_path", "--rankfile"));

  private static final Map<String, String> FLAGS =
      Map.ofEntries(
          Map.entry("hwloc_base_bind_to_core", "--bind-to-core"),
          Map.entry("hwloc_base_bind_to_socket", "--bind-to-socket"),
          Map.entry("hwloc_base_report_bindings", "--report-bindings"),
          Map.entry("hwloc_base_use_hwthreads_as_cpus", "--use-hwthread-cpus"),
          Map.entry("orte_tag_output", "--tag-output"),
          Map.entry("orte_timestamp_output", "--timestamp-output"),
          Map.entry("orte_display_alloc", "--display-allocation"),
          Map.entry("orte_display_devel_alloc", "--display-allocation"),
          Map.entry("ras_base_display_alloc", "--display-allocation"),
          Map.entry("ras_base_display_devel_alloc", "--display-allocation"),
          Map.entry("rmaps_base_bycore", "--bycore"),
          Map.entry("rmaps_base_bynode", "--bynode"),
          Map.entry("rmaps_base_byslot", "--byslot"),
          Map.entry("rmaps_base_display_devel_map", "--display-map"),
          Map.entry("rmaps_base_display_diffable_map", "--display-map"),
          Map.entry("rmaps_base_display_map", "--display-map"),
          Map.entry("rmaps_base_no_oversubscribe", "--nooversubscribe"),
          Map.entry("rmaps_base_no_schedule_local", "--nolocal"),
          Map.entry("rmaps_base_oversubscribe", "--oversubscribe"),
          Map.entry("rmaps_base_pernode", "--pernode"));

  /** What -x says, of all programs, and what stands between its members. */
  private static final String EXPORTS = "mca_base_env_list";

  private static final String EXPORTS_DELIMITER = "mca_base_env_list_delimiter";

  private OpenMpiParameters() {}

  /** Whether a parameter says what an option says. */
  public static boolean isOption(String name) {
    return OPTIONS.containsKey(name)
        || FLAGS.containsKey(name)
        || name.equals(EXPORTS)
        || name.equals(EXPORTS_DELIMITER);
  }

  /**
   * The options that parameters stand for, as words of a command line.
   *
   * @throws LaunchException if a value is none that the option can have
   */
  public static List<String> options(ParameterSet parameters) throws LaunchException {
    List<String> words = new ArrayList<>();
    for (Map.Entry<String, ParameterSet.Given> parameter : parameters.given().entrySet()) {
      String name = parameter.getKey();
      String value = parameter.getValue().text();
      if (OPTIONS.containsKey(name)) {
        check(name, value);
        words.addAll(List.of(OPTIONS.get(name), value));
      } else if (FLAGS.containsKey(name) && parameters.get(Parameter.bool(name, false, ""))) {
        words.add(FLAGS.get(name));
      }
    }
    return words;
  }

  /** Reads the option by itself, so that a mistake in it is reported with the parameter's name. */
  private static void check(String name, String value) throws LaunchException {
    try {
      MpirunOptions.parse(OPTIONS.get(name), value).checkJob();
    } catch (LaunchException wrong) {
      throw new LaunchException(wrong.exitCode(), "--mca " + name + ": " + wrong.getMessage());
    }
  }

  /**
   * The environment variables that ranks are to have; one that is named without a value, they have
   * as it is.
   */
  public static Map<String, String> exports(ParameterSet parameters) throws LaunchException {
    String list = text(parameters, EXPORTS, "");
    String delimiter = text(parameters, EXPORTS_DELIMITER, ";");
    if (delimiter.length() != 1) {
      throw LaunchException.usage(
          "--mca " + EXPORTS_DELIMITER + " is '" + delimiter + "'; it must be one character");
    }
    Map<String, String> exports = new LinkedHashMap<>();
    for (String export : list.split(Pattern.quote(delimiter))) {
      int equals = export.indexOf('=');
      if (equals == 0) {
        throw LaunchException.usage(
            "--mca " + EXPORTS + " has '" + export + "'; it must be NAME or NAME=VALUE");
      }
      if (equals > 0) {
        exports.put(export.substring(0, equals), export.substring(equals + 1));
      }
    }
    return exports;
  }

  private static String text(ParameterSet parameters, String name, String otherwise) {
    return parameters.get(Parameter.text(name, otherwise, ""));
  }
}
