package org.ob1j.launcher.commandline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import org.ob1j.runtime.parameter.Parameter;
import org.ob1j.runtime.parameter.ParameterException;
import org.ob1j.runtime.parameter.ParameterProvider;
import org.ob1j.runtime.parameter.ParameterSet;

/** What {@code mpirun --info} prints: every parameter of every module, and their findings. */
public final class ParameterTable {
  private ParameterTable() {}

  public static String of(ParameterSet values) {
    List<Parameter<?>> parameters = new ArrayList<>();
    List<ParameterProvider> providers = new ArrayList<>();
    ServiceLoader.load(ParameterProvider.class).forEach(providers::add);
    providers.forEach(provider -> parameters.addAll(provider.parameters()));
    parameters.sort(Comparator.comparing(Parameter::name));
    StringBuilder text = new StringBuilder();
    parameters.forEach(parameter -> append(parameter, values, text));
    providers.forEach(
        provider -> findings(provider, values).forEach(line -> text.append(line).append('\n')));
    return text.toString();
  }

  private static void append(Parameter<?> parameter, ParameterSet values, StringBuilder text) {
    text.append(parameter.name()).append(" = ").append(valueOf(parameter, values));
    text.append("\n    type ").append(parameter.type());
    text.append(", source ").append(values.sourceOf(parameter));
    text.append(", default ").append(parameter.defaultValue());
    if (!parameter.aliases().isEmpty()) {
      text.append(", also called ").append(String.join(", ", parameter.aliases()));
    }
    text.append("\n    ").append(parameter.help()).append('\n');
  }

  private static List<String> findings(ParameterProvider provider, ParameterSet values) {
    try {
      return provider.findings(values);
    } catch (ParameterException wrong) {
      // The table says it, beside the parameter or in these words.
      return List.of("wrong: " + wrong.getMessage());
    }
  }

  private static String valueOf(Parameter<?> parameter, ParameterSet values) {
    try {
      return String.valueOf(values.get(parameter));
    } catch (ParameterException wrong) {
      return "wrong: " + wrong.getMessage();
    }
  }
}
