package org.ob1j.launcher;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ob1j.launcher.Topology.Level;
import picocli.CommandLine.ParseResult;

/**
 * What --bind-to says: what each rank is tied to.
 *
 * @param to null: the ranks are not bound
 * @param explicit whether the user said so
 * @param overload whether ranks may share cores
 */
record Binding(Level to, boolean explicit, boolean overload) {
  private static final Pattern SYNTAX =
      Pattern.compile(
          "(none|hwthread|core|l[123]cache|socket|numa|board)(:overload-allowed|:if-supported)*",
          Pattern.CASE_INSENSITIVE);

  /** What the options of one command line say, old names of Open MPI's among them. */
  static Binding read(ParseResult given) throws LaunchException {
    String value = given.matchedOptionValue("--bind-to", null);
    if (value != null) {
      return parse(value);
    }
    if (given.matchedOptionValue("--bind-to-core", false)) {
      return parse("core");
    }
    return given.matchedOptionValue("--bind-to-socket", false)
        ? parse("socket")
        : new Binding(null, false, false);
  }

  /** Reads the option's value, with Open MPI's modifiers. */
  static Binding parse(String value) throws LaunchException {
    Matcher words = SYNTAX.matcher(value);
    if (!words.matches()) {
      throw MpirunOptions.usage(
          "--bind-to is '"
              + value
              + "'; it must be none, hwthread, core, l1cache, l2cache, l3cache, socket, numa or"
              + " board");
    }
    String level = words.group(1).toUpperCase(Locale.ROOT);
    return new Binding(
        level.equals("NONE") ? null : Level.valueOf(level),
        true,
        value.toLowerCase(Locale.ROOT).contains(":overload-allowed"));
  }
}
