package osu.compare.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import osu.compare.launch.Contender;
import osu.compare.row.Row;
import osu.compare.row.RowResult;
import osu.compare.row.ScheduleRow;
import osu.compare.row.SteadyRow;
import osu.compare.run.Run;
import osu.compare.run.Sample;
import osu.options.UsageException;

/** A file of raw samples that an earlier comparison has kept, read back. */
public record KeptSamples(String origin, List<RowResult> results) {
  private static final int FIELDS = 5;

  /** The runs of one contender in one round of one row. */
  private record Key(int round, String row, Contender contender) {}

  /**
   * Reads a file that {@link Results} wrote.
   *
   * @param table the rows there are
   * @throws UsageException if the file is not one of these, or has rows that are not in the table
   */
  public static KeptSamples read(Path file, List<Row> table) throws UsageException {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException unreadable) {
      throw new UsageException(file + " cannot be read: " + unreadable.getMessage());
    }
    if (lines.size() < 2 || !lines.get(0).startsWith("# commit ")) {
      throw new UsageException(file + " is not a file of samples that ./bench has kept");
    }
    Map<Key, List<Sample>> runs = new LinkedHashMap<>();
    for (int i = 2; i < lines.size(); i++) {
      addSample(file, i + 1, lines.get(i), runs);
    }
    return new KeptSamples(lines.get(0).substring(2), results(file, table, runs));
  }

  private static void addSample(Path file, int number, String line, Map<Key, List<Sample>> runs)
      throws UsageException {
    String[] fields = line.split(",");
    try {
      if (fields.length != FIELDS) {
        throw new IllegalArgumentException(fields.length + " fields");
      }
      Key run = new Key(Integer.parseInt(fields[0]), fields[1], Contender.valueOf(fields[2]));
      // The times of a job have words for keys, and no charts.
      int key = fields[3].matches("[a-z]+") ? 0 : Integer.parseInt(fields[3]);
      Sample sample = new Sample(key, Double.parseDouble(fields[FIELDS - 1]));
      runs.computeIfAbsent(run, unused -> new ArrayList<>()).add(sample);
    } catch (IllegalArgumentException wrong) {
      throw new UsageException(
          file + " line " + number + " is not round,row,contender,key,value: " + line);
    }
  }

  /** Of the steady state and by OSU's schedule: other rows have no charts. */
  private static List<RowResult> results(Path file, List<Row> table, Map<Key, List<Sample>> runs)
      throws UsageException {
    Map<String, RowResult> results = new LinkedHashMap<>();
    for (Map.Entry<Key, List<Sample>> entry : runs.entrySet()) {
      Key run = entry.getKey();
      Row row = row(file, table, run.row());
      if (row instanceof ScheduleRow schedule && schedule.isOfPlainArrays()) {
        // Whether it was beside them is seen by its samples.
        row = schedule.besideMpjExpress();
      } else if (!(row instanceof SteadyRow)) {
        continue;
      }
      RowResult result = results.get(run.row());
      if (result == null) {
        result = new RowResult(row);
        results.put(run.row(), result);
      }
      if (result.contenders().contains(run.contender())) {
        result.add(run.contender(), new Run(entry.getValue(), null));
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
