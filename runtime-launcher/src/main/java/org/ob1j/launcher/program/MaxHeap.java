package org.ob1j.launcher.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How much heap the JVM of a command may take, where the user says so. */
public final class MaxHeap {
  /** Options that set it in bytes begin so. */
  private static final List<String> IN_BYTES = List.of("-Xmx", "-mx", "-XX:MaxHeapSize=");

  private static final String PERCENT = "-XX:MaxRAMPercentage=";
  private static final String UNITS = "kmgt";

  /** Few commands set a limit: for others these are not compiled. */
  private static final class Values {
    private static final Pattern BYTES =
        Pattern.compile("-(?:Xmx|mx|XX:MaxHeapSize=)([0-9]{1,15})([kKmMgGtT]?)");

    private static final Pattern PERCENTAGE = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,9})?");
  }

  private MaxHeap() {}

  /** Whether the user sets a limit. */
  public static boolean isSaid(List<String> command, Map<String, String> environment) {
    for (String option : options(command, environment)) {
      if (isLimit(option)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The heap's limit.
   *
   * @param command the program and its arguments; only a {@code java} has a heap
   * @param environment the variables that it gets
   * @param memoryBytes the host's memory
   * @return bytes; 0: the user sets no limit
   */
  public static long bytes(
      List<String> command, Map<String, String> environment, long memoryBytes) {
    long bytes = 0;
    long share = 0;
    for (String option : options(command, environment)) {
      Matcher number = isInBytes(option) ? Values.BYTES.matcher(option) : null;
      if (number != null && number.matches()) {
        int unit = UNITS.indexOf(number.group(2).toLowerCase(Locale.ROOT));
        int shift = number.group(2).isEmpty() ? 0 : 10 * (unit + 1);
        bytes = Long.parseLong(number.group(1)) << shift;
      } else if (isLimit(option)) {
        double percent = Double.parseDouble(option.substring(PERCENT.length()));
        share = (long) (percent / 100 * memoryBytes);
      }
    }
    // A percentage counts only where no number is said, wherever it stands.
    return bytes > 0 ? bytes : share;
  }

  private static boolean isLimit(String option) {
    return option.startsWith(PERCENT)
        ? Values.PERCENTAGE.matcher(option.substring(PERCENT.length())).matches()
        : isInBytes(option) && Values.BYTES.matcher(option).matches();
  }

  private static boolean isInBytes(String option) {
    for (String begin : IN_BYTES) {
      if (option.startsWith(begin)) {
        return true;
      }
    }
    return false;
  }

  /** In the order in which a JVM reads them, of which the last counts. */
  private static List<String> options(List<String> command, Map<String, String> environment) {
    if (!JavaCommand.isJava(command.get(0))) {
      return List.of();
    }
    List<String> options = new ArrayList<>();
    addWords(environment.get("JAVA_TOOL_OPTIONS"), options);
    addWords(environment.get("JDK_JAVA_OPTIONS"), options);
    options.addAll(JavaArguments.parse(command.subList(1, command.size())).options());
    addWords(environment.get("_JAVA_OPTIONS"), options);
    return options;
  }

  private static void addWords(String variable, List<String> options) {
    if (variable != null && !variable.isBlank()) {
      options.addAll(List.of(variable.trim().split("\\s+")));
    }
  }
}
