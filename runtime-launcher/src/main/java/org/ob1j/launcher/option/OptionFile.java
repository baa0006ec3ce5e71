package org.ob1j.launcher.option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.launcher.system.NativeText;
import org.ob1j.runtime.parameter.TextFile;

/**
 * A file of --app or --tune: on each line a part of a command line. Empty lines and what follows a
 * # at the beginning of a word are left out; words with blanks stand in quotes.
 */
public final class OptionFile {
  private OptionFile() {}

  /**
   * Reads the words of each line.
   *
   * @param option which option names the file
   */
  public static List<String[]> read(String option, Path file) throws LaunchException {
    String name = NativeText.text(file);
    String[] lines;
    try {
      lines = NativeText.decode(TextFile.bytes(file)).split("\r\n|\n|\r");
    } catch (IOException unreadable) {
      throw new LaunchException(
          ExitCodes.USAGE,
          option + " '" + name + "' cannot be read: " + TextFile.reason(unreadable));
    }
    List<String[]> parts = new ArrayList<>();
    for (int i = 0; i < lines.length; i++) {
      // The system takes no zeros.
      if (lines[i].indexOf('\0') >= 0) {
        throw new LaunchException(
            ExitCodes.USAGE, option + " '" + name + "' cannot be read: it is not text");
      }
      List<String> words = words(lines[i], name + " line " + (i + 1));
      if (!words.isEmpty()) {
        parts.add(words.toArray(String[]::new));
      }
    }
    return parts;
  }

  /**
   * The words of a line, those in quotes as one.
   *
   * @param place where the line stands, for messages
   */
  public static List<String> words(String line, String place) throws LaunchException {
    List<String> words = new ArrayList<>();
    StringBuilder word = null;
    char quote = 0;
    for (char c : line.toCharArray()) {
      if (quote == 0 && word == null && c == '#') {
        break;
      }
      if (quote == 0 && Character.isWhitespace(c)) {
        if (word != null) {
          words.add(word.toString());
        }
        word = null;
        continue;
      }
      word = word == null ? new StringBuilder() : word;
      if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      } else {
        word.append(c);
      }
    }
    if (quote != 0) {
      throw new LaunchException(ExitCodes.USAGE, place + ": the quote " + quote + " is not closed");
    }
    if (word != null) {
      words.add(word.toString());
    }
    return words;
  }
}
