package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What is expected of an {@link MPIException}. */
final class Failure {
  private Failure() {}

  /** The call throws, with this class and code, and a message that begins with this text. */
  static void expect(int errorClass, String beginning, ThrowingCallable call) {
    MPIException thrown = catchThrowableOfType(MPIException.class, call);
    assertThat(thrown).as(beginning).isNotNull();
    assertThat(thrown).hasMessageStartingWith(beginning);
    assertThat(thrown.getErrorClass()).isEqualTo(errorClass);
    assertThat(thrown.getErrorCode()).isEqualTo(errorClass);
  }
}
