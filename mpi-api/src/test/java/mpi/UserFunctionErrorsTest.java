package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reductions by functions of the user that throw. */
class UserFunctionErrorsTest {
  /** Whoever combines elements fails, and others wait for what it passes on. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldKeepTheRanksInStepWhenAUsersFunctionThrows(boolean commutes) {
    MpiRanks.runInWorld(
        3,
        comm -> {
          int[] one = {1};
          int[] many = new int[90_000];
          shouldFailOnce(comm, commutes, op -> comm.allReduce(one, new int[1], 1, MPI.INT, op));
          shouldFailOnce(comm, commutes, op -> comm.allReduce(many, many.length, MPI.INT, op));
          shouldFailOnce(comm, commutes, op -> comm.iAllReduce(one, 1, MPI.INT, op).waitFor());
          shouldFailOnce(comm, commutes, op -> comm.reduceScatterBlock(many, 30_000, MPI.INT, op));
          shouldFailOnce(comm, commutes, op -> comm.scan(one, new int[1], 1, MPI.INT, op));
          shouldFailOnce(comm, commutes, op -> comm.reduce(one, new int[1], 1, MPI.INT, op, 1));
        });
  }

  /** As a function may that is not written in Java. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldPassOnCheckedExceptionsOfAUsersFunction(boolean started) {
    MpiRanks.runInWorld(
        2,
        comm -> {
          Op failing =
              new Op(
                  new UserFunction() {
                    @Override
                    public void call(Object in, Object inOut, int count, Datatype type) {
                      UserFunctionErrorsTest.<RuntimeException>throwAny(new IOException("no disk"));
                    }
                  },
                  true);
          int[] data = {1};
          assertThatThrownBy(
                  () -> {
                    if (started) {
                      comm.iAllReduce(data, 1, MPI.INT, failing).waitFor();
                    } else {
                      comm.allReduce(data, 1, MPI.INT, failing);
                    }
                  })
              .hasMessageContaining("a user-defined operation failed")
              .hasRootCauseMessage("no disk");
          comm.barrier();
        });
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void throwAny(Throwable any) throws T {
    throw (T) any;
  }

  private static void shouldFailOnce(Intracomm comm, boolean commutes, Consumer<Op> call)
      throws MPIException {
    int[] calls = {0};
    Op failing =
        new Op(
            new UserFunction() {
              @Override
              public void call(Object in, Object inOut, int count, Datatype type) {
                calls[0]++;
                throw new IllegalStateException("no sum today");
              }
            },
            commutes);
    Throwable thrown = catchThrowable(() -> call.accept(failing));
    if (calls[0] == 0) {
      assertThat(thrown).isNull();
    } else {
      assertThat(thrown).hasMessage("no sum today");
    }
    assertThat(calls[0]).isLessThanOrEqualTo(1);
    int[] combining = {calls[0]};
    comm.allReduce(combining, 1, MPI.INT, MPI.SUM);
    assertThat(combining[0]).as("ranks that combine elements").isPositive();
  }
}
