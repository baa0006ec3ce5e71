package org.ob1j.launcher.system;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ResourceTest {
  @Test
  void shouldSayWhatMayBeWrongWithTheJar() {
    assertThatThrownBy(() -> Resource.text(ResourceTest.class, "nothing.txt"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("nothing.txt cannot be read from ob1j's jar")
        .hasMessageContaining("ulimit -n");
  }
}
