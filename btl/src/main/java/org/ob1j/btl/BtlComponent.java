package org.ob1j.btl;

import java.util.List;

/** A kind of transport. Found through {@link java.util.ServiceLoader}, chosen by its name. */
public interface BtlComponent {
  /** The name that {@code --mca btl} takes, such as {@code sm}. */
  String name();

  /**
   * Whether this transport is to be used although the user has not named any; asked only then. A
   * transport that is of no use without special hardware says no where there is none, and nobody is
   * told.
   */
  default boolean isWorthwhile(BtlContext context) {
    return true;
  }

  /**
   * Opens this transport for a process and publishes its addresses.
   *
   * @return its modules, at least one
   * @throws BtlUnavailableException if the transport cannot be used here; nothing stays open
   * @throws org.ob1j.runtime.parameter.ParameterException if a parameter cannot be used
   */
  List<BtlModule> initialise(BtlContext context);
}
