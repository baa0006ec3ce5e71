package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Derived datatypes as users make and use them. */
class DatatypeTest {
  private static Datatype committed(Datatype type) {
    type.commit();
    return type;
  }

  private static void shouldFail(int errorClass, String detail, ThrowingCallable call) {
    MPIException failure = catchThrowableOfType(MPIException.class, call);
    assertThat(failure).hasMessageContaining(detail);
    assertThat(failure.getErrorClass()).isEqualTo(errorClass);
  }

  private static List<Integer> measures(Datatype type) {
    return List.of(
        type.getSize(), type.getLb(), type.getExtent(), type.getTrueLb(), type.getTrueExtent());
  }

  @Test
  void shouldMeasureInElementsOfBaseType() {
    assertThat(measures(Datatype.createContiguous(3, MPI.INT))).containsExactly(3, 0, 3, 0, 3);
    assertThat(measures(Datatype.createVector(2, 1, 3, MPI.INT))).containsExactly(2, 0, 4, 0, 4);
    assertThat(measures(Datatype.createHVector(2, 1, 12, MPI.INT))).containsExactly(2, 0, 4, 0, 4);
    assertThat(measures(Datatype.createIndexed(new int[] {2, 1}, new int[] {1, 5}, MPI.DOUBLE)))
        .containsExactly(3, 1, 5, 1, 5);
    assertThat(measures(Datatype.createHIndexed(new int[] {1, 1}, new int[] {8, 0}, MPI.LONG)))
        .containsExactly(2, 0, 2, 0, 2);
    assertThat(measures(Datatype.createIndexedBlock(2, new int[] {0, 4}, MPI.SHORT)))
        .containsExactly(4, 0, 6, 0, 6);
    assertThat(measures(Datatype.createResized(MPI.INT, -4, 16))).containsExactly(1, -1, 4, 0, 1);
    assertThat(
            measures(
                Datatype.createStruct(
                    new int[] {1, 2}, new int[] {0, 8}, new Datatype[] {MPI.CHAR, MPI.INT})))
        .containsExactly(10, 0, 16, 0, 16);
  }

  @Test
  void shouldMeasurePairsAndComplexNumbersAsOpenMpiDoes() {
    assertThat(measures(MPI.INT2)).containsExactly(8, 0, 8, 0, 8);
    assertThat(measures(MPI.SHORT_INT)).containsExactly(6, 0, 8, 0, 8);
    assertThat(measures(MPI.LONG_INT)).containsExactly(12, 0, 16, 0, 12);
    assertThat(measures(MPI.FLOAT_INT)).containsExactly(8, 0, 8, 0, 8);
    assertThat(measures(MPI.DOUBLE_INT)).containsExactly(12, 0, 16, 0, 12);
    assertThat(measures(MPI.FLOAT_COMPLEX)).containsExactly(2, 0, 2, 0, 2);
    assertThat(measures(MPI.DOUBLE_COMPLEX)).containsExactly(2, 0, 2, 0, 2);
  }

  @Test
  void shouldRefuseWrongArguments() {
    shouldFail(MPI.ERR_COUNT, "the count is -1", () -> Datatype.createContiguous(-1, MPI.INT));
    shouldFail(
        MPI.ERR_ARG,
        "a block's length is -2; it must be at least 0",
        () -> Datatype.createVector(1, -2, 1, MPI.INT));
    shouldFail(MPI.ERR_TYPE, "the datatype is null", () -> Datatype.createContiguous(1, null));
    shouldFail(
        MPI.ERR_TYPE,
        "null or has been freed",
        () -> Datatype.createContiguous(1, MPI.DATATYPE_NULL));
    shouldFail(
        MPI.ERR_ARG,
        "there are 2 lengths and 1 displacements of blocks",
        () -> Datatype.createIndexed(new int[2], new int[1], MPI.INT));
    shouldFail(
        MPI.ERR_ARG,
        "the array of displacements is null",
        () -> Datatype.createIndexedBlock(1, null, MPI.INT));
    shouldFail(
        MPI.ERR_ARG,
        "there are 1 datatypes for 2 blocks",
        () -> Datatype.createStruct(new int[2], new int[2], new Datatype[] {MPI.INT}));
  }

