package org.ob1j.bml;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.ob1j.runtime.parameter.ParameterException;

/**
 * Which transports the {@code btl} parameter allows, in Open MPI's syntax: a list of names, or
 * after a ^ a list of names that are not wanted. Messages to oneself need no transport, so {@code
 * self} is always accepted.
 *
 * @param explicit true if the user listed the transports, so that one that does not work is an
 *     error
 * @param names the transports to try, in order
 */
record TransportSelection(boolean explicit, List<String> names) {
  private static final String SELF = "self";

  /** Open MPI's other transports: it is right that they are not to be used. */
  private static final Set<String> OF_OPEN_MPI =
      Set.of("openib", "uct", "ofi", "usnic", "smcuda", "ugni", "portals4", "ucx");

  /**
   * Reads the parameter.
   *
   * @param available the names of all transports there are
   * @throws ParameterException naming what is available if a name is unknown
   */
  static TransportSelection of(String parameter, List<String> available) {
    boolean negated = parameter.startsWith("^");
    String list = negated ? parameter.substring(1) : parameter;
    List<String> named = new ArrayList<>();
    for (String part : list.split(",")) {
      String name = part.trim();
      String known = name.equals("vader") ? "sm" : name;
      boolean mayBeMissing =
          known.isEmpty() || known.equals(SELF) || negated && OF_OPEN_MPI.contains(known);
      if (!mayBeMissing && !available.contains(known)) {
        Set<String> choices = new TreeSet<>(available);
        choices.add(SELF);
        throw new ParameterException(
            "btl names the transport '" + name + "'; there are " + String.join(", ", choices));
      }
      named.add(known);
    }
    boolean explicit = !negated && !list.isBlank();
    List<String> names = new ArrayList<>();
    for (String name : available) {
      if (named.contains(name) == explicit) {
        names.add(name);
      }
    }
    return new TransportSelection(explicit, names);
  }
}
