package org.ob1j.launcher.commandline;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ob1j.launcher.option.CommandOption;
import org.ob1j.launcher.option.CommandOption.Kind;
import org.ob1j.launcher.option.GivenOptions;
import org.ob1j.launcher.system.LaunchException;

/**
 * The rest of the options that Open MPI 4.1's mpirun has: old names, those without a meaning here,
 * and those that are refused with a reason.
 */
final class OpenMpiOptions {
  /** What other options can say as well, or what concerns few users. */
  private static final List<String> FLAGS =
      words(
          "pernode bind-to-core bind-to-socket bycore bynode byslot report-state-on-timeout"
              + " get-stack-traces nooversubscribe use-hwthread-cpus");

  private static final List<String> NUMBERS = words("npersocket");
  private static final List<String> WORDS = words("am ppr rank-by tune");

  private static final List<String> FLAGS_WITHOUT_EFFECT =
      words(
          "allow-run-as-root continuous d debug-daemons debug-daemons-file debug-devel"
              + " disable-recovery display-topo do-not-resolve enable-instant-on-support"
              + " enable-recovery fwd-mpirun-port index-argv-by-rank leave-session-attached"
              + " noprefix novm output-proctable report-child-jobs-separately"
              + " show-progress use-regexp");

  private static final List<String> WORDS_WITHOUT_EFFECT =
      words(
          "cartofile cf launch-agent max-restarts max-vm-size ompi-server personality"
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
          "xml-file", "--output-filename keeps ranks' output in files",
          "xterm", "a terminal can be the program: mpirun -n 2 xterm -e java …");

  private OpenMpiOptions() {}

  private static List<String> words(String text) {
    return List.of(text.split(" "));
  }

  static List<CommandOption> all() {
    List<CommandOption> options = new ArrayList<>();
    add(options, FLAGS, Kind.FLAG);
    add(options, FLAGS_WITHOUT_EFFECT, Kind.FLAG);
    add(options, REFUSED_FLAGS.keySet(), Kind.FLAG);
    add(options, NUMBERS, Kind.NUMBER);
    add(options, WORDS, Kind.WORD);
    add(options, WORDS_WITHOUT_EFFECT, Kind.WORD);
    add(options, REFUSED_WORDS.keySet(), Kind.WORD);
    options.add(option(Kind.NUMBER, "cpus-per-rank", "cpus-per-proc"));
    return options;
  }

  private static void add(List<CommandOption> options, Iterable<String> words, Kind kind) {
    for (String word : words) {
      options.add(option(kind, word));
    }
  }

  private static CommandOption option(Kind kind, String... words) {
    List<String> names = new ArrayList<>();
    for (String word : words) {
      if (word.length() > 1) {
        names.add("--" + word);
      }
      names.add("-" + word);
    }
    return new CommandOption(names, kind, kind == Kind.FLAG ? "" : "VALUE", List.of());
  }

  /** Refuses what cannot be done here, saying what can. */
  static void check(GivenOptions given) throws LaunchException {
    for (CommandOption option : given.options()) {
      String reason = REFUSED_FLAGS.getOrDefault(word(option), REFUSED_WORDS.get(word(option)));
      if (option.isHidden() && reason != null) {
        throw LaunchException.usage(option.name() + " of Open MPI is not supported; " + reason);
      }
    }
  }

  /** The names of those without effect, with their dashes. */
  static List<String> withoutEffect(GivenOptions given) {
    List<String> names = new ArrayList<>();
    for (CommandOption option : given.options()) {
      if (isWithoutEffect(option)) {
        names.add(option.name());
      }
    }
    return names;
  }

  static boolean isWithoutEffect(CommandOption option) {
    String word = word(option);
    return option.isHidden()
        && (FLAGS_WITHOUT_EFFECT.contains(word) || WORDS_WITHOUT_EFFECT.contains(word));
  }

  /** Its name without dashes. */
  private static String word(CommandOption option) {
    String name = option.name();
    return name.substring(name.startsWith("--") ? 2 : 1);
  }
}
