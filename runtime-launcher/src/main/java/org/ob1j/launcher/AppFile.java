package org.ob1j.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The file of --app: a program with its options on each line, as on the command line. Empty lines
 * and what follows a # at the beginning of a word are left out; words with blanks stand in quotes.
 */
final class AppFile {
  private AppFile() {}

  static List<String[]> read(Path file) throws LaunchException {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException unreadable) {
      String reason = Files.exists(file) ? unreadable.getMessage() : "there is no such file";
      throw new LaunchException(ExitCodes.USAGE, "--app " + file + " cannot be read: " + reason);
    }
    List<String[]> programs = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      List<String> words = words(lines.get(i), file + " line " + (i + 1));
      if (!words.isEmpty()) {
        programs.add(words.toArray(String[]::new));
      }
    }
    if (programs.isEmpty()) {
      throw new LaunchException(ExitCodes.USAGE, "--app " + file + " names no program");
    }
    return programs;
  }

  static List<String> words(String line, String place) throws LaunchException {
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
