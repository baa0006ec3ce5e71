package osu.options;

/** A command line that cannot be run; the message names the option, its value and what is valid. */
public final class UsageException extends Exception {
  private static final long serialVersionUID = 1;

  public UsageException(String message) {
    super(message);
  }
}
