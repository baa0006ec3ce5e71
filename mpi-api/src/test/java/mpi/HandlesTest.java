package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Datatypes and operations. */
class HandlesTest {
  static Stream<Arguments> basicTypes() {
    return Stream.of(
        Arguments.of(MPI.BYTE, 1, "MPI_UINT8_T"),
        Arguments.of(MPI.BOOLEAN, 1, "MPI_UINT8_T"),
        Arguments.of(MPI.CHAR, 2, "MPI_UINT16_T"),
        Arguments.of(MPI.SHORT, 2, "MPI_INT16_T"),
        Arguments.of(MPI.INT, 4, "MPI_INT32_T"),
        Arguments.of(MPI.LONG, 8, "MPI_INT64_T"),
        Arguments.of(MPI.FLOAT, 4, "MPI_FLOAT"),
        Arguments.of(MPI.DOUBLE, 8, "MPI_DOUBLE"),
        Arguments.of(MPI.PACKED, 1, "MPI_PACKED"));
  }

  @ParameterizedTest
  @MethodSource("basicTypes")
  void shouldMeasureBasicTypesInElements(Datatype type, int bytes, String name) {
    assertThat(type.getSize()).isEqualTo(1);
    assertThat(type.getExtent()).isEqualTo(1);
    assertThat(type.getTrueExtent()).isEqualTo(1);
    assertThat(type.getLb()).isZero();
    assertThat(type.getTrueLb()).isZero();
    assertThat(type.getName()).isEqualTo(name);
    assertThat(type.isNull()).isFalse();
    assertThat(type.typeMap().sizeBytes()).isEqualTo(bytes);
    type.commit();
    Failure.expect(
        MPI.ERR_TYPE,
        "MPI_ERR_TYPE: invalid datatype: " + name + " is predefined and cannot be freed",
        type::free);
  }

  @Test
  void shouldDuplicateTypes() {
    Datatype dup = MPI.INT.dup();
    assertThat(dup.getName()).isEqualTo("Dup MPI_INT32_T");
    dup.setName("counts");
    assertThat(dup.clone().getName()).isEqualTo("Dup counts");
    assertThat(dup.getSize()).isEqualTo(1);
    dup.free();
    assertThat(dup.isNull()).isTrue();
    Failure.expect(MPI.ERR_TYPE, "MPI_ERR_TYPE", dup::getSize);
    Failure.expect(MPI.ERR_TYPE, "MPI_ERR_TYPE", dup::free);
    assertThat(MPI.INT.isNull()).isFalse();
  }

  @Test
  void shouldHaveANullType() {
    assertThat(MPI.DATATYPE_NULL.isNull()).isTrue();
    assertThat(MPI.DATATYPE_NULL.getName()).isEqualTo("MPI_DATATYPE_NULL");
    Failure.expect(MPI.ERR_TYPE, "MPI_ERR_TYPE", MPI.DATATYPE_NULL::getSize);
    Failure.expect(MPI.ERR_TYPE, "MPI_ERR_TYPE", MPI.DATATYPE_NULL::dup);
  }

  @Test
  void shouldHavePredefinedOperations() {
    Op[] all = {
      MPI.MAX,
      MPI.MIN,
      MPI.SUM,
      MPI.PROD,
      MPI.LAND,
      MPI.BAND,
      MPI.LOR,
      MPI.BOR,
      MPI.LXOR,
      MPI.BXOR,
      MPI.MINLOC,
      MPI.MAXLOC,
      MPI.REPLACE,
      MPI.NO_OP
    };
    assertThat(all).doesNotHaveDuplicates();
    for (Op op : all) {
      assertThat(op.isNull()).isFalse();
      assertThat(op.isCommutative()).isTrue();
    }
    Failure.expect(
        MPI.ERR_OP,
        "MPI_ERR_OP: invalid reduce operation: MPI_SUM is predefined and cannot be freed",
        MPI.SUM::free);
  }

  @Test
  void shouldBuildExceptionsWithoutAnErrorClass() {
    MPIException plain = new MPIException("text");
    assertThat(plain).hasMessage("text");
    assertThat(plain.getErrorClass()).isZero();
    assertThat(plain.getErrorCode()).isZero();
    assertThat(new MPIException(plain)).hasCause(plain);
  }

  /** Nothing needs one. */
  @Test
  void shouldLetProgramsMakeAnMpiAsOpenMpiDoes() {
    assertThat(new MPI()).isNotSameAs(new MPI());
  }
}
