package org.ob1j.launcher.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThisHostTest {
  @ParameterizedTest
  @CsvSource({
    "localhost, true",
    "n1.site.org, true",
    "N1.Site.Org, true",
    "n1, true",
    "n11, false",
    "n1.site, false",
    "other, false"
  })
  void shouldKnowItsOwnNames(String name, boolean own) {
    ThisHost me = new ThisHost("n1.site.org", address -> false);

    assertThat(me.isOwnName(name)).isEqualTo(own);
    assertThat(me.among(List.of("x", name)).contains(name)).isEqualTo(own);
  }

  @Test
  void shouldLookUpNamesOnlyIfNoneIsItsOwn() {
    ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
    ThisHost me = new ThisHost("n1", asked::add);

    assertThat(me.among(List.of("n1", "n2"))).isEqualTo(Set.of("n1"));
    assertThat(asked).isEmpty();
    assertThat(me.among(List.of("n2", "n3"))).isEqualTo(Set.of("n2", "n3"));
    assertThat(asked).containsExactlyInAnyOrder("n2", "n3");
  }

  @Test
  @Timeout(60)
  void shouldNotWaitForNamesThatNobodyAnswersFor() throws InterruptedException {
    CountDownLatch end = new CountDownLatch(1);
    ThisHost me =
        new ThisHost(
            "n1",
            name -> {
              try {
                return name.equals("n2") || end.await(50, TimeUnit.SECONDS);
              } catch (InterruptedException interrupted) {
                return false;
              }
            });

    assertThat(me.among(List.of("gone", "n2"))).isEqualTo(Set.of("n2"));
    end.countDown();
  }

  @Test
  void shouldFindTheHostThatItRunsOn() {
    ThisHost me = ThisHost.find();

    assertThat(me.name()).isNotBlank();
    assertThat(me.hasAddressOf().test("127.0.0.1")).isTrue();
    assertThat(me.hasAddressOf().test("192.0.2.1")).isFalse();
  }
}
