package org.ob1j.runtime.parameter;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * One MCA parameter: its name, what it means, its default, and how its text is read.
 *
 * <p>A parameter is declared once, as a constant beside its use, and listed by its module's {@link
 * ParameterProvider} so that {@code mpirun --info} prints it. Names, meanings and defaults follow
 * Open MPI's where it has the parameter.
 *
 * @param <T> the type of the value
 */
public final class Parameter<T> {
  private final String name;
  private final List<String> aliases;
  private final String type;
  private final T defaultValue;
  private final long minimum;
  private final long maximum;
  private final Function<String, T> reader;
  private final String help;

  private Parameter(
      String name,
      List<String> aliases,
      String type,
      T defaultValue,
      long minimum,
      long maximum,
      Function<String, T> reader,
      String help) {
    this.name = Objects.requireNonNull(name);
    this.aliases = List.copyOf(aliases);
    this.type = type;
    this.defaultValue = Objects.requireNonNull(defaultValue);
    this.minimum = minimum;
    this.maximum = maximum;
    this.reader = reader;
    this.help = help;
  }

  /** A whole number from {@code minimum} to {@code maximum}, both included. */
  public static Parameter<Integer> integer(
      String name, int defaultValue, int minimum, int maximum, String help) {
    return new Parameter<>(
        name,
        List.of(),
        "int",
        defaultValue,
        minimum,
        maximum,
        new Function<>() {
          @Override
          public Integer apply(String text) {
            return Math.toIntExact(ranged(name, wholeNumber(name, text), minimum, maximum));
          }
        },
        help);
  }

  /** A number of bytes, written plainly or with k, m or g (times 1024, 1024², 1024³). */
  public static Parameter<Long> bytes(
      String name, long defaultValue, long minimum, long maximum, String help) {
    return new Parameter<>(
        name,
        List.of(),
        "bytes",
        defaultValue,
        minimum,
        maximum,
        new Function<>() {
          @Override
          public Long apply(String text) {
            return ranged(name, byteCount(name, text), minimum, maximum);
          }
        },
        help);
  }

  /** A truth value: 1, true, yes, on, or 0, false, no, off. */
  public static Parameter<Boolean> bool(String name, boolean defaultValue, String help) {
    return new Parameter<>(
        name,
        List.of(),
        "bool",
        defaultValue,
        0,
        1,
        new Function<>() {
          @Override
          public Boolean apply(String text) {
            return truth(name, text);
          }
        },
        help);
  }

  /** Any text. */
  public static Parameter<String> text(String name, String defaultValue, String help) {
    return ofText(
        name,
        defaultValue,
        new Function<>() {
          @Override
          public String apply(String text) {
            return text;
          }
        },
        help);
  }

  /** One of a few words. */
  public static Parameter<String> choice(
      String name, String defaultValue, List<String> values, String help) {
    return ofText(
        name,
        defaultValue,
        new Function<>() {
          @Override
          public String apply(String text) {
            return oneOf(name, values, text);
          }
        },
        help);
  }

  private static Parameter<String> ofText(
      String name, String defaultValue, Function<String, String> parser, String help) {
    return new Parameter<>(name, List.of(), "string", defaultValue, 0, 0, parser, help);
  }

  /** The same parameter, found by other names too; the first name wins where both are given. */
  public Parameter<T> withAliases(String... otherNames) {
    return new Parameter<>(
        name, List.of(otherNames), type, defaultValue, minimum, maximum, reader, help);
  }

  public String name() {
    return name;
  }

  public List<String> aliases() {
    return aliases;
  }

  /** The kind of value, as {@code mpirun --info} prints it. */
  public String type() {
    return type;
  }

  public T defaultValue() {
    return defaultValue;
  }

  /** The least value that a number may have. */
  public long minimum() {
    return minimum;
  }

  /** The greatest value that a number may have. */
  public long maximum() {
    return maximum;
  }

  public String help() {
    return help;
  }

  /**
   * Reads a value.
   *
   * @throws ParameterException naming the parameter, the text and what would be right
   */
  public T read(String text) {
    return reader.apply(text.trim());
  }

  private static long wholeNumber(String name, String text) {
    try {
      // The JDK takes the digits of every script.
      if (isAscii(text)) {
        return Long.parseLong(text);
      }
      throw new NumberFormatException(text);
    } catch (NumberFormatException notANumber) {
      throw new ParameterException(name + " is '" + text + "'; it must be a whole number");
    }
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  private static long byteCount(String name, String text) {
    if (text.isEmpty()) {
      throw new ParameterException(name + " is empty; it must be a number of bytes");
    }
    int shift =
        switch (Character.toLowerCase(text.charAt(text.length() - 1))) {
          case 'k' -> 10;
          case 'm' -> 20;
          case 'g' -> 30;
          default -> 0;
        };
    String digits = shift == 0 ? text : text.substring(0, text.length() - 1);
    long count = wholeNumber(name, digits);
    if (count != count << shift >> shift) {
      throw new ParameterException(name + " is '" + text + "'; that is more than 2^63 bytes");
    }
    return count << shift;
  }

  private static long ranged(String name, long value, long minimum, long maximum) {
    if (value < minimum) {
      throw new ParameterException(name + " is " + value + "; it must be at least " + minimum);
    }
    if (value > maximum) {
      throw new ParameterException(name + " is " + value + "; it must be at most " + maximum);
    }
    return value;
  }

  private static String oneOf(String name, List<String> values, String text) {
    if (!values.contains(text)) {
      throw new ParameterException(
          name + " is '" + text + "'; it must be one of: " + String.join(", ", values));
    }
    return text;
  }

  private static boolean truth(String name, String text) {
    return switch (text.toLowerCase(java.util.Locale.ROOT)) {
      case "1", "true", "yes", "on", "enabled", "t", "y" -> true;
      case "0", "false", "no", "off", "disabled", "f", "n" -> false;
      default ->
          throw new ParameterException(
              name + " is '" + text + "'; it must be 1 (true, yes, on) or 0 (false, no, off)");
    };
  }
}
