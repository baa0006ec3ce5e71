package org.ob1j.launcher;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.ob1j.runtime.parameter.Parameter;
import org.ob1j.runtime.parameter.ParameterProvider;

/**
 * Prints docs/parameters.md: all parameters of the modules on the class path, as they are declared.
 * {@code mpirun --info} prints the values that they have instead.
 */
public final class ParameterPage {
  private static final String BEGINNING =
      """
      # Parameters
      For whoever runs jobs. A parameter is set by `mpirun --mca NAME VALUE`, by the environment \
      variable `OMPI_MCA_NAME`, or by a line `NAME = VALUE` in a file (`-am FILE`, or \
      `~/.ob1j/mca-params.conf`); the first of these that names it counts. `mpirun --info` prints \
      all of them with the values that hold here, and where each comes from.

      Bytes may be written with k, m or g (1024, 1024², 1024³). A bool is 1, true, yes, on, or 0, \
      false, no, off. Names of Open MPI's that mean nothing here are accepted and have no effect.
      """;

  private static final String TABLE =
      "| name | type | default | range | meaning |\n|---|---|---|---|---|\n";

  private static final String END =
      """

      This page is printed by a program, from the declarations in the code; a test fails where it \
      says something else. To make it anew:

      ```
      ./mpirun --version
      java -cp 'distribution/target/lib/*:distribution/target/lib/launcher/*' \\
        org.ob1j.launcher.ParameterPage > docs/parameters.md
      ```
      """;

  private ParameterPage() {}

  /** Prints the page in UTF-8. */
  public static void main(String[] arguments) {
    List<Parameter<?>> parameters = new ArrayList<>();
    ServiceLoader.load(ParameterProvider.class)
        .forEach(provider -> parameters.addAll(provider.parameters()));
    System.out.writeBytes(of(parameters).getBytes(StandardCharsets.UTF_8));
    System.out.flush();
  }

  /** The page, with a table for each group of names. */
  static String of(List<Parameter<?>> parameters) {
    Map<String, List<Parameter<?>>> groups = new TreeMap<>();
    for (Parameter<?> parameter : parameters) {
      groups.computeIfAbsent(groupOf(parameter.name()), name -> new ArrayList<>()).add(parameter);
    }
    StringBuilder page = new StringBuilder(BEGINNING);
    groups.forEach(
        (name, group) -> {
          page.append("\n## ").append(name).append('\n').append(TABLE);
          group.sort(Comparator.comparing(Parameter::name));
          group.forEach(parameter -> page.append(row(parameter)));
        });
    return page.append(END).toString();
  }

  /** Framework and component: pml_ob1j, btl_sm; or the framework alone. */
  private static String groupOf(String name) {
    String[] words = name.split("_");
    boolean hasComponent = words.length > 2 && (words[0].equals("btl") || words[0].equals("pml"));
    return hasComponent ? words[0] + "_" + words[1] : words[0];
  }

  private static String row(Parameter<?> parameter) {
    String meaning = parameter.help();
    if (!parameter.aliases().isEmpty()) {
      meaning += "; also called " + String.join(", ", parameter.aliases());
    }
    return "| `"
        + String.join(
            " | ",
            parameter.name() + "`",
            parameter.type(),
            defaultOf(parameter),
            rangeOf(parameter),
            meaning.replace("|", "\\|"))
        + " |\n";
  }

  private static String defaultOf(Parameter<?> parameter) {
    Object value = parameter.defaultValue();
    if (parameter.type().equals("bytes")) {
      return isUnlimited((Long) value) ? "no limit" : bytes((Long) value);
    }
    return value.equals("") ? "(empty)" : value.toString();
  }

  private static String rangeOf(Parameter<?> parameter) {
    long minimum = parameter.minimum();
    long maximum = parameter.maximum();
    return switch (parameter.type()) {
      case "int" -> isUnlimited(maximum) ? "from " + minimum : minimum + " to " + maximum;
      case "bytes" ->
          isUnlimited(maximum)
              ? "from " + bytes(minimum)
              : bytes(minimum) + " to " + bytes(maximum);
      default -> "–";
    };
  }

  /** The greatest int or long is as much as there can be. */
  private static boolean isUnlimited(long value) {
    return value == Integer.MAX_VALUE || value == Long.MAX_VALUE;
  }

  /** Whole g, m or k, as the user may write them, or plain bytes. */
  private static String bytes(long count) {
    if (count == 0) {
      return "0";
    }
    int thousands = Math.min(Long.numberOfTrailingZeros(count) / 10, 3);
    return (count >> 10 * thousands) + List.of("", "k", "m", "g").get(thousands);
  }
}
