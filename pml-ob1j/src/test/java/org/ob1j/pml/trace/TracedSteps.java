package org.ob1j.pml.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads what a rank has traced as short steps: {@code sent RNDV CONTIG PIN}, {@code received PUT
 * 0+5000}, {@code put 0+5000}. Numbers are the offset and the length of the part; a payload that a
 * message begins with stands as {@code +LENGTH}. Credit is left out.
 */
public final class TracedSteps {
  private TracedSteps() {}

  /** The steps of a rank, in order. */
  public static List<String> of(Path trace, int rank) {
    try {
      List<String> steps = new ArrayList<>();
      for (String line : Files.readAllLines(Path.of(trace + "." + rank))) {
        if (!line.contains(" CREDIT ") && !line.endsWith(" BUSY")) {
          steps.add(step(line.split(" ")));
        }
      }
      return steps;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Words: seconds, what, peer, module, then the header. */
  private static String step(String[] words) {
    StringBuilder step = new StringBuilder(words[1]);
    String offset = null;
    for (int i = 4; i < words.length; i++) {
      String[] field = words[i].split("=");
      if (field.length == 1) {
        step.append(isResult(field[0]) ? "" : " " + field[0]);
      } else if (field[0].equals("offset")) {
        offset = field[1];
      } else if (field[0].equals("bytes")) {
        step.append(' ').append(offset).append('+').append(field[1]);
      } else if (field[0].equals("payload") && beginsMessage(words[4])) {
        step.append(" +").append(field[1]);
      }
    }
    return step.toString();
  }

  private static boolean isResult(String word) {
    return word.equals("DONE") || word.equals("STARTED");
  }

  private static boolean beginsMessage(String type) {
    return type.equals("MATCH") || type.equals("RNDV");
  }
}
