package mpi;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every argument check, with its class, its text, the value and the limit. */
class ArgumentsTest {
  private static final int[] BUFFER = new int[4];

  /** A send or a receive: buffer, count, type, peer, tag. */
  private interface Call {
    void on(Comm comm, Object buffer, int count, Datatype type, int peer, int tag);
  }

  private record Named(String name, Call call) {
    @Override
    public String toString() {
      return name;
    }
  }

  private record Wrong(
      Object buffer,
      int count,
      Datatype type,
      int peer,
      int tag,
      int errorClass,
      String message,
      boolean forReceivesToo) {}

  static Stream<Named> sends() {
    return Stream.of(
        new Named("send", (c, b, n, t, p, g) -> c.send(b, n, t, p, g)),
        new Named("sSend", (c, b, n, t, p, g) -> c.sSend(b, n, t, p, g)),
        new Named("rSend", (c, b, n, t, p, g) -> c.rSend(b, n, t, p, g)),
        new Named("bSend", (c, b, n, t, p, g) -> c.bSend(b, n, t, p, g)),
        new Named("iSend", (c, b, n, t, p, g) -> c.iSend(b, n, t, p, g)),
        new Named("isSend", (c, b, n, t, p, g) -> c.isSend(b, n, t, p, g)),
        new Named("irSend", (c, b, n, t, p, g) -> c.irSend(b, n, t, p, g)),
        new Named("ibSend", (c, b, n, t, p, g) -> c.ibSend(b, n, t, p, g)),
        new Named("sendInit", (c, b, n, t, p, g) -> c.sendInit(b, n, t, p, g)),
        new Named("sSendInit", (c, b, n, t, p, g) -> c.sSendInit(b, n, t, p, g)),
        new Named("rSendInit", (c, b, n, t, p, g) -> c.rSendInit(b, n, t, p, g)),
        new Named("bSendInit", (c, b, n, t, p, g) -> c.bSendInit(b, n, t, p, g)),
        new Named(
            "sendRecv", (c, b, n, t, p, g) -> c.sendRecv(b, n, t, p, g, BUFFER, 1, MPI.INT, 0, 0)),
        new Named("sendRecvReplace", (c, b, n, t, p, g) -> c.sendRecvReplace(b, n, t, p, g, 0, 0)));
  }

  static Stream<Named> receives() {
    return Stream.of(
        new Named("recv", (c, b, n, t, p, g) -> c.recv(b, n, t, p, g)),
        new Named("iRecv", (c, b, n, t, p, g) -> c.iRecv(b, n, t, p, g)),
        new Named("recvInit", (c, b, n, t, p, g) -> c.recvInit(b, n, t, p, g)),
        new Named(
            "sendRecv", (c, b, n, t, p, g) -> c.sendRecv(BUFFER, 1, MPI.INT, 0, 0, b, n, t, p, g)));
  }

  private static Stream<Wrong> all() {
    return Stream.of(wrongs(), wrongBuffers(), combinations()).flatMap(each -> each);
  }

  private static Stream<Wrong> wrongs() {
    return Stream.of(
        new Wrong(
            BUFFER,
            -1,
            MPI.INT,
            1,
            0,
            2,
            "MPI_ERR_COUNT: invalid count argument: the count is -1; it must be at least 0",
            true),
        new Wrong(
            BUFFER, 1, null, 1, 0, 3, "MPI_ERR_TYPE: invalid datatype: the datatype is null", true),
        new Wrong(
            BUFFER,
            1,
            MPI.DATATYPE_NULL,
            1,
            0,
            3,
            "MPI_ERR_TYPE: invalid datatype: the datatype is MPI.DATATYPE_NULL or freed",
            true),
        new Wrong(
            BUFFER,
            1,
            MPI.INT,
            1,
            -3,
            4,
            "MPI_ERR_TAG: invalid tag: the tag is -3; it must be from 0 to 2147483647",
            true),
        new Wrong(
            BUFFER,
            1,
            MPI.INT,
            1,
            MPI.ANY_TAG,
            4,
            "MPI_ERR_TAG: invalid tag: the tag is MPI.ANY_TAG (-1), which only receives",
            false),
        new Wrong(
            BUFFER,
            1,
            MPI.INT,
            MPI.ANY_SOURCE,
            0,
            6,
            "MPI_ERR_RANK: invalid rank: the destination is MPI.ANY_SOURCE (-1), which only receives",
            false));
  }

  private static Stream<Wrong> wrongBuffers() {
    return Stream.of(
        new Wrong(
            null,
            1,
            MPI.INT,
            1,
            0,
            1,
            "MPI_ERR_BUFFER: invalid buffer pointer: the buffer is null and the count is 1",
            true),
        new Wrong(
            "text",
            1,
            MPI.INT,
            1,
            0,
            1,
            "MPI_ERR_BUFFER: invalid buffer pointer: the buffer is of type java.lang.String; use"
                + " an array of primitives, such as int[], or a java.nio.Buffer",
            true),
        new Wrong(
            new int[2][2],
            1,
            MPI.INT,
            1,
            0,
            1,
            "MPI_ERR_BUFFER: invalid buffer pointer: the buffer is of type int[][]; copy the"
                + " elements into an array of one dimension, such as int[], or into a"
                + " java.nio.Buffer",
            true),
        new Wrong(
            new Integer[2],
            1,
            MPI.INT,
            1,
            0,
            1,
            "MPI_ERR_BUFFER: invalid buffer pointer: the buffer is of type java.lang.Integer[];"
                + " copy the elements",
            true));
  }

