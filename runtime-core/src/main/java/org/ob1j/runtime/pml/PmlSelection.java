package org.ob1j.runtime.pml;

import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.ob1j.runtime.parameter.Parameter;
import org.ob1j.runtime.parameter.ParameterException;
import org.ob1j.runtime.parameter.ParameterProvider;
import org.ob1j.runtime.parameter.ParameterSet;

/** Finds the point-to-point engine that a job is to use. */
public final class PmlSelection implements ParameterProvider {
  /** The engine's name. */
  public static final Parameter<String> PML =
      Parameter.text(
          "pml",
          "ob1j",
          "Point-to-point engine to use, or after a ^ those not to use; ob1 means ob1j");

  private static final String OPEN_MPI_NAME = "ob1";

  @Override
  public List<Parameter<?>> parameters() {
    return List.of(PML);
  }

  /**
   * The engine that the parameter {@code pml} names.
   *
   * @throws ParameterException if none on the class path has that name
   */
  public static PmlComponent select(ParameterSet parameters) {
    return select(parameters, ServiceLoader.load(PmlComponent.class));
  }

  static PmlComponent select(ParameterSet parameters, Iterable<PmlComponent> components) {
    Map<String, PmlComponent> byName = new TreeMap<>();
    for (PmlComponent component : components) {
      byName.put(component.name(), component);
    }
    String wanted = parameters.get(PML);
    PmlComponent chosen =
        wanted.startsWith("^")
            ? firstBut(List.of(wanted.substring(1).split(",")), byName)
            : byName.get(ownName(wanted));
    if (chosen == null) {
      throw new ParameterException(
          "pml is '"
              + wanted
              + "'; the class path has "
              + (byName.isEmpty() ? "none" : byName.keySet()));
    }
    return chosen;
  }

  private static PmlComponent firstBut(List<String> excluded, Map<String, PmlComponent> byName) {
    for (Map.Entry<String, PmlComponent> component : byName.entrySet()) {
      boolean isExcluded = false;
      for (String name : excluded) {
        isExcluded |= ownName(name).equals(component.getKey());
      }
      if (!isExcluded) {
        return component.getValue();
      }
    }
    return null;
  }

  private static String ownName(String name) {
    return name.trim().equals(OPEN_MPI_NAME) ? PML.defaultValue() : name.trim();
  }
}
