package org.ob1j.runtime.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ProcessIdTest {
  @Test
  void shouldBeThatOfTheJdk() {
    assertThat(ProcessId.current()).isEqualTo(ProcessHandle.current().pid());
  }

  @Test
  void shouldBeThatOfTheInnermostNamespace() {
    assertThat(ProcessId.ownId("Name:\tjava\nNSpid:\t4711\t12\t3\nNSpgid:\t1\n")).isEqualTo(3);
    assertThat(ProcessId.ownId("Name:\tjava\nNSpid:\t4711\nNSpgid:\t1\n")).isEqualTo(4711);
  }

  @Test
  void shouldNotBeReadFromAStatusThatDoesNotSayIt() {
    assertThatThrownBy(() -> ProcessId.ownId("Name:\t12\nPid:\t4711\n"))
        .isInstanceOf(RuntimeException.class);
  }
}
