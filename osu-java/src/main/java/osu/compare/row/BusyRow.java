package osu.compare.row;

import java.util.List;
import osu.compare.launch.Contender;
import osu.compare.launch.Launch;
import osu.compare.run.Run;

/**
 * A row beside processes that compute all the time.
 *
 * @param quiet the row
 */
public record BusyRow(Row quiet, int busyProcesses) implements Row {

  @Override
  public String name() {
    return "busy" + busyProcesses + "-" + quiet.name();
  }

  @Override
  public String title() {
    return quiet.title() + ", beside " + busyProcesses;
  }

  @Override
  public String unit() {
    return quiet.unit();
  }

  @Override
  public String target() {
    return quiet.target();
  }

  @Override
  public List<Contender> contenders() {
    return quiet.contenders();
  }

  @Override
  public int rounds() {
    return quiet.rounds();
  }

  @Override
  public List<String> command(Launch launch, Contender contender, boolean quick) {
    return quiet.command(launch, contender, quick);
  }

  @Override
  public double figure(Run run) {
    return quiet.figure(run);
  }

  @Override
  public Outcome outcome(RowResult result) {
    return quiet.outcome(result);
  }
}
