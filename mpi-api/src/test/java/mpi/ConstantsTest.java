package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The values are Open MPI's, as class files and C programs of the same job may rely on them. */
class ConstantsTest {
  @ParameterizedTest
  @CsvSource({
    "ANY_SOURCE,-1",
    "ANY_TAG,-1",
    "PROC_NULL,-2",
    "ROOT,-4",
    "UNDEFINED,-32766",
    "KEYVAL_INVALID,-1",
    "BSEND_OVERHEAD,128",
    "IDENT,0",
    "CONGRUENT,1",
    "SIMILAR,2",
    "UNEQUAL,3",
    "GRAPH,2",
    "CART,1",
    "DIST_GRAPH,3",
    "MAX_OBJECT_NAME,64",
    "MAX_PORT_NAME,1024",
    "MAX_INFO_KEY,36",
    "MAX_INFO_VAL,256",
    "MAX_DATAREP_STRING,128",
    "SEEK_SET,600",
    "SEEK_CUR,602",
    "SEEK_END,604",
    "THREAD_SINGLE,0",
    "THREAD_FUNNELED,1",
    "THREAD_SERIALIZED,2",
    "THREAD_MULTIPLE,3",
    "TAG_UB,0",
    "WIN_DISP_UNIT,9",
    "SUCCESS,0",
    "ERR_BUFFER,1",
    "ERR_COUNT,2",
    "ERR_TYPE,3",
    "ERR_TAG,4",
    "ERR_COMM,5",
    "ERR_RANK,6",
    "ERR_REQUEST,7",
    "ERR_ROOT,8",
    "ERR_OP,10",
    "ERR_TRUNCATE,15",
    "ERR_IN_STATUS,18",
    "ERR_NO_SUCH_FILE,42",
    "ERR_WIN,53",
    "ERR_PROC_ABORTED,74",
    "ERR_LASTCODE,92",
    "DISPLACEMENT_CURRENT,-54278278",
    "LOCK_SHARED,2",
    "MODE_SEQUENTIAL,256"
  })
  void shouldHaveOpenMpisValues(String name, int value) throws ReflectiveOperationException {
    assertThat(MPI.class.getField(name).getInt(null)).isEqualTo(value);
  }

  @Test
  void shouldDescribeErrorsAsOpenMpiDoes() {
    Map<Integer, String> texts =
        Map.of(
            1, "MPI_ERR_BUFFER: invalid buffer pointer",
            2, "MPI_ERR_COUNT: invalid count argument",
            3, "MPI_ERR_TYPE: invalid datatype",
            4, "MPI_ERR_TAG: invalid tag",
            6, "MPI_ERR_RANK: invalid rank",
            15, "MPI_ERR_TRUNCATE: message truncated",
            16, "MPI_ERR_OTHER: known error not in list",
            18, "MPI_ERR_IN_STATUS: error code in status");
    texts.forEach((code, text) -> assertThat(ErrorClass.ofCode(code).text()).isEqualTo(text));
    assertThat(ErrorClass.ofCode(60)).isSameAs(ErrorClass.UNKNOWN);
  }

  /** A constant that the compiler knew would be copied here, and MPI would not be mentioned. */
  private static final class User {
    static int wildcards() {
      return MPI.ANY_SOURCE + MPI.ANY_TAG;
    }
  }

  @Test
  void shouldNotBeCopiedIntoUsersClassFiles() throws IOException {
    assertThat(User.wildcards()).isEqualTo(-2);
    try (InputStream file = User.class.getResourceAsStream("ConstantsTest$User.class")) {
      String contents = new String(file.readAllBytes(), StandardCharsets.ISO_8859_1);
      assertThat(contents).contains("ANY_SOURCE", "ANY_TAG");
    }
  }
}
