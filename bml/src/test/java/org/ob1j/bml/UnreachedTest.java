package org.ob1j.bml;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.inmemory.InMemoryFabric;

class UnreachedTest {
  /** Who has been asked for an endpoint. */
  private final List<String> asked = new ArrayList<>();

  /** A transport that reaches nobody. */
  private BtlModule module(String name, int exclusivity, String reason) {
    return (BtlModule)
        Proxy.newProxyInstance(
            UnreachedTest.class.getClassLoader(),
            new Class<?>[] {BtlModule.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "name" -> name;
                  case "attributes" -> BtlAttributes.builder().exclusivity(exclusivity).build();
                  case "whyUnreachable" -> reason;
                  case "endpoint" -> {
                    asked.add(name);
                    yield null;
                  }
                  default -> null;
                });
  }

  @Test
  void shouldSayWhyNoTransportReachesAPeer() {
    List<BtlModule> modules = List.of(module("tcp.0", 0, "no network"), module("own.0", 0, null));

    BmlException failure = new Unreached(1, false).failure(0, modules);

    assertThat(failure)
        .hasMessage(
            "rank 1 cannot reach rank 0 by any of [tcp.0 (no network), own.0]; allow another"
                + " transport with --mca btl");
  }

  @Test
  void shouldAskNoTransportForAPeerThatABetterOneReaches() {
    InMemoryFabric fabric =
        new InMemoryFabric(1, InMemoryFabric.Behaviour.ordered(), "used.0", 1000, 100);
    BtlComponent component = fabric.component();
    BtlModule used = component.initialise(BmlTest.contextOf(0)).get(0);
    BtlModule peer = component.initialise(BmlTest.contextOf(1)).get(0);
    Rails found = Rails.to(1, List.of(used));
    List<BtlModule> modules =
        List.of(module("better.0", 200, "no memory"), used, module("lesser.0", 50, "no network"));

    String printed = printedBy(() -> new Unreached(0, true).warn(1, modules, found));

    assertThat(asked).containsExactly("better.0");
    assertThat(printed)
        .startsWith("ob1j: rank 0 reaches rank 1, and maybe others, without better.0 (no memory);");
    used.close();
    peer.close();
  }

  private static String printedBy(Runnable action) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      action.run();
    } finally {
      System.setErr(before);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }
}
