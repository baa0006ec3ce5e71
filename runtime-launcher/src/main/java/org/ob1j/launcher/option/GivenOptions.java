package org.ob1j.launcher.option;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.launcher.system.NativeText;

/** The words of one part of a command line, read by a list of options. */
public final class GivenOptions {
  private final Map<String, CommandOption> known;
  private final List<CommandOption> options = new ArrayList<>();

  /** By an option's first name. */
  private final Map<String, List<String>> values = new HashMap<>();

  private List<String> command = List.of();

  private GivenOptions(Map<String, CommandOption> known) {
    this.known = known;
  }

  /**
   * Reads words: options, and from the first word that is none on a program and its arguments.
   *
   * @param known the options, by each of their names
   */
  public static GivenOptions read(Map<String, CommandOption> known, String... words)
      throws LaunchException {
    GivenOptions given = new GivenOptions(known);
    int next = 0;
    while (next < words.length && words[next].startsWith("-") && !words[next].equals("-")) {
      if (words[next].equals("--")) {
        next++;
        break;
      }
      next = given.readOption(next, words);
    }
    given.command = List.of(words).subList(next, words.length);
    return given;
  }

  /** Reads an option and what follows it; returns the place of the next word. */
  private int readOption(int place, String... words) throws LaunchException {
    String name = words[place];
    int next = place + 1;
    List<String> its = new ArrayList<>();
    int equals = name.indexOf('=');
    CommandOption option = known.get(name);
    if (option == null && equals > 0) {
      option = known.get(name.substring(0, equals));
      its.add(name.substring(equals + 1));
    }
    if (option == null) {
      throw unknown(name);
    }
    int count = option.kind().words();
    while (its.size() < count && next < words.length) {
      its.add(words[next++]);
    }
    if (its.size() < count) {
      throw LaunchException.usage(
          option.name() + " needs a value: " + option.name() + " " + option.label());
    }
    if (its.size() > count) {
      throw LaunchException.usage(option.name() + " takes no value; '" + name + "' has one");
    }
    if (option.kind() == CommandOption.Kind.NUMBER) {
      checkNumber(option, its.get(0));
    }
    options.add(option);
    List<String> before = values.putIfAbsent(option.name(), its);
    if (before != null) {
      before.addAll(its);
    }
    return next;
  }

  private static void checkNumber(CommandOption option, String value) throws LaunchException {
    try {
      Integer.parseInt(value);
      // The JDK takes the digits of every script.
      if (!NativeText.isAscii(value)) {
        throw new NumberFormatException(value);
      }
    } catch (NumberFormatException wrong) {
      throw LaunchException.usage(
          option.name() + " is '" + value + "'; it must be a whole number up to 2147483647");
    }
  }

  private LaunchException unknown(String word) {
    String like = Spelling.closest(known.keySet(), word);
    String question = like == null ? "" : "; is " + like + " meant?";
    return LaunchException.usage("Unknown option: '" + word + "'" + question);
  }

  /** The options that are given, in their order. */
  public List<CommandOption> options() {
    return options;
  }

  /** The program and its arguments; empty if there is none. */
  public List<String> command() {
    return command;
  }

  /** Whether a flag is given. */
  public boolean has(String name) {
    return values.containsKey(firstName(name));
  }

  /** The last value of an option; {@code otherwise} if it is not given. */
  public String word(String name, String otherwise) {
    List<String> its = words(name);
    return its.isEmpty() ? otherwise : its.get(its.size() - 1);
  }

  /** The last value of an option, a whole number; null if it is not given. */
  public Integer number(String name) {
    String word = word(name, null);
    return word == null ? null : Integer.valueOf(word);
  }

  /** All values of an option, those of a pair one after the other. */
  public List<String> words(String name) {
    return values.getOrDefault(firstName(name), List.of());
  }

  private String firstName(String name) {
    return known.get(name).name();
  }
}
