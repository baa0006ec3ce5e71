package org.ob1j.launcher.placement;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ob1j.launcher.option.GivenOptions;
import org.ob1j.launcher.placement.CpuTopology.Level;
import org.ob1j.launcher.system.LaunchException;

/**
 * What --map-by and --rank-by say: how many ranks there are for each part of the host, and in what
 * order they go round its parts, which shows only where ranks are bound.
 *
 * @param by what the next rank goes to; null: the next core
 * @param ranksOnEach how many ranks each {@code by} gets (ppr:N:BY); 0: as many as -n says
 * @param coresOfEach how many cores each rank is to have (pe=N); 0: it is not said
 * @param rankBy what the next number goes to once all ranks have their places; null: the rank that
 *     was placed next
 * @param hardwareThreads whether a core is a hardware thread
 * @param oversubscribe whether ranks may share cores; null: it is not said
 */
public record Mapping(
    Level by,
    int ranksOnEach,
    int coresOfEach,
    Level rankBy,
    boolean hardwareThreads,
    Boolean oversubscribe) {
  /** Most jobs say nothing: then these are not compiled, which takes milliseconds. */
  private static final class Syntax {
    private static final String LEVELS = "hwthread|core|l[123]cache|socket|numa|board|node|slot";

    private static final Pattern POLICY =
        Pattern.compile(
            "(?:(seq|"
                + LEVELS
                + ")?|ppr:([1-9]\\d{0,4}):("
                + LEVELS
                + "))"
                + "((?:[:,](?:pe=[1-9]\\d{0,4}|span|(?:no)?oversubscribe))*)",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern CORES = Pattern.compile("pe=(\\d+)");
    private static final Pattern LEVEL = Pattern.compile(LEVELS, Pattern.CASE_INSENSITIVE);
  }

  private static final String MUST =
      "slot, node, hwthread, core, l1cache, l2cache, l3cache, socket, numa or board, or ppr:N:"
          + " before one of them, and may end in :pe=N or :oversubscribe; N is from 1 to 99999";

  /** What the options of one command line say, old names of Open MPI's among them. */
  public static Mapping read(GivenOptions given) throws LaunchException {
    Mapping mapping = policy(given);
    Integer cores = given.number("--cpus-per-rank");
    if (cores != null && cores < 1) {
      throw LaunchException.usage("--cpus-per-rank is " + cores + "; it must be at least 1");
    }
    boolean refuses = given.has("--nooversubscribe");
    boolean allows = given.has("--oversubscribe");
    if ((refuses || Boolean.FALSE.equals(mapping.oversubscribe))
        && (allows || Boolean.TRUE.equals(mapping.oversubscribe))) {
      throw LaunchException.usage("oversubscribe and nooversubscribe exclude each other");
    }
    return new Mapping(
        mapping.by,
        mapping.ranksOnEach,
        cores == null ? mapping.coresOfEach : cores,
        rankBy(given.word("--rank-by", null)),
        given.has("--use-hwthread-cpus"),
        refuses || allows ? Boolean.valueOf(allows) : mapping.oversubscribe);
  }

  private static Mapping policy(GivenOptions given) throws LaunchException {
    String mapBy = given.word("--map-by", null);
    if (mapBy != null) {
      return parse(mapBy);
    }
    String ppr = given.word("--ppr", null);
    if (ppr != null) {
      return parse("--ppr", ppr, "ppr:" + ppr, "N:node, N:socket, N:core or the like");
    }
    Integer perSocket = given.number("--npersocket");
    if (perSocket != null) {
      String number = String.valueOf(perSocket);
      return parse("--npersocket", number, "ppr:" + number + ":socket", "from 1 to 99999");
    }
    return given.has("--bycore") ? parse("core") : nothingSaid();
  }

  private static Mapping nothingSaid() {
    return new Mapping(null, 0, 0, null, false, null);
  }

  /** Reads the value of --map-by, with Open MPI's modifiers. */
  static Mapping parse(String value) throws LaunchException {
    return parse("--map-by", value, value, MUST);
  }

  private static Mapping parse(String option, String value, String meaning, String must)
      throws LaunchException {
    Matcher words = Syntax.POLICY.matcher(meaning);
    if (meaning.isEmpty() || !words.matches()) {
      throw LaunchException.usage(option + " is '" + value + "'; it must be " + must);
    }
    String modifiers = words.group(4).toLowerCase(Locale.ROOT);
    Matcher cores = Syntax.CORES.matcher(modifiers);
    boolean refuses = modifiers.contains("nooversubscribe");
    boolean allows = modifiers.replace("nooversubscribe", "").contains("oversubscribe");
    if (refuses && allows) {
      throw LaunchException.usage(
          option + " is '" + value + "'; oversubscribe and nooversubscribe exclude each other");
    }
    return new Mapping(
        level(words.group(1) == null ? words.group(3) : words.group(1)),
        words.group(2) == null ? 0 : Integer.parseInt(words.group(2)),
        cores.find() ? Integer.parseInt(cores.group(1)) : 0,
        null,
        false,
        refuses || allows ? Boolean.valueOf(allows) : null);
  }

  private static Level rankBy(String value) throws LaunchException {
    if (value == null) {
      return null;
    }
    // Modifiers say how to go on over several hosts.
    String word = value.split(":", 2)[0];
    if (!Syntax.LEVEL.matcher(word).matches()) {
      throw LaunchException.usage(
          "--rank-by is '"
              + value
              + "'; it must be slot, node, hwthread, core, l1cache, l2cache,"
              + " l3cache, socket, numa or board");
    }
    return level(word);
  }

  private static Level level(String word) {
    return switch (word == null ? "slot" : word.toLowerCase(Locale.ROOT)) {
      case "slot", "seq" -> null;
      case "node" -> Level.BOARD;
      default -> Level.valueOf(word.toUpperCase(Locale.ROOT));
    };
  }

  /** Whether the user lets ranks share cores. */
  public boolean mayOversubscribe() {
    return Boolean.TRUE.equals(oversubscribe);
  }

  /** Whether the user refuses to start more ranks than cores. */
  public boolean refusesToOversubscribe() {
    return Boolean.FALSE.equals(oversubscribe);
  }

  /** What a rank gets its own of. */
  public Level unit() {
    return hardwareThreads ? Level.HWTHREAD : Level.CORE;
  }

  /** How many ranks a host is to run; 0: that is not said. */
  public int ranksOn(NodeTopology node) {
    return ranksOnEach == 0 ? 0 : ranksOnEach * node.count(by == null ? unit() : by);
  }

  /** Whether that depends on how the host's CPUs belong together. */
  public boolean needsTopology() {
    return ranksOnEach > 0 && by != Level.BOARD;
  }

  /**
   * How many ranks fit on this host.
   *
   * @return null if that is not said
   */
  public Integer ranksOnHost(CpuTopology topology) throws LaunchException {
    return ranksOnEach == 0
        ? null
        : Integer.valueOf(ranksOnEach * topology.groups(by == null ? unit() : by).size());
  }
}
