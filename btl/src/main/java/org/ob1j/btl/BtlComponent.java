package org.ob1j.btl;

import java.util.List;

/** A kind of transport. Found through {@link java.util.ServiceLoader}, chosen by its name. */
public interface BtlComponent {
  /** The name that {@code --mca btl} takes, such as {@code sm}. */
  String name();

  /**
   * Opens this transport for a process and publishes its addresses.
   *
   * @return its modules, at least one
   * @throws BtlUnavailableException if the transport cannot be used here; nothing stays open
   * @throws org.ob1j.runtime.parameter.ParameterException if a parameter cannot be used
   */
  List<BtlModule> initialise(BtlContext context);
}
