package org.ob1j.launcher.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AttemptTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "255 | kex_exchange_identification: Connection closed by remote host | true  | false",
        "255 | Connection reset by 10.0.0.1 port 22                          | true  | false",
        "255 | ssh: connect to host h1 port 22: Connection refused           | false | true",
        "255 | ssh: Could not resolve hostname h9: Name or service not known | false | true",
        "255 | Host key verification failed.                                 | false | false",
        "255 | root@h1: Permission denied (publickey).                       | false | false",
        "127 | there is no java: Connection refused                          | false | false",
        "1   | Connection reset by somebody else                             | false | false"
      })
  void shouldTryAgainWhatMayWorkLater(int exitCode, String said, boolean busy, boolean notUp) {
    Attempt attempt = new Attempt("ssh", false, exitCode, List.of(said));

    assertThat(attempt.isBusy()).isEqualTo(busy);
    assertThat(attempt.isNotUp()).isEqualTo(notUp);
    assertThat(attempt.reason()).isEqualTo("ssh ended with exit code " + exitCode + ": " + said);
  }

  @ParameterizedTest
  @CsvSource({
    "true, its agent ended with exit code 1: no",
    "false, ssh ended with exit code 1: no"
  })
  void shouldSayWhatHasEnded(boolean ready, String expected) {
    assertThat(new Attempt("ssh", ready, 1, List.of("no")).reason()).isEqualTo(expected);
  }

  @Test
  void shouldSayOfASilentShellThatItHasRunNothing() {
    assertThat(new Attempt("true", false, 0, List.of()).reason())
        .isEqualTo("true ended with exit code 0 and has not run what it was given");
    assertThat(new Attempt("ssh", true, 143, List.of()).reason())
        .isEqualTo("its agent ended with exit code 143 (SIGTERM)");
    assertThat(new Attempt("qrsh", false, 137, List.of("no")).reason())
        .isEqualTo("qrsh ended with exit code 137 (SIGKILL): no");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldSayOfAnSshThatMayNotSayItThatThereIsNoConnection(boolean ready) {
    assertThat(new Attempt("ssh", ready, 255, List.of()).reason())
        .isEqualTo(
            "ssh ended with exit code 255 without a word: the connection was lost, or could not be"
                + " made, or what it ran was killed");
  }

  @Test
  void shouldNotTakeTheEndOfAConnectionForTheAgents() {
    assertThat(new Attempt("ssh", true, 255, List.of("Timeout, server h1 not responding.")))
        .satisfies(attempt -> assertThat(attempt.isBusy() || attempt.isNotUp()).isFalse())
        .extracting(Attempt::reason)
        .isEqualTo("ssh ended with exit code 255: Timeout, server h1 not responding.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java.lang.UnsupportedClassVersionError: org/ob1j/launcher/agent/AgentMain has been",
        "Unrecognized option: -Xlog:disable"
      })
  void shouldSayThatAJavaIsTooOld(String said) {
    assertThat(new Attempt("ssh", true, 1, List.of("Error", said)).reason())
        .isEqualTo("the java there is too old: ob1j needs 17 or newer");
  }
}
