package org.ob1j.bml;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ob1j.btl.BtlModule;

class UserMemoryTest {
  private final UserMemory memory = new UserMemory(new Registrations(true));
  private final List<String> asked = new ArrayList<>();

  /** A transport that has memory for buffers up to a length. */
  private BtlModule module(String name, int rank, int longestBytes) {
    return (BtlModule)
        Proxy.newProxyInstance(
            UserMemoryTest.class.getClassLoader(),
            new Class<?>[] {BtlModule.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "allocationRank" -> rank;
                  case "allocate" -> {
                    asked.add(name);
                    int bytes = (int) arguments[0];
                    yield bytes <= longestBytes ? ByteBuffer.allocateDirect(bytes) : null;
                  }
                  default -> null;
                });
  }

  @Test
  void shouldAskTheTransportOfTheLeastRankFirstWhateverItsPlace() {
    memory.askFrom(List.of(module("a", 7, 100), module("b", 3, 10), module("c", 5, 50)));

    assertThat(memory.allocate(8).capacity()).isEqualTo(8);
    assertThat(asked).containsExactly("b");
    asked.clear();
    assertThat(memory.allocate(60).capacity()).isEqualTo(60);
    assertThat(asked).containsExactly("b", "c", "a");
    assertThat(memory.allocate(101)).isNull();
  }

  @Test
  void shouldHaveNoneBeforeTransportsAreOpen() {
    assertThat(memory.allocate(8)).isNull();
  }
}
