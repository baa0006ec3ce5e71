package org.ob1j.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MissingJarsTest {
  private static final String FAILURE =
      "Exception in thread \"main\" java.lang.NoClassDefFoundError: mpi/MPI\n\tat Ring.main\n";

  @Test
  void shouldAdviseTheRankThatDoesNotFindPackageMpi() {
    MissingJars jars = new MissingJars(() -> "/opt/ob1j/lib");

    look(jars, 1, FAILURE);
    look(jars, 2, FAILURE.replace("mpi/MPI", "net/mpi/MPI"));

    assertThat(jars.advice(1)).contains("rank 1", "/opt/ob1j/lib/* first");
    assertThat(jars.advice(0)).isNull();
    assertThat(jars.advice(2)).isNull();
  }

  @Test
  void shouldLookNoFurtherThanWhatWasWritten() {
    MissingJars jars = new MissingJars(() -> "/opt/ob1j/lib");

    jars.look(0, FAILURE.getBytes(StandardCharsets.UTF_8), 20);

    assertThat(jars.advice(0)).isNull();
  }

  @Test
  void shouldSayNothingWhereRanksNeedNoJars() {
    MissingJars jars = new MissingJars(() -> null);

    look(jars, 0, FAILURE);

    assertThat(jars.advice(0)).isNull();
  }

  private static void look(MissingJars jars, int rank, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    jars.look(rank, bytes, bytes.length);
  }
}