  @Test
  void shouldTakeAsManyBlocksAsThereAreLengths() {
    int[] lengths = {1, 2};
    int[] displacements = {0, 8, 400};
    assertThat(Datatype.createIndexed(lengths, displacements, MPI.INT).getExtent()).isEqualTo(10);
    assertThat(Datatype.createHIndexed(lengths, displacements, MPI.INT).getExtent()).isEqualTo(4);
    Datatype[] types = {MPI.INT, MPI.INT, null};
    assertThat(Datatype.createStruct(lengths, displacements, types).getSize()).isEqualTo(12);
  }

  @Test
  void shouldRefuseTypesThatAreNotCommitted() {
    MpiRanks.runInWorld(
        1,
        comm -> {
          Datatype type = Datatype.createContiguous(2, MPI.INT);
          shouldFail(
              MPI.ERR_TYPE,
              "the datatype has not been committed",
              () -> comm.send(new int[2], 1, type, 0, 0));
          shouldFail(
              MPI.ERR_TYPE,
              "the datatype has not been committed",
              () -> comm.iRecv(new int[2], 1, type, 0, 0));
          shouldFail(
              MPI.ERR_TYPE,
              "the datatype has not been committed",
              () -> comm.bcast(new int[2], 1, type, 0));
          type.commit();
          comm.bcast(new int[2], 1, type, 0);
        });
  }

  @Test
  void shouldSendColumnAndReceiveRow() {
    MpiRanks.runInWorld(
        2,
        comm -> {
          Datatype column = committed(Datatype.createVector(3, 1, 4, MPI.DOUBLE));
          if (comm.getRank() == 0) {
            double[] matrix = {0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23};
            comm.send(MPI.slice(matrix, 1), 1, column, 1, 5);
          } else {
            double[] row = new double[3];
            Status status = comm.recv(row, 3, MPI.DOUBLE, 0, 5);
            assertThat(row).containsExactly(1, 11, 21);
            assertThat(status.getCount(column)).isEqualTo(1);
            assertThat(status.getElements(column)).isEqualTo(3);
          }
        });
  }

  @Test
  void shouldNotCutOffExtentsAndBoundsThatDoNotFitIntoAnInt() {
    MpiRanks.runInWorld(
        1,
        comm -> {
          Datatype far = Datatype.createVector(3, 1, Integer.MAX_VALUE, MPI.INT);
          assertThat(far.getExtent()).isEqualTo(MPI.UNDEFINED);
          assertThat(far.getTrueExtent()).isEqualTo(MPI.UNDEFINED);
          assertThat(far.getLb()).isZero();
          Datatype farBelow = Datatype.createVector(3, 1, Integer.MIN_VALUE, MPI.INT);
          assertThat(farBelow.getLb()).isEqualTo(MPI.UNDEFINED);
          assertThat(farBelow.getTrueLb()).isEqualTo(MPI.UNDEFINED);
          Datatype largest = Datatype.createVector(2, 1, Integer.MAX_VALUE - 1, MPI.INT);
          assertThat(largest.getExtent()).isEqualTo(Integer.MAX_VALUE);
          Datatype lowest = Datatype.createVector(2, 1, Integer.MIN_VALUE, MPI.INT);
          assertThat(lowest.getTrueLb()).isEqualTo(Integer.MIN_VALUE);
        });
  }

  @Test
  void shouldCountElementsOfPartialMessages() {
    MpiRanks.runInWorld(
        2,
        comm -> {
          Datatype mixed =
              committed(
                  Datatype.createStruct(
                      new int[] {1, 2}, new int[] {0, 8}, new Datatype[] {MPI.DOUBLE, MPI.INT}));
          if (comm.getRank() == 0) {
            comm.send(new byte[28], 28, MPI.BYTE, 1, 0);
          } else {
            Status status = comm.recv(new byte[64], 4, mixed, 0, 0);
            assertThat(status.getCount(mixed)).isEqualTo(MPI.UNDEFINED);
            assertThat(status.getElements(mixed)).isEqualTo(5);
            assertThat(status.getElementsX(mixed).getCount()).isEqualTo(5);
            status.setElements(mixed, 4);
            assertThat(status.getElements(MPI.DOUBLE)).isEqualTo(3);
          }
        });
  }

