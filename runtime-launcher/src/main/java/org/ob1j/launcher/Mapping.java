package org.ob1j.launcher;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ob1j.launcher.Topology.Level;
import picocli.CommandLine.ParseResult;

/**
 * What --map-by says: how many ranks there are for each part of the host, and in what order they go
 * round its parts, which shows only where ranks are bound.
 *
 * @param by what the next rank goes to; null: the next core
 * @param ranksOnEach how many ranks each {@code by} gets (ppr:N:BY); 0: as many as -n says
 * @param coresOfEach how many cores each rank is to have (pe=N); 0: it is not said
 * @param oversubscribe whether ranks may share cores
 */
record Mapping(Level by, int ranksOnEach, int coresOfEach, boolean oversubscribe) {
  private static final Mapping NONE = new Mapping(null, 0, 0, false);
  private static final String LEVELS = "hwthread|core|l[123]cache|socket|numa|board";

  private static final Pattern SYNTAX =
      Pattern.compile(
          "(?:(slot|node|seq|"
              + LEVELS
              + ")|ppr:([1-9]\\d{0,5}):(slot|node|"
              + LEVELS
              + "))"
              + "((?:[:,](?:pe=[1-9]\\d{0,4}|span|(?:no)?oversubscribe))*)",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern CORES = Pattern.compile("pe=(\\d+)");

  /** What the options of one command line say, old names of Open MPI's among them. */
  static Mapping read(ParseResult given) throws LaunchException {
    String by = given.matchedOptionValue("--map-by", oldName(given));
    Mapping mapping = by == null ? NONE : parse("--map-by", by);
    String ppr = given.matchedOptionValue("--ppr", null);
    if (ppr != null) {
      mapping = parse("--ppr", ppr, "ppr:" + ppr, "N:node, N:socket, N:core or the like");
    }
    Integer perSocket = given.matchedOptionValue("--npersocket", null);
    if (perSocket != null) {
      String number = String.valueOf(perSocket);
      mapping = parse("--npersocket", number, "ppr:" + number + ":socket", "at least 1");
    }
    Integer cores = given.matchedOptionValue("--cpus-per-rank", null);
    if (cores != null && cores < 1) {
      throw MpirunOptions.usage("--cpus-per-rank is " + cores + "; it must be at least 1");
    }
    return cores == null
        ? mapping
        : new Mapping(mapping.by, mapping.ranksOnEach, cores, mapping.oversubscribe);
  }

  private static String oldName(ParseResult given) {
    return given.matchedOptionValue("--bycore", false) ? "core" : null;
  }

  /** Reads the option's value, with Open MPI's modifiers. */
  static Mapping parse(String option, String value) throws LaunchException {
    return parse(
        option,
        value,
        value,
        "slot, node, hwthread, core, l1cache, l2cache, l3cache, socket, numa or board, or ppr:N:"
            + " before one of them, and may end in :pe=N or :oversubscribe");
  }

  private static Mapping parse(String option, String value, String meaning, String must)
      throws LaunchException {
    Matcher words = SYNTAX.matcher(meaning);
    if (!words.matches()) {
      throw MpirunOptions.usage(option + " is '" + value + "'; it must be " + must);
    }
    String modifiers = words.group(4).toLowerCase(Locale.ROOT);
    Matcher cores = CORES.matcher(modifiers);
    return new Mapping(
        level(words.group(1) == null ? words.group(3) : words.group(1)),
        words.group(2) == null ? 0 : Integer.parseInt(words.group(2)),
        cores.find() ? Integer.parseInt(cores.group(1)) : 0,
        modifiers.matches(".*[:,]oversubscribe.*"));
  }

  private static Level level(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "slot", "seq" -> null;
      case "node" -> Level.BOARD;
      default -> Level.valueOf(word.toUpperCase(Locale.ROOT));
    };
  }

  /**
   * How many ranks fit on this host.
   *
   * @return null if that is not said
   */
  Integer ranksOnHost(Topology topology) throws LaunchException {
    if (ranksOnEach == 0) {
      return null;
    }
    return ranksOnEach * topology.groups(by == null ? Level.CORE : by).size();
  }
}
