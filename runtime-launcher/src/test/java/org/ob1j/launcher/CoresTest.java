package org.ob1j.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CoresTest {
  @Test
  void shouldReadListsOfCpus() {
    assertThat(Cores.parse("0")).containsExactly(0);
    assertThat(Cores.parse("0-2,5,8-9")).containsExactly(0, 1, 2, 5, 8, 9);
  }

  @Test
  void shouldFindCoresToUse() throws LaunchException {
    assertThat(Cores.allowed()).isNotEmpty().doesNotHaveDuplicates();
  }
}
