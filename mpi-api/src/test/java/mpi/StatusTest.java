package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ob1j.runtime.pml.MessageStatus;
import org.ob1j.runtime.pml.PmlError;

class StatusTest {
  private static Status ofBytes(long lengthBytes) {
    MessageStatus outcome = new MessageStatus();
    outcome.set(3, 4, lengthBytes, false, PmlError.NONE);
    return new Status(outcome);
  }

  @Test
  void shouldCountElements() {
    Status status = ofBytes(24);
    assertThat(status.getSource()).isEqualTo(3);
    assertThat(status.getTag()).isEqualTo(4);
    assertThat(status.getCount(MPI.BYTE)).isEqualTo(24);
    assertThat(status.getCount(MPI.BOOLEAN)).isEqualTo(24);
    assertThat(status.getCount(MPI.CHAR)).isEqualTo(12);
    assertThat(status.getCount(MPI.INT)).isEqualTo(6);
    assertThat(status.getCount(MPI.DOUBLE)).isEqualTo(3);
    assertThat(status.getElements(MPI.LONG)).isEqualTo(3);
    assertThat(status.getElementsX(MPI.FLOAT).getCount()).isEqualTo(6);
  }

  @Test
  void shouldNotCountPartsOfElements() {
    Status status = ofBytes(7);
    assertThat(status.getCount(MPI.INT)).isEqualTo(MPI.UNDEFINED);
    assertThat(status.getElements(MPI.SHORT)).isEqualTo(MPI.UNDEFINED);
    assertThat(status.getElementsX(MPI.LONG).getCount()).isEqualTo(MPI.UNDEFINED);
    assertThat(status.getCount(MPI.BYTE)).isEqualTo(7);
  }

  @Test
  void shouldCountMoreThanFitsIntoAnInt() {
    Status status = ofBytes(300_000_000L * 8);
    assertThat(status.getCount(MPI.LONG)).isEqualTo(300_000_000);
    assertThat(status.getCount(MPI.BYTE)).isEqualTo(MPI.UNDEFINED);
    assertThat(status.getElementsX(MPI.BYTE).getCount()).isEqualTo(2_400_000_000L);
  }

  @Test
  void shouldTakeWhatIsSet() {
    Status status = ofBytes(0);
    status.setElements(MPI.INT, 5);
    assertThat(status.getCount(MPI.BYTE)).isEqualTo(20);
    status.setElementsX(MPI.BYTE, new Count(1L << 40));
    assertThat(status.getElementsX(MPI.LONG).getCount()).isEqualTo(1L << 37);
    status.setCancelled(true);
    assertThat(status.isCancelled()).isTrue();
  }

  @Test
  void shouldRefuseWhatCannotBe() {
    Status status = ofBytes(8);
    Failure.expect(MPI.ERR_TYPE, "MPI_ERR_TYPE: invalid datatype", () -> status.getCount(null));
    Failure.expect(MPI.ERR_TYPE, "MPI_ERR_TYPE", () -> status.getElements(MPI.DATATYPE_NULL));
    Failure.expect(MPI.ERR_COUNT, "MPI_ERR_COUNT", () -> status.setElements(MPI.INT, -1));
    Failure.expect(MPI.ERR_COUNT, "MPI_ERR_COUNT", () -> status.setElementsX(MPI.INT, null));
    Failure.expect(
        MPI.ERR_COUNT,
        "MPI_ERR_COUNT",
        () -> status.setElementsX(MPI.INT, new Count(Long.MAX_VALUE)));
  }

  @Test
  void shouldCompareCounts() {
    Count count = new Count(5);
    assertThat((Object) count).isEqualTo(new Count(5)).hasSameHashCodeAs(new Count(5));
    assertThat((Object) count).isNotEqualTo(new Count(6));
    assertThat(count.compareTo(new Count(6))).isNegative();
    count.setCount(7);
    assertThat(count.getCount()).isEqualTo(7);
  }
}
