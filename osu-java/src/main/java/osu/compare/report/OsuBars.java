package osu.compare.report;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import osu.compare.launch.Contender;
import osu.compare.row.Loop;
import osu.compare.row.RowResult;
import osu.compare.row.ScheduleRow;
import osu.compare.run.Run;
import osu.compare.run.Sample;

/**
 * What the picture of OSU's schedule shows: how often ob1j's time another takes, for each row of
 * plain arrays over shared memory.
 *
 * @param loops its lines, in the table's order
 * @param ranks its columns
 * @param places which of them were run
 * @param contenders who is beside ob1j and has a figure anywhere
 * @param bars those that there are
 * @param rounds over how many rounds the figures are medians, at least
 * @param largestBytes the largest message
 */
public record OsuBars(
    List<Loop> loops,
    List<Integer> ranks,
    Set<Place> places,
    List<Contender> contenders,
    List<Bar> bars,
    int rounds,
    int largestBytes) {
  private static final List<Contender> BESIDE =
      List.of(Contender.OPENMPI_JAVA, Contender.MPJ_EXPRESS);

  /** A line in a column. */
  public record Place(Loop loop, int ranks) {}

  /**
   * One of them.
   *
   * @param timesOb1j the geometric mean over the sizes of its time by ob1j's
   */
  public record Bar(Loop loop, int ranks, Contender contender, double timesOb1j) {}

  /** Takes what belongs into the picture; a row that failed has no bars. */
  public static OsuBars of(List<RowResult> results) {
    Set<Loop> loops = new LinkedHashSet<>();
    Set<Integer> ranks = new TreeSet<>();
    Set<Place> places = new HashSet<>();
    List<Bar> bars = new ArrayList<>();
    int rounds = Integer.MAX_VALUE;
    int largestBytes = 0;
    for (RowResult result : results) {
      if (!(result.row() instanceof ScheduleRow row) || !row.isOfPlainArrays()) {
        continue;
      }
      loops.add(row.loop());
      ranks.add(row.ranks());
      places.add(new Place(row.loop(), row.ranks()));
      List<Run> runs = result.failed() ? List.of() : result.runs(Contender.OB1J);
      for (Run run : runs) {
        rounds = Math.min(rounds, runs.size());
        largestBytes =
            Math.max(largestBytes, run.samples().stream().mapToInt(Sample::key).max().orElse(0));
      }
      for (Contender contender : runs.isEmpty() ? List.<Contender>of() : BESIDE) {
        OptionalDouble time = row.timeBy(result, contender);
        if (time.isPresent()) {
          bars.add(new Bar(row.loop(), row.ranks(), contender, 1 / time.getAsDouble()));
        }
      }
    }
    List<Contender> contenders =
        BESIDE.stream()
            .filter(each -> bars.stream().anyMatch(bar -> bar.contender() == each))
            .toList();
    return new OsuBars(
        List.copyOf(loops), List.copyOf(ranks), places, contenders, bars, rounds, largestBytes);
  }

  public boolean isEmpty() {
    return bars.isEmpty();
  }

  /** The bar at a place; null if there is no figure. */
  Bar bar(Loop loop, int ofRanks, Contender contender) {
    return bars.stream()
        .filter(bar -> bar.loop() == loop && bar.ranks() == ofRanks)
        .filter(bar -> bar.contender() == contender)
        .findFirst()
        .orElse(null);
  }

  /** Whether a figure is missing of what was run. */
  boolean isIncomplete() {
    return bars.size() < places.size() * contenders.size();
  }
}
