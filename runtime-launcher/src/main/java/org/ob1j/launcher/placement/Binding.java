package org.ob1j.launcher.placement;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ob1j.launcher.option.GivenOptions;
import org.ob1j.launcher.placement.CpuTopology.Level;
import org.ob1j.launcher.system.LaunchException;

/**
 * What --bind-to says: what each rank is tied to.
 *
 * @param to null: the ranks are not bound
 * @param explicit whether the user said so
 * @param overload whether ranks may share cores
 * @param ordered whether ranks get the CPUs of --cpu-list in its order
 */
public record Binding(Level to, boolean explicit, boolean overload, boolean ordered) {
  private static final String SYNTAX =
      "(none|hwthread|core|l[123]cache|socket|numa|board|cpu-?list:ordered)"
          + "([:,](overload-allowed|if-supported))*";

  /** What the options of one command line say, old names of Open MPI's among them. */
  public static Binding read(GivenOptions given) throws LaunchException {
    String value = given.word("--bind-to", null);
    if (value != null) {
      return parse(value);
    }
    if (given.has("--bind-to-core")) {
      return parse("core");
    }
    boolean toSockets = given.has("--bind-to-socket") || given.has("--npersocket");
    return toSockets ? parse("socket") : new Binding(null, false, false, false);
  }

  /** Reads the option's value, with Open MPI's modifiers. */
  static Binding parse(String value) throws LaunchException {
    Matcher words = Pattern.compile(SYNTAX, Pattern.CASE_INSENSITIVE).matcher(value);
    if (!words.matches()) {
      throw LaunchException.usage(
          "--bind-to is '"
              + value
              + "'; it must be none, hwthread, core, l1cache, l2cache, l3cache, socket, numa, board"
              + " or cpu-list:ordered");
    }
    String word = words.group(1).toUpperCase(Locale.ROOT);
    boolean ordered = word.startsWith("CPU");
    Level level = ordered ? Level.HWTHREAD : word.equals("NONE") ? null : Level.valueOf(word);
    boolean overload = value.toLowerCase(Locale.ROOT).contains("overload-allowed");
    return new Binding(level, true, overload, ordered);
  }
}
