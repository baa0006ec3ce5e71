package org.ob1j.bml;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ob1j.btl.BtlModule;

class UnreachedTest {
  /** A transport that reaches nobody. */
  private static BtlModule module(String name, String reason) {
    return (BtlModule)
        Proxy.newProxyInstance(
            UnreachedTest.class.getClassLoader(),
            new Class<?>[] {BtlModule.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "name" -> name;
                  case "whyUnreachable" -> reason;
                  default -> null;
                });
  }

  @Test
  void shouldSayWhyNoTransportReachesAPeer() {
    List<BtlModule> modules = List.of(module("tcp.0", "no network"), module("own.0", null));

    BmlException failure = new Unreached(1, false).failure(0, modules);

    assertThat(failure)
        .hasMessage(
            "rank 1 cannot reach rank 0 by any of [tcp.0 (no network), own.0]; allow another"
                + " transport with --mca btl");
  }
}
