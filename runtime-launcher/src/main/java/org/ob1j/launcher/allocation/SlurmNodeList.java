package org.ob1j.launcher.allocation;

import java.util.ArrayList;
import java.util.List;
import org.ob1j.launcher.system.LaunchException;

/** A list of hosts as Slurm writes it: {@code h[0-3,7],g1,n[001-010]-ib,r[1-2]n[0-3]}. */
public final class SlurmNodeList {
  /** More is no cluster, but a mistake. */
  private static final int MAX_HOSTS = 1_000_000;

  private final String where;
  private final String text;

  private SlurmNodeList(String where, String text) {
    this.where = where;
    this.text = text;
  }

  /**
   * The names, in their order.
   *
   * @param where what has the list, for messages
   */
  public static List<String> names(String where, String text) throws LaunchException {
    SlurmNodeList list = new SlurmNodeList(where, text);
    List<String> names = new ArrayList<>();
    int begin = 0;
    int depth = 0;
    for (int i = 0; i <= text.length(); i++) {
      char c = i == text.length() ? ',' : text.charAt(i);
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (depth < 0 || depth > 1 || i == text.length() && depth != 0) {
        throw list.wrong();
      }
      if (c == ',' && depth == 0) {
        if (i == begin) {
          throw list.wrong();
        }
        names.addAll(list.expand(text.substring(begin, i)));
        list.check(names);
        begin = i + 1;
      }
    }
    return names;
  }

  /** The names of an expression with any number of brackets; the first of them turns slowest. */
  private List<String> expand(String expression) throws LaunchException {
    int open = expression.indexOf('[');
    if (open < 0) {
      return List.of(expression);
    }
    int close = expression.indexOf(']');
    List<String> rests = expand(expression.substring(close + 1));
    List<String> names = new ArrayList<>();
    for (String number : numbers(expression.substring(open + 1, close))) {
      for (String rest : rests) {
        names.add(expression.substring(0, open) + number + rest);
      }
      check(names);
    }
    return names;
  }

  /** The numbers of {@code 0-3,7}, as wide as the first of each range is written. */
  private List<String> numbers(String ranges) throws LaunchException {
    List<String> numbers = new ArrayList<>();
    for (String range : ranges.split(",", -1)) {
      if (!range.matches("[0-9]{1,9}(-[0-9]{1,9})?")) {
        throw wrong();
      }
      String[] ends = range.split("-");
      int last = Integer.parseInt(ends[ends.length - 1]);
      for (int number = Integer.parseInt(ends[0]); number <= last; number++) {
        numbers.add(padded(number, ends[0].length()));
        check(numbers);
      }
    }
    return numbers;
  }

  private static String padded(int number, int width) {
    String digits = String.valueOf(number);
    return "0".repeat(Math.max(0, width - digits.length())) + digits;
  }

  private void check(List<String> names) throws LaunchException {
    if (names.size() > MAX_HOSTS) {
      throw wrong();
    }
  }

  private LaunchException wrong() {
    return LaunchException.usage(
        where + " is '" + text + "'; it must be a list of hosts such as h[0-3,7],g1");
  }
}
