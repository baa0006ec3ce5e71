package org.ob1j.tests.soak;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One kind of message that a rank may receive.
 *
 * @param protocol by which it came
 * @param mode in which it was sent
 * @param expected whether its receive was posted when it came
 */
record Bucket(String protocol, String mode, boolean expected) implements Comparable<Bucket> {
  private static final Pattern COUNT =
      Pattern.compile("([A-Z_]+)/([A-Z]+)/(expected|unexpected)=(\\d+)");

  @Override
  public int compareTo(Bucket other) {
    return Comparator.comparing(Bucket::protocol)
        .thenComparing(Bucket::mode)
        .thenComparing(Bucket::expected)
        .compare(this, other);
  }

  /** Reads the lines that ranks print at Finalize. */
  static Map<Bucket, Long> read(String stderr) {
    Map<Bucket, Long> counts = new HashMap<>();
    stderr
        .lines()
        .filter(line -> line.matches(".*ob1j: rank \\d+ received .*"))
        .forEach(
            line -> {
              Matcher count = COUNT.matcher(line);
              while (count.find()) {
                counts.merge(
                    new Bucket(count.group(1), count.group(2), count.group(3).equals("expected")),
                    Long.valueOf(count.group(4)),
                    Long::sum);
              }
            });
    return counts;
  }

  /** Counts as a table of protocol, mode, expected and unexpected; a dash is what cannot be. */
  static String table(Map<Bucket, Long> counts, Set<Bucket> allowed) {
    Set<Bucket> all = new TreeSet<>(allowed);
    all.addAll(counts.keySet());
    Map<String, String[]> rows = new TreeMap<>();
    for (Bucket bucket : all) {
      String row = String.format("%-22s %-12s", bucket.protocol(), bucket.mode());
      rows.computeIfAbsent(row, r -> new String[] {"-", "-"})[bucket.expected() ? 0 : 1] =
          String.valueOf(counts.getOrDefault(bucket, 0L));
    }
    StringBuilder text =
        new StringBuilder(
            String.format("%-22s %-12s %10s %10s%n", "protocol", "mode", "expected", "unexpected"));
    rows.forEach(
        (row, cells) -> text.append(String.format("%s %10s %10s%n", row, cells[0], cells[1])));
    return text.toString();
  }
}
