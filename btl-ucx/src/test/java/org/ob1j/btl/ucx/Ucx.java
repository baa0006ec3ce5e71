package org.ob1j.btl.ucx;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.HashMap;
import java.util.Map;
import org.ob1j.btl.ucx.shim.UcxLibrary;

/** What tests use UCX with. */
final class Ucx {
  static final String POSIX = "posix,self";
  static final String TCP = "tcp,self";

  private Ucx() {}

  /** Skips a test where there is no UCX. */
  static void assumeAvailable() {
    String reason = UcxLibrary.unavailableReason("");
    assumeTrue(reason == null, () -> "UCX is not tested: " + reason);
  }

  /** Parameters for some of UCX's transports. */
  static Map<String, String> parameters(String transports, String... namesAndValues) {
    Map<String, String> parameters = new HashMap<>();
    parameters.put("btl_ucx_tls", transports);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      parameters.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return parameters;
  }
}