  /** Of several the first is named, in Open MPI's order. */
  private static Stream<Wrong> combinations() {
    return Stream.of(
        new Wrong(null, -5, null, 9, -9, 2, "MPI_ERR_COUNT", true),
        new Wrong(null, 5, null, 9, -9, 4, "MPI_ERR_TAG", true),
        new Wrong(null, 5, null, 9, 9, 6, "MPI_ERR_RANK", true),
        new Wrong(null, 5, null, 1, 9, 3, "MPI_ERR_TYPE", true));
  }

  static Stream<Arguments> wrongSends() {
    return sends().flatMap(call -> all().map(wrong -> Arguments.of(call, wrong)));
  }

  static Stream<Arguments> wrongReceives() {
    return receives()
        .flatMap(
            call -> all().filter(Wrong::forReceivesToo).map(wrong -> Arguments.of(call, wrong)));
  }

  @ParameterizedTest
  @MethodSource("wrongSends")
  void shouldRefuseWrongArgumentsOfSends(Named call, Wrong wrong) {
    refuse(call, wrong);
  }

  @ParameterizedTest
  @MethodSource("wrongReceives")
  void shouldRefuseWrongArgumentsOfReceives(Named call, Wrong wrong) {
    refuse(call, wrong);
  }

  private static void refuse(Named call, Wrong wrong) {
    inWorldOfTwo(
        world ->
            Failure.expect(
                wrong.errorClass,
                wrong.message,
                () ->
                    call.call.on(
                        world, wrong.buffer, wrong.count, wrong.type, wrong.peer, wrong.tag)));
  }

  @ParameterizedTest
  @MethodSource("sends")
  void shouldNameTheRangeOfDestinations(Named call) {
    for (int rank : new int[] {2, 77, -3, -4, Integer.MIN_VALUE}) {
      inWorldOfTwo(
          world ->
              Failure.expect(
                  MPI.ERR_RANK,
                  "MPI_ERR_RANK: invalid rank: the destination is "
                      + rank
                      + "; it must be from 0 to 1, or MPI.PROC_NULL (-2)",
                  () -> call.call.on(world, BUFFER, 1, MPI.INT, rank, 0)));
    }
  }

  @ParameterizedTest
  @MethodSource("receives")
  void shouldNameTheRangeOfSources(Named call) {
    for (int rank : new int[] {2, 77, -3, -4, Integer.MIN_VALUE}) {
      inWorldOfTwo(
          world ->
              Failure.expect(
                  MPI.ERR_RANK,
                  "MPI_ERR_RANK: invalid rank: the source is "
                      + rank
                      + "; it must be from 0 to 1, MPI.ANY_SOURCE (-1) or MPI.PROC_NULL (-2)",
                  () -> call.call.on(world, BUFFER, 1, MPI.INT, rank, 0)));
    }
  }

  @ParameterizedTest
  @MethodSource("receives")
  void shouldRefuseToReceiveIntoAReadOnlyBuffer(Named call) {
    for (ByteBuffer buffer : new ByteBuffer[] {ByteBuffer.allocate(8), MPI.newByteBuffer(8)}) {
      inWorldOfTwo(
          world ->
              Failure.expect(
                  MPI.ERR_BUFFER,
                  "MPI_ERR_BUFFER: invalid buffer pointer: the buffer is read-only",
                  () -> call.call.on(world, buffer.asReadOnlyBuffer(), 1, MPI.BYTE, 1, 0)));
    }
  }

  @ParameterizedTest
  @MethodSource("wrongProbes")
  void shouldRefuseWrongArgumentsOfProbes(int source, int tag, int errorClass, String message) {
    inWorldOfTwo(
        world -> {
          Failure.expect(errorClass, message, () -> world.probe(source, tag));
          Failure.expect(errorClass, message, () -> world.iProbe(source, tag));
        });
  }

  static Stream<Arguments> wrongProbes() {
    return Stream.of(
        Arguments.of(
            2, 0, 6, "MPI_ERR_RANK: invalid rank: the source is 2; it must be from 0 to 1"),
        Arguments.of(-3, 0, 6, "MPI_ERR_RANK: invalid rank: the source is -3"),
        Arguments.of(
            0, -2, 4, "MPI_ERR_TAG: invalid tag: the tag is -2; it must be from 0 to 2147483647"));
  }

  @ParameterizedTest
  @MethodSource({"sends", "receives"})
  void shouldThrowWhatJavaThrowsForATooShortArray(Named call) {
    inWorldOfTwo(
        world ->
            org.assertj.core.api.Assertions.assertThatThrownBy(
                    () -> call.call.on(world, new int[3], 4, MPI.INT, 1, 0))
                .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                .hasMessage("the buffer holds 12 bytes; 4 elements of 4 bytes need 16"));
  }

  /** One of two ranks; the other does nothing, so a check that fails to refuse does not hang. */
  private static void inWorldOfTwo(Consumer<Intracomm> program) {
    Intracomm world = new MpiRanks(2).process(0).world();
    world.setErrhandler(MPI.ERRORS_RETURN);
    program.accept(world);
  }
}
