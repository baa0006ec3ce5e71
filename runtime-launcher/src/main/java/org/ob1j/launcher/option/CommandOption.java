package org.ob1j.launcher.option;

import java.util.List;

/**
 * An option of a command line.
 *
 * @param names its names, with their dashes; messages use the first
 * @param kind what follows it
 * @param label what the help calls that; empty for a flag
 * @param help the lines of the help; none if the help does not show the option
 */
public record CommandOption(List<String> names, Kind kind, String label, List<String> help) {
  /** What follows an option, and what becomes of it if the option is given again. */
  public enum Kind {
    /** Nothing. */
    FLAG(0),
    /** A whole number; the last counts. */
    NUMBER(1),
    /** A word; the last counts. */
    WORD(1),
    /** A word; all count. */
    WORDS(1),
    /** Two words; all count. */
    PAIRS(2);

    private final int words;

    Kind(int words) {
      this.words = words;
    }

    /** How many words follow. */
    int words() {
      return words;
    }
  }

  /** What messages call it: as the help does. */
  public String name() {
    return names.get(0);
  }

  public boolean isHidden() {
    return help.isEmpty();
  }
}
