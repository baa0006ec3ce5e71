package org.ob1j.runtime.parameter;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The values that a user gave to parameters, by name, with where each came from.
 *
 * <p>Order of precedence: {@code mpirun --mca NAME VALUE}, environment {@code OMPI_MCA_NAME}, the
 * parameter file, the default. mpirun hands its own values to the ranks as environment.
 */
public final class ParameterSet {
  /** What stands before a parameter's name in an environment variable. */
  public static final String ENVIRONMENT_PREFIX = "OMPI_MCA_";

  /** Environment variable with paths of parameter files, with commas; the first counts most. */
  public static final String FILE_VARIABLE = "OB1J_PARAMETER_FILE";

  /** A value as text, and a phrase that says where it was given. */
  public record Given(String text, String source) {}

  private final Map<String, Given> given;

  private ParameterSet(Map<String, Given> given) {
    this.given = given;
  }

  /** A set in which every parameter has its default. */
  public static ParameterSet empty() {
    return new ParameterSet(Map.of());
  }

  /** A set with these values, as if given on a command line. */
  public static ParameterSet of(Map<String, String> values) {
    Map<String, Given> given = new LinkedHashMap<>();
    values.forEach((name, text) -> given.put(name, new Given(text, "command line")));
    return new ParameterSet(given);
  }

  /**
   * Reads the parameter file and the environment, then lays the command line over them.
   *
   * @param environment the process's environment
   * @param commandLine values of {@code --mca}, by name
   * @throws ParameterException if the parameter file cannot be read or has a malformed line
   */
  public static ParameterSet load(
      Map<String, String> environment, Map<String, String> commandLine) {
    Map<String, Given> given = new LinkedHashMap<>();
    readFile(environment, given);
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      if (variable.getKey().startsWith(ENVIRONMENT_PREFIX)) {
        String name = variable.getKey().substring(ENVIRONMENT_PREFIX.length());
        given.put(name, new Given(variable.getValue(), "environment"));
      }
    }
    for (Map.Entry<String, String> option : commandLine.entrySet()) {
      given.put(option.getKey(), new Given(option.getValue(), "command line"));
    }
    return new ParameterSet(given);
  }

  /**
   * The value of a parameter.
   *
   * @throws ParameterException if the text given for it cannot be used
   */
  public <T> T get(Parameter<T> parameter) {
    Given text = find(parameter);
    return text == null ? parameter.defaultValue() : parameter.read(text.text());
  }

  /** Where a parameter's value comes from: "default", "environment", "command line", "file …". */
  public String sourceOf(Parameter<?> parameter) {
    Given text = find(parameter);
    return text == null ? "default" : text.source();
  }

  /** All values given, whether a parameter of that name exists or not. */
  public Map<String, Given> given() {
    return given;
  }

  /** Whether a value is given to any parameter whose name begins so. */
  public boolean isAnyGiven(String prefix) {
    for (String name : given.keySet()) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  private Given find(Parameter<?> parameter) {
    Given text = given.get(parameter.name());
    for (String alias : parameter.aliases()) {
      if (text == null) {
        text = given.get(alias);
      }
    }
    return text;
  }

  private static void readFile(Map<String, String> environment, Map<String, Given> given) {
    String named = environment.get(FILE_VARIABLE);
    if (named != null) {
      String[] files = named.split(",");
      for (int i = files.length - 1; i >= 0; i--) {
        readFile(path(files[i]), given);
      }
      return;
    }
    Path file = Path.of(System.getProperty("user.home", "/"), ".ob1j", "mca-params.conf");
    if (Files.exists(file)) {
      readFile(file, given);
    }
  }

  /** mpirun names a file by its URI where a rank's locale may have no characters for its name. */
  private static Path path(String name) {
    try {
      return name.startsWith("file:///") ? Path.of(URI.create(name)) : Path.of(name);
    } catch (IllegalArgumentException impossible) {
      throw new ParameterException(
          FILE_VARIABLE + " names '" + name + "', which cannot be a file: " + impossible);
    }
  }

  private static void readFile(Path file, Map<String, Given> given) {
    try {
      for (String line : TextFile.lines(file)) {
        String entry = line.replaceFirst("#.*", "").trim();
        if (entry.isEmpty()) {
          continue;
        }
        int equals = entry.indexOf('=');
        if (equals < 1) {
          throw new ParameterException(
              file + " has the line '" + line + "'; it must read NAME = VALUE");
        }
        given.put(
            entry.substring(0, equals).trim(),
            new Given(entry.substring(equals + 1).trim(), "file " + file));
      }
    } catch (NoSuchFileException missing) {
      throw new ParameterException("there is no parameter file '" + file + "'");
    } catch (IOException unreadable) {
      throw new ParameterException(
          "cannot read the parameter file " + file + ": " + TextFile.reason(unreadable));
    }
  }
}
