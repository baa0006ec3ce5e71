package org.ob1j.bml;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlUnavailableException;
import org.ob1j.runtime.job.Modex;

/**
 * The transports that work in one process, and why others do not. If the user did not insist on
 * those, the process goes on without them, and the first such process of the job says so.
 */
final class OpenTransports {
  private static final String MISSING_KEY = "bml.missing-transports";

  private final List<BtlModule> modules = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final List<String> reasons = new ArrayList<>();

  private OpenTransports() {}

  /**
   * Opens what is selected and publishes what others need to know; the modex fence comes next.
   *
   * @throws BmlException if no transport works, or one that the user asked for does not
   */
  static OpenTransports open(
      List<BtlComponent> components, TransportSelection selection, BtlContext context) {
    OpenTransports opened = new OpenTransports();
    for (BtlComponent component : components) {
      if (selection.names().contains(component.name())
          && (selection.explicit() || component.isWorthwhile(context))) {
        opened.open(component, context);
      }
    }
    opened.requireEnough(selection);
    if (!opened.reasons.isEmpty()) {
      byte[] missing = String.join("; ", opened.reasons).getBytes(StandardCharsets.UTF_8);
      context.modex().put(MISSING_KEY, missing);
    }
    return opened;
  }

  private void open(BtlComponent component, BtlContext context) {
    try {
      modules.addAll(component.initialise(context));
      names.add(component.name());
    } catch (BtlUnavailableException unavailable) {
      reasons.add(unavailable.getMessage());
    }
  }

  private void requireEnough(TransportSelection selection) {
    if (modules.isEmpty() || selection.explicit() && !reasons.isEmpty()) {
      for (BtlModule module : modules) {
        module.close();
      }
      throw new BmlException(
          reasons.isEmpty()
              ? "no transport is left that reaches other processes; change --mca btl"
              : "a transport cannot be used: " + String.join("; ", reasons));
    }
  }

  List<BtlModule> modules() {
    return modules;
  }

  /**
   * One line for the user if this process is the first of the job that lacks a transport, else
   * null. The modex fence has passed.
   */
  String notice(int rank, Modex modex) {
    if (reasons.isEmpty()) {
      return null;
    }
    for (int lower = 0; lower < rank; lower++) {
      if (modex.get(lower, MISSING_KEY) != null) {
        return null;
      }
    }
    return "ob1j: rank "
        + rank
        + ", and maybe others, goes on by "
        + String.join(", ", names)
        + " alone: "
        + String.join("; ", reasons);
  }
}
