package osu.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import osu.Statistics;
import osu.UsageException;

/** A file of raw samples that an earlier comparison has kept, read back. */
record KeptSamples(String origin, List<RowResult> results) {
  private static final int FIELDS = 5;

  /** The runs of one contender in one round of one row. */
  private record Run(int round, String row, Contender contender) {}

  /**
   * Reads a file that {@link Results} wrote.
   *
   * @param table the rows there are
   * @throws UsageException if the file is not one of these, or has rows that are not in the table
   */
  static KeptSamples read(Path file, List<Row> table) throws UsageException {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException unreadable) {
      throw new UsageException(file + " cannot be read: " + unreadable.getMessage());
    }
    if (lines.size() < 2 || !lines.get(0).startsWith("# commit ")) {
      throw new UsageException(file + " is not a file of samples that ./bench has kept");
    }
    Map<Run, List<Double>> runs = new LinkedHashMap<>();
    for (int i = 2; i < lines.size(); i++) {
      addSample(file, i + 1, lines.get(i), runs);
    }
    return new KeptSamples(lines.get(0).substring(2), results(file, table, runs));
  }

  private static void addSample(Path file, int number, String line, Map<Run, List<Double>> runs)
      throws UsageException {
    String[] fields = line.split(",");
    try {
      if (fields.length != FIELDS) {
        throw new IllegalArgumentException(fields.length + " fields");
      }
      Run run = new Run(Integer.parseInt(fields[0]), fields[1], Contender.valueOf(fields[2]));
      double value = Double.parseDouble(fields[FIELDS - 1]);
      runs.computeIfAbsent(run, unused -> new ArrayList<>()).add(value);
    } catch (IllegalArgumentException wrong) {
      throw new UsageException(
          file + " line " + number + " is not round,row,contender,chunk,value: " + line);
    }
  }

  private static List<RowResult> results(Path file, List<Row> table, Map<Run, List<Double>> runs)
      throws UsageException {
    Map<String, RowResult> results = new LinkedHashMap<>();
    for (Map.Entry<Run, List<Double>> entry : runs.entrySet()) {
      Run run = entry.getKey();
      RowResult result = results.get(run.row());
      if (result == null) {
        result = new RowResult(row(file, table, run.row()));
        results.put(run.row(), result);
      }
      double[] samples = entry.getValue().stream().mapToDouble(Double::doubleValue).toArray();
      if (result.contenders().contains(run.contender())) {
        result.add(run.contender(), Statistics.median(samples));
      }
    }
    return List.copyOf(results.values());
  }

  private static Row row(Path file, List<Row> table, String name) throws UsageException {
    return table.stream()
        .filter(row -> row.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    file + " has a row " + name + ", which is not compared any more"));
  }
}