  @Test
  void shouldKeepUsedTypesAfterFree() {
    MpiRanks.runInWorld(
        2,
        comm -> {
          Datatype pairs = committed(Datatype.createVector(2, 1, 2, MPI.INT));
          int[] data = {1, 2, 3, 4};
          Prequest request =
              comm.getRank() == 0
                  ? comm.sendInit(data, 1, pairs, 1, 0)
                  : comm.recvInit(data, 1, pairs, 0, 0);
          Datatype larger = Datatype.createContiguous(2, pairs);
          pairs.free();
          request.start();
          request.waitFor();
          request.free();
          assertThat(larger.getSize()).isEqualTo(4);
          assertThat(pairs.isNull()).isTrue();
        });
  }

  @Test
  void shouldKeepCopiesOfAttributesAndPassThemToDuplicates() {
    int keyval = Datatype.createKeyval();
    Datatype type = Datatype.createContiguous(2, MPI.INT);
    List<String> value = new ArrayList<>(List.of("one"));
    type.setAttr(keyval, value);
    value.add("two");
    assertThat(type.getAttr(keyval)).isEqualTo(List.of("one"));
    Datatype dup = type.dup();
    type.deleteAttr(keyval);
    assertThat(type.getAttr(keyval)).isNull();
    assertThat(dup.getAttr(keyval)).isEqualTo(List.of("one"));
    shouldFail(MPI.ERR_KEYVAL, "no attribute with key", () -> type.deleteAttr(keyval));
    Datatype.freeKeyval(keyval);
    assertThat(dup.getAttr(keyval)).isEqualTo(List.of("one"));
    dup.deleteAttr(keyval);
    shouldFail(MPI.ERR_KEYVAL, "the key is " + keyval, () -> dup.getAttr(keyval));
    assertThatThrownBy(() -> dup.setAttr(Datatype.createKeyval(), new Object()))
        .isInstanceOf(MPIException.class)
        .hasMessageContaining("NotSerializable");
  }

  @Test
  void shouldPackAndUnpack() {
    MpiRanks.runInWorld(
        1,
        comm -> {
          Datatype column = committed(Datatype.createVector(2, 1, 2, MPI.INT));
          byte[] packed = new byte[comm.packSize(1, column) + comm.packSize(1, MPI.DOUBLE)];
          assertThat(packed).hasSize(16);
          int position = comm.pack(new int[] {1, 2, 3}, 1, column, packed, 0);
          assertThat(position).isEqualTo(8);
          assertThat(comm.pack(new double[] {0.5}, 1, MPI.DOUBLE, packed, position)).isEqualTo(16);
          int[] ints = new int[2];
          double[] doubles = new double[1];
          assertThat(comm.unpack(packed, 0, ints, 2, MPI.INT)).isEqualTo(8);
          assertThat(comm.unpack(packed, 8, doubles, 1, MPI.DOUBLE)).isEqualTo(16);
          assertThat(ints).containsExactly(1, 3);
          assertThat(doubles).containsExactly(0.5);
          shouldFail(
              MPI.ERR_TRUNCATE,
              "the elements have 8 bytes; the array has 6 from position 10 on",
              () -> comm.pack(ints, 2, MPI.INT, packed, 10));
          shouldFail(
              MPI.ERR_ARG,
              "the position is 17; it must be from 0 to 16",
              () -> comm.unpack(packed, 17, ints, 0, MPI.INT));
        });
  }

