package org.ob1j.launcher;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of --app or --tune: on each line a part of a command line. Empty lines and what follows a
 * # at the beginning of a word are left out; words with blanks stand in quotes.
 */
final class OptionFile {
  private OptionFile() {}

  /**
   * Reads the words of each line.
   *
   * @param option which option names the file
   */
  static List<String[]> read(String option, Path file) throws LaunchException {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException unreadable) {
      throw new LaunchException(
          ExitCodes.USAGE, option + " '" + file + "' cannot be read: " + reason(unreadable));
    }
    List<String[]> parts = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      List<String> words = words(lines.get(i), file + " line " + (i + 1));
      if (!words.isEmpty()) {
        parts.add(words.toArray(String[]::new));
      }
    }
    return parts;
  }

  /** Why a file cannot be used, in words. */
  static String reason(IOException failure) {
    if (failure instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (failure instanceof AccessDeniedException) {
      return "access is denied";
    }
    return failure instanceof CharacterCodingException
        ? "it is not text in UTF-8"
        : failure.getMessage();
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
