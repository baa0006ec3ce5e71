package osu.compare.row;

import java.util.List;
import osu.compare.launch.Contender;
import osu.compare.launch.Launch;
import osu.compare.run.Run;

/** A line of the comparison: what is run, and what is made of it. */
public interface Row {
  /** What {@code --rows} selects it by. */
  String name();

  /** What is measured, without the unit. */
  String title();

  /** The unit of {@link #figure}. */
  String unit();

  /** What must be reached, such as {@code <= 1.20}. */
  String target();

  /** ob1j, whose figure ob1j's is held against, and those that are only shown, as they run. */
  List<Contender> contenders();

  /** How often it is run for a result. */
  int rounds();

  /** The command that a contender runs. */
  List<String> command(Launch launch, Contender contender, boolean quick);

  /** What one run came to, in the unit that is shown. */
  double figure(Run run);

  /** What all runs came to. */
  Outcome outcome(RowResult result);

  /** How many processes compute all the time beside it. */
  default int busyProcesses() {
    return 0;
  }

  /** Whose figure ob1j's is held against. */
  default Contender reference() {
    return contenders().get(1);
  }
}
