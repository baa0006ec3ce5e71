package org.ob1j.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * The rest of the options that Open MPI 4.1's mpirun has: old names, those without a meaning here,
 * and those that are refused with a reason. They are read only where a word is none of mpirun's
 * usual options, because each takes its part of the start.
 */
final class OpenMpiOptions {
  /** What other options can say as well, or what concerns few users. */
  private static final List<String> FLAGS =
      words(
          "pernode bind-to-core bind-to-socket bycore report-state-on-timeout get-stack-traces"
              + " nooversubscribe use-hwthread-cpus");

  private static final List<String> NUMBERS = words("npersocket");
  private static final List<String> WORDS = words("am ppr rank-by tune");

  private static final List<String> FLAGS_WITHOUT_EFFECT =
      words(
          "allow-run-as-root bynode byslot continuous d debug-daemons debug-daemons-file debug-devel"
              + " disable-recovery display-topo do-not-resolve enable-instant-on-support"
              + " enable-recovery fwd-mpirun-port index-argv-by-rank leave-session-attached nolocal"
              + " noprefix novm output-proctable preload-binary report-child-jobs-separately s"
              + " show-progress use-regexp");

  private static final List<String> WORDS_WITHOUT_EFFECT =
      words(
          "cartofile cf launch-agent max-restarts max-vm-size ompi-server personality prefix"
              + " preload-files report-events report-uri tmpdir");

  private static final Map<String, String> REFUSED_FLAGS =
      Map.of(
          "debug", "a debugger attaches to each JVM: java -agentlib:jdwp=… as the program",
          "tv", "a debugger attaches to each JVM: java -agentlib:jdwp=… as the program",
          "do-not-launch", "--display-map shows the map of a job that runs, such as one of 'true'",
          "dvm", "each mpirun starts and ends its own job",
          "terminate", "each mpirun starts and ends its own job",
          "set-cwd-to-session-dir", "-wdir DIR sets the folder that ranks start in",
          "xml", "--tag-output and --output-filename tell ranks' output apart");

  private static final Map<String, String> REFUSED_WORDS =
      Map.of(
          "debugger", "a debugger attaches to each JVM: java -agentlib:jdwp=… as the program",
          "hnp", "each mpirun starts and ends its own job",
          "rankfile", "--map-by, --bind-to and --cpu-set place ranks on this host",
          "rf", "--map-by, --bind-to and --cpu-set place ranks on this host",
          "xml-file", "--output-filename keeps ranks' output in files",
          "xterm", "a terminal can be the program: mpirun -n 2 xterm -e java …");

  private OpenMpiOptions() {}

  private static List<String> words(String text) {
    return List.of(text.split(" "));
  }

  static List<OptionSpec> all() {
    List<OptionSpec> options = new ArrayList<>();
    add(options, FLAGS, Boolean.class);
    add(options, FLAGS_WITHOUT_EFFECT, Boolean.class);
    add(options, REFUSED_FLAGS.keySet(), Boolean.class);
    add(options, NUMBERS, Integer.class);
    add(options, WORDS, String.class);
    add(options, WORDS_WITHOUT_EFFECT, String.class);
    add(options, REFUSED_WORDS.keySet(), String.class);
    options.add(
        option("cpus-per-rank", Integer.class, "--cpus-per-proc", "-cpus-per-proc").build());
    return options;
  }

  private static void add(List<OptionSpec> options, Iterable<String> names, Class<?> type) {
    for (String name : names) {
      options.add(option(name, type).build());
    }
  }

  private static OptionSpec.Builder option(String name, Class<?> type, String... others) {
    List<String> names = new ArrayList<>();
    if (name.length() > 1) {
      names.add("--" + name);
    }
    names.add("-" + name);
    names.addAll(List.of(others));
    return OptionSpec.builder(names.toArray(String[]::new))
        .type(type)
        .paramLabel("VALUE")
        .arity(type == Boolean.class ? "0" : "1")
        .hidden(true);
  }

  /** Refuses what cannot be done here, saying what can. */
  static void check(ParseResult given) throws LaunchException {
    for (OptionSpec option : given.matchedOptions()) {
      String name = option.longestName();
      String reason = REFUSED_FLAGS.getOrDefault(word(option), REFUSED_WORDS.get(word(option)));
      if (option.hidden() && reason != null) {
        throw MpirunOptions.usage(name + " of Open MPI is not supported; " + reason);
      }
    }
  }

  /** The names of those without effect, with their dashes. */
  static List<String> withoutEffect(ParseResult given) {
    return given.matchedOptions().stream()
        .filter(OpenMpiOptions::isWithoutEffect)
        .map(OptionSpec::longestName)
        .toList();
  }

  static boolean isWithoutEffect(OptionSpec option) {
    String word = word(option);
    return FLAGS_WITHOUT_EFFECT.contains(word) || WORDS_WITHOUT_EFFECT.contains(word);
  }

  /** Its name without dashes. */
  private static String word(OptionSpec option) {
    return option.longestName().replaceFirst("^-+", "");
  }
}
