package org.ob1j.bml;

import java.util.List;
import org.ob1j.runtime.parameter.Parameter;
import org.ob1j.runtime.parameter.ParameterProvider;

/** Which transports are used, and what is kept for them. */
public final class BmlParameters implements ParameterProvider {
  static final Parameter<String> TRANSPORTS =
      Parameter.text(
          "btl",
          "",
          "Transports to use, by name and separated by commas, such as sm,tcp,self;"
              + " after a ^ those not to use. Empty: all that work here");

  static final Parameter<Integer> LEAVE_PINNED =
      Parameter.integer(
              "mpi_leave_pinned",
              -1,
              -1,
              1,
              "Whether memory stays registered for the next message, where a transport needs"
                  + " registration: 1 yes, 0 no, -1 as the engine likes, which is yes")
          .withAliases("opal_leave_pinned");

  static final Parameter<Boolean> WARN_UNUSED =
      Parameter.bool(
          "btl_base_warn_component_unused",
          true,
          "Print a line if rank 0 does not reach a peer by a transport that it would rather use");

  @Override
  public List<Parameter<?>> parameters() {
    return List.of(TRANSPORTS, LEAVE_PINNED, WARN_UNUSED);
  }
}