  @Test
  void shouldSayUndefinedWhereAnIntCannotTellHowManyBytesArePacked() {
    MpiRanks.runInWorld(
        1,
        comm -> {
          Datatype longest = committed(Datatype.createContiguous(Integer.MAX_VALUE, MPI.LONG));
          Datatype longer = committed(Datatype.createContiguous(1 << 28, longest));
          assertThat(comm.packSize((1 << 29) - 1, MPI.INT)).isEqualTo(Integer.MAX_VALUE - 3);
          assertThat(comm.packSize(1 << 29, MPI.INT)).isEqualTo(MPI.UNDEFINED);
          assertThat(comm.packSize(1, longest)).isEqualTo(MPI.UNDEFINED);
          assertThat(comm.packSize(2, longest)).isEqualTo(MPI.UNDEFINED);
          assertThat(comm.packSize(0, longest)).isZero();
          // The product of these has more than 64 bits.
          assertThat(comm.packSize(8, longer)).isEqualTo(MPI.UNDEFINED);
          shouldFail(
              MPI.ERR_TRUNCATE,
              "the elements have " + Long.MAX_VALUE + " bytes; the array has 8",
              () -> comm.pack(new long[1], 8, longer, new byte[8], 0));
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void shouldFindLeastAndGreatestPairs(int ranks) {
    MpiRanks.runInWorld(
        ranks,
        comm -> {
          Random random = new Random(ranks);
          int count = 40;
          double[][] values = new double[ranks][count];
          for (double[] row : values) {
            for (int i = 0; i < count; i++) {
              row[i] = random.nextInt(3) - 1;
            }
          }
          ByteBuffer own = MPI.newByteBuffer(count * MPI.doubleInt.getExtent());
          byte[] least = new byte[own.capacity()];
          for (int i = 0; i < count; i++) {
            DoubleInt.Data pair = MPI.doubleInt.getData(own, i);
            pair.putValue(values[comm.getRank()][i]);
            pair.putIndex(comm.getRank());
          }
          comm.allReduce(own, least, count, MPI.DOUBLE_INT, MPI.MINLOC);
          comm.allReduce(own, count, MPI.DOUBLE_INT, MPI.MAXLOC);
          for (int i = 0; i < count; i++) {
            DoubleInt.Data low = MPI.doubleInt.getData(least, i);
            DoubleInt.Data high = MPI.doubleInt.getData(own, i);
            int lowest = 0;
            int highest = 0;
            for (int rank = 1; rank < ranks; rank++) {
              lowest = values[rank][i] < values[lowest][i] ? rank : lowest;
              highest = values[rank][i] > values[highest][i] ? rank : highest;
            }
            assertThat(low.getIndex()).isEqualTo(lowest);
            assertThat(low.getValue()).isEqualTo(values[lowest][i]);
            assertThat(high.getIndex()).isEqualTo(highest);
            assertThat(high.getValue()).isEqualTo(values[highest][i]);
          }
        });
  }

  @Test
  void shouldReducePairsOfEveryType() {
    MpiRanks.runInWorld(
        3,
        comm -> {
          int rank = comm.getRank();
          byte[] pairs = new byte[16];
          Int2.Data ints = MPI.int2.getData(pairs);
          ints.putValue(10 - rank);
          ints.putIndex(rank);
          comm.allReduce(pairs, 1, MPI.INT2, MPI.MINLOC);
          assertThat(List.of(ints.getValue(), ints.getIndex())).containsExactly(8, 2);
          ShortInt.Data shorts = MPI.shortInt.getData(pairs);
          shorts.putValue((short) (10 - rank));
          shorts.putIndex(rank);
          comm.allReduce(pairs, 1, MPI.SHORT_INT, MPI.MAXLOC);
          assertThat(List.of((int) shorts.getValue(), shorts.getIndex())).containsExactly(10, 0);
          LongInt.Data longs = MPI.longInt.getData(pairs);
          longs.putValue(7);
          longs.putIndex(5 - rank);
          comm.allReduce(pairs, 1, MPI.LONG_INT, MPI.MAXLOC);
          assertThat(List.of((int) longs.getValue(), longs.getIndex())).containsExactly(7, 3);
          FloatInt.Data floats = MPI.floatInt.getData(pairs);
          floats.putValue(rank);
          floats.putIndex(rank);
          comm.allReduce(pairs, 1, MPI.FLOAT_INT, MPI.MAXLOC);
          assertThat(floats.getIndex()).isEqualTo(2);
        });
  }

  @Test
  void shouldAddAndMultiplyComplexNumbers() {
    MpiRanks.runInWorld(
        3,
        comm -> {
          double[] sum = {1, 2, comm.getRank(), 1};
          comm.allReduce(sum, 2, MPI.DOUBLE_COMPLEX, MPI.SUM);
          assertThat(sum).containsExactly(3, 6, 3, 3);
          float[] product = {2, 1, 1, 1};
          comm.allReduce(product, 2, MPI.FLOAT_COMPLEX, MPI.PROD);
          assertThat(product).containsExactly(2, 11, -2, 2);
          shouldFail(
              MPI.ERR_OP,
              "MPI_MAX is not defined on MPI_C_COMPLEX",
              () -> comm.allReduce(product, 2, MPI.FLOAT_COMPLEX, MPI.MAX));
        });
  }

  @Test
  void shouldRefusePredefinedReductionsOfDerivedTypes() {
    MpiRanks.runInWorld(
        1,
        comm -> {
          Datatype type = committed(Datatype.createContiguous(2, MPI.INT));
          shouldFail(
              MPI.ERR_OP,
              "MPI_SUM is not defined on a derived datatype",
              () -> comm.allReduce(new int[2], 1, type, MPI.SUM));
          shouldFail(
              MPI.ERR_OP,
              "MPI_MINLOC needs pairs of a value and an index, and MPI_INT32_T is not such a type",
              () -> comm.allReduce(new int[2], 2, MPI.INT, MPI.MINLOC));
        });
  }

  @Test
  void shouldReadAndWriteComplexNumbers() {
    double[] array = new double[4];
    DoubleComplex second = DoubleComplex.get(array, 1);
    second.putReal(3);
    second.putImag(4);
    assertThat(array).containsExactly(0, 0, 3, 4);
    assertThat(DoubleComplex.get(second.getBuffer()).getImag()).isEqualTo(4);
    ByteBuffer bytes = ByteBuffer.allocateDirect(16).order(ByteOrder.nativeOrder());
    FloatComplex.get(bytes, 1).putImag(2.5f);
    assertThat(FloatComplex.get(bytes.asFloatBuffer(), 1).getImag()).isEqualTo(2.5f);
    assertThat(FloatComplex.get(new float[] {1, 2}).getReal()).isEqualTo(1);
  }

  @Test
  void shouldReadAndWriteComplexNumbersInEveryKindOfMemory() {
    ByteBuffer bytes = MPI.newByteBuffer(32);
    FloatComplex.get(bytes).putReal(1.5f);
    assertThat(FloatComplex.get(bytes.asFloatBuffer()).getReal()).isEqualTo(1.5f);
    FloatComplex third = FloatComplex.get(bytes, 2);
    third.putReal(3);
    assertThat(third.getBuffer().get(0)).isEqualTo(3);
    DoubleComplex.get(bytes, 1).putReal(4.5);
    assertThat(DoubleComplex.get(bytes.asDoubleBuffer(), 1).getReal()).isEqualTo(4.5);
    DoubleComplex.get(bytes).putImag(-1);
    assertThat(bytes.getDouble(8)).isEqualTo(-1);
    assertThat(DoubleComplex.get(new double[] {5, 6}).getReal()).isEqualTo(5);
  }

  @Test
  void shouldReplaceElementsWithGapsAndOutOfOrder() {
    MpiRanks.runInWorld(
        2,
        comm -> {
          int rank = comm.getRank();
          int peer = 1 - rank;
          Datatype column = committed(Datatype.createVector(3, 1, 2, MPI.INT));
          int[] array = {rank, -1, rank + 10, -1, rank + 20};
          comm.sendRecvReplace(array, 1, column, peer, 0, peer, 0);
          assertThat(array).containsExactly(peer, -1, peer + 10, -1, peer + 20);
          IntBuffer direct = MPI.newIntBuffer(6);
          for (int i = 0; i < 6; i++) {
            direct.put(i, 100 * rank + i);
          }
          Datatype turned =
              committed(Datatype.createIndexed(new int[] {1, 1}, new int[] {1, 0}, MPI.INT));
          comm.sendRecvReplace(direct, 1, turned, peer, 0, peer, 0);
          assertThat(List.of(direct.get(0), direct.get(1), direct.get(2)))
              .containsExactly(100 * peer, 100 * peer + 1, 100 * rank + 2);
          int[] backwards = new int[3_000];
          Arrays.setAll(backwards, i -> 10_000 * rank + i);
          Datatype back = committed(Datatype.createVector(1_000, 1, -3, MPI.INT));
          comm.sendRecvReplace(MPI.slice(backwards, 2_998), 1, back, peer, 0, peer, 0);
          for (int i = 0; i < backwards.length; i++) {
            int owner = i % 3 == 1 ? peer : rank;
            assertThat(backwards[i]).as("element %d", i).isEqualTo(10_000 * owner + i);
          }
        });
  }

  @Test
  void shouldRefuseMorePiecesThanFit() {
    Datatype pieces = Datatype.createVector(2, 1, 2, MPI.BYTE);
    shouldFail(
        MPI.ERR_ARG,
        "more than 16777216 pieces",
        () -> Datatype.createVector(20_000_000, 1, 2, Datatype.createVector(2, 1, 3, pieces)));
  }
}
