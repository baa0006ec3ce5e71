package org.ob1j.os;

import java.util.List;
import org.ob1j.runtime.parameter.Parameter;
import org.ob1j.runtime.parameter.ParameterProvider;

/** The parameters of the native library. */
public final class NativeParameters implements ParameterProvider {
  static final Parameter<String> LOAD =
      Parameter.text(
          "os_native",
          "auto",
          "Whether ob1j's native library is loaded: yes, no, or auto: unless the JVM would print a"
              + " warning, as JDK 24 and later do without --enable-native-access");
  static final Parameter<Boolean> PEERS_MAY_READ =
      Parameter.bool(
          "os_native_peers_may_read",
          false,
          "Where the kernel's ptrace_scope is 1, let all processes of the user read and write the"
              + " memory of a rank, as single copies need (prctl PR_SET_PTRACER)");

  /** For {@link java.util.ServiceLoader}. */
  public NativeParameters() {}

  @Override
  public List<Parameter<?>> parameters() {
    return List.of(LOAD, PEERS_MAY_READ);
  }
}
