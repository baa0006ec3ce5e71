package osu.compare.run;

/** A benchmark that could not be run to its end; the message holds what it printed. */
public final class RunException extends Exception {
  private static final long serialVersionUID = 1;

  RunException(String message) {
    super(message);
  }
}
