package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ob1j.runtime.pml.LoopbackNetwork;

class PointToPointTest {
  private static final int LONG = LoopbackNetwork.EAGER_LIMIT_BYTES;

  /** A way to hold ints. */
  private record Kind(String name, Function<int[], Object> of, Function<Object, int[]> contents) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Kind> kinds() {
    return List.of(
        new Kind("array", int[]::clone, buffer -> (int[]) buffer),
        new Kind("heap", ints -> IntBuffer.wrap(ints.clone()), PointToPointTest::contents),
        new Kind("heap slice", PointToPointTest::heapSlice, PointToPointTest::contents),
        new Kind("direct ints", PointToPointTest::direct, PointToPointTest::contents),
        new Kind("direct bytes", PointToPointTest::directBytes, PointToPointTest::byteContents),
        new Kind("big-endian ints", PointToPointTest::bigEndian, PointToPointTest::contents));
  }

  private static IntBuffer heapSlice(int[] ints) {
    int[] longer = new int[ints.length + 5];
    System.arraycopy(ints, 0, longer, 5, ints.length);
    return MPI.slice(longer, 5);
  }

  private static IntBuffer direct(int[] ints) {
    return MPI.newIntBuffer(ints.length).put(0, ints);
  }

  private static IntBuffer bigEndian(int[] ints) {
    return ByteBuffer.allocateDirect(4 * ints.length)
        .order(ByteOrder.BIG_ENDIAN)
        .asIntBuffer()
        .put(0, ints);
  }

  private static ByteBuffer directBytes(int[] ints) {
    ByteBuffer bytes = MPI.newByteBuffer(4 * ints.length);
    bytes.asIntBuffer().put(ints);
    // Position and limit are the user's own business.
    return bytes.position(bytes.capacity() / 4).limit(bytes.capacity() / 2);
  }

  private static int[] byteContents(Object buffer) {
    ByteBuffer bytes = (ByteBuffer) buffer;
    assertThat(bytes.position()).isEqualTo(bytes.capacity() / 4);
    assertThat(bytes.limit()).isEqualTo(bytes.capacity() / 2);
    return contents(bytes.duplicate().clear().order(ByteOrder.nativeOrder()).asIntBuffer());
  }

  private static int[] contents(Object buffer) {
    IntBuffer ints = (IntBuffer) buffer;
    int[] copy = new int[ints.capacity()];
    ints.get(0, copy);
    return copy;
  }

  private static int[] counting(int length) {
    int[] ints = new int[length];
    Arrays.setAll(ints, i -> i * 31 + 7);
    return ints;
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void shouldSendAndReceiveEveryKindOfBufferBlockingAndNot(Kind kind) {
    for (int length : new int[] {0, 1, 100, LONG}) {
      MpiRanks.runInWorld(
          2,
          world -> {
            int[] data = counting(length);
            if (world.getRank() == 0) {
              Object buffer = kind.of.apply(data);
              world.send(buffer, length, MPI.INT, 1, 3);
              world.iSend(buffer, length, MPI.INT, 1, 4).waitFor();
              if (buffer instanceof Buffer view) {
                world.iSend(view, length, MPI.INT, 1, 5).waitFor();
              } else {
                world.send(buffer, length, MPI.INT, 1, 5);
              }
            } else {
              Object blocking = kind.of.apply(new int[length]);
              Status status = world.recv(blocking, length, MPI.INT, 0, 3);
              assertThat(status.getCount(MPI.INT)).isEqualTo(length);
              assertThat(status.getSource()).isZero();
              assertThat(status.getTag()).isEqualTo(3);
              assertThat(kind.contents.apply(blocking)).isEqualTo(data);
              Object started = kind.of.apply(new int[length]);
              world.iRecv(started, length, MPI.INT, 0, 4).waitFor();
              assertThat(kind.contents.apply(started)).isEqualTo(data);
              Object probed = kind.of.apply(new int[length]);
              assertThat(world.probe(MPI.ANY_SOURCE, 5).getCount(MPI.INT)).isEqualTo(length);
              world.recv(probed, length, MPI.INT, 0, 5);
              assertThat(kind.contents.apply(probed)).isEqualTo(data);
            }
          });
    }
  }

  private interface Send {
    void to(Comm comm, int[] data, int count, int destination);
  }

  private record Mode(String name, Send send) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Mode> modes() {
    return Stream.of(
        new Mode("send", (c, b, n, d) -> c.send(b, n, MPI.INT, d, 1)),
        new Mode("sSend", (c, b, n, d) -> c.sSend(b, n, MPI.INT, d, 1)),
        new Mode("rSend", (c, b, n, d) -> c.rSend(b, n, MPI.INT, d, 1)),
        new Mode("bSend", (c, b, n, d) -> c.bSend(b, n, MPI.INT, d, 1)),
        new Mode("iSend", (c, b, n, d) -> c.iSend(b, n, MPI.INT, d, 1).waitFor()),
        new Mode("isSend", (c, b, n, d) -> c.isSend(b, n, MPI.INT, d, 1).waitFor()),
        new Mode("irSend", (c, b, n, d) -> c.irSend(b, n, MPI.INT, d, 1).waitFor()),
        new Mode("ibSend", (c, b, n, d) -> c.ibSend(b, n, MPI.INT, d, 1).waitFor()),
        new Mode(
            "iSend of a buffer", (c, b, n, d) -> c.iSend(direct(b), n, MPI.INT, d, 1).waitFor()),
        new Mode(
            "isSend of a buffer", (c, b, n, d) -> c.isSend(direct(b), n, MPI.INT, d, 1).waitFor()),
        new Mode(
            "irSend of a buffer", (c, b, n, d) -> c.irSend(direct(b), n, MPI.INT, d, 1).waitFor()),
        new Mode(
            "ibSend of a buffer", (c, b, n, d) -> c.ibSend(direct(b), n, MPI.INT, d, 1).waitFor()));
  }

  @ParameterizedTest
  @MethodSource("modes")
  void shouldSendInEveryMode(Mode mode) {
    for (int length : new int[] {0, 3, LONG}) {
      MpiRanks.run(
          2,
          process -> {
            Intracomm world = process.world();
            int[] data = counting(length);
            if (world.getRank() == 0) {
              process.attachBuffer(new byte[4 * LONG + MPI.BSEND_OVERHEAD]);
              // Ready mode: the receive is there.
              world.recv(null, 0, MPI.BYTE, 1, 0);
              mode.send.to(world, data, length, 1);
              mode.send.to(world, data, length, MPI.PROC_NULL);
            } else {
              int[] received = new int[length];
              Request request = world.iRecv(received, length, MPI.INT, 0, 1);
              world.send(null, 0, MPI.BYTE, 0, 0);
              request.waitFor();
              assertThat(received).isEqualTo(data);
            }
          });
    }
  }

  @Test
  void shouldWaitInSynchronousModeUntilTheReceiveHasBegun() {
    MpiRanks.runInWorld(
        2,
        world -> {
          if (world.getRank() == 0) {
            Request request = world.isSend(new int[1], 1, MPI.INT, 1, 0);
            assertThat(request.test()).isFalse();
            world.send(null, 0, MPI.BYTE, 1, 1);
            request.waitFor();
          } else {
            world.recv(null, 0, MPI.BYTE, 0, 1);
            world.recv(new int[1], 1, MPI.INT, 0, 0);
          }
        });
  }

  @Test
  void shouldNotWaitForTheReceiverInBufferedMode() {
    MpiRanks.run(
        2,
        process -> {
          Intracomm world = process.world();
          int peer = 1 - world.getRank();
          byte[] memory = new byte[8 * LONG];
          process.attachBuffer(memory);
          world.bSend(counting(LONG), LONG, MPI.INT, peer, 0);
          int[] received = new int[LONG];
          world.recv(received, LONG, MPI.INT, peer, 0);
          assertThat(received).isEqualTo(counting(LONG));
          assertThat(process.detachBuffer()).isSameAs(memory);
        });
  }

  @Test
  void shouldRefuseABufferedSendThatDoesNotFit() {
    MpiRanks.run(
        1,
        process -> {
          Intracomm world = process.world();
          world.setErrhandler(MPI.ERRORS_RETURN);
          String text = "MPI_ERR_BUFFER: invalid buffer pointer: a buffered send needs 132 bytes; ";
          Failure.expect(
              MPI.ERR_BUFFER, text + "0 are free", () -> world.bSend(new int[1], 1, MPI.INT, 0, 0));
          process.attachBuffer(new byte[131]);
          Failure.expect(
              MPI.ERR_BUFFER,
              text + "131 are free",
              () -> world.ibSend(new int[1], 1, MPI.INT, 0, 0));
        });
  }

  @Test
  void shouldAttachOneBufferAtATime() {
    MpiRanks.run(
        1,
        process -> {
          process.world().setErrhandler(MPI.ERRORS_RETURN);
          Failure.expect(MPI.ERR_BUFFER, "MPI_ERR_BUFFER", process::detachBuffer);
          Failure.expect(MPI.ERR_BUFFER, "MPI_ERR_BUFFER", () -> process.attachBuffer(null));
          process.attachBuffer(new byte[10]);
          Failure.expect(
              MPI.ERR_BUFFER,
              "MPI_ERR_BUFFER: invalid buffer pointer: a buffer of 10 bytes is attached already",
              () -> process.attachBuffer(new byte[20]));
          assertThat(process.detachBuffer()).hasSize(10);
          Failure.expect(MPI.ERR_BUFFER, "MPI_ERR_BUFFER", process::detachBuffer);
        });
  }

  @Test
  void shouldReceiveNothingFromProcNull() {
    MpiRanks.runInWorld(
        1,
        world -> {
          int[] untouched = {42};
          expectNobody(world.recv(untouched, 1, MPI.INT, MPI.PROC_NULL, 5));
          expectNobody(world.iRecv(untouched, 1, MPI.INT, MPI.PROC_NULL, 5).waitStatus());
          expectNobody(world.probe(MPI.PROC_NULL, 5));
          expectNobody(world.iProbe(MPI.PROC_NULL, 5));
          expectNobody(
              world.sendRecv(
                  untouched,
                  1,
                  MPI.INT,
                  MPI.PROC_NULL,
                  0,
                  untouched,
                  1,
                  MPI.INT,
                  MPI.PROC_NULL,
                  0));
          expectNobody(
              world.sendRecvReplace(untouched, 1, MPI.INT, MPI.PROC_NULL, 0, MPI.PROC_NULL, 0));
          assertThat(untouched).containsExactly(42);
        });
  }

  private static void expectNobody(Status status) {
    assertThat(status.getSource()).isEqualTo(MPI.PROC_NULL).isEqualTo(-2);
    assertThat(status.getTag()).isEqualTo(MPI.ANY_TAG).isEqualTo(-1);
    assertThat(status.getCount(MPI.INT)).isZero();
    assertThat(status.getError()).isZero();
    assertThat(status.isCancelled()).isFalse();
  }

  @Test
  void shouldSendInACircleWithoutDeadlock() {
    for (int length : new int[] {1, LONG}) {
      MpiRanks.runInWorld(
          3,
          world -> {
            int next = (world.getRank() + 1) % 3;
            int previous = (world.getRank() + 2) % 3;
            int[] out = new int[length];
            Arrays.fill(out, world.getRank());
            int[] in = new int[length];
            Status status =
                world.sendRecv(
                    out, length, MPI.INT, next, next, in, length, MPI.INT, previous, MPI.ANY_TAG);
            assertThat(status.getSource()).isEqualTo(previous);
            assertThat(status.getTag()).isEqualTo(world.getRank());
            assertThat(in).containsOnly(previous);
          });
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void shouldReplaceWhatWasSentByWhatWasReceived(Kind kind) {
    for (int length : new int[] {0, 1, LONG}) {
      MpiRanks.runInWorld(
          2,
          world -> {
            int[] own = new int[length];
            Arrays.fill(own, 10 + world.getRank());
            Object buffer = kind.of.apply(own);
            int peer = 1 - world.getRank();
            Status status = world.sendRecvReplace(buffer, length, MPI.INT, peer, 8, peer, 8);
            assertThat(status.getCount(MPI.INT)).isEqualTo(length);
            if (length > 0) {
              assertThat(kind.contents.apply(buffer)).containsOnly(10 + peer);
            }
          });
    }
  }

  @Test
  void shouldTreatArraysAsRawMemory() {
    MpiRanks.runInWorld(
        1,
        world -> {
          Request request = world.iRecv(new char[2], 2, MPI.CHAR, 0, 0);
          world.send(new int[] {0x0042_0041}, 2, MPI.CHAR, 0, 0);
          assertThat(request.waitStatus().getCount(MPI.CHAR)).isEqualTo(2);

          double[] doubles = new double[1];
          Request whole = world.iRecv(doubles, 8, MPI.BYTE, 0, 0);
          world.send(new long[] {Double.doubleToRawLongBits(2.5)}, 1, MPI.LONG, 0, 0);
          whole.waitFor();
          assertThat(doubles).containsExactly(2.5);

          boolean[] flags = new boolean[3];
          Request truth = world.iRecv(flags, 3, MPI.BOOLEAN, 0, 0);
          world.send(new boolean[] {true, false, true}, 3, MPI.BOOLEAN, 0, 0);
          truth.waitFor();
          assertThat(flags).containsExactly(true, false, true);
        });
  }

  @Test
  void shouldCopyHalfAnElementForSendRecvReplace() {
    MpiRanks.runInWorld(
        1,
        world -> {
          long[] array = {0x1122334455667788L};
          world.sendRecvReplace(array, 3, MPI.BYTE, 0, 0, 0, 0);
          assertThat(array).containsExactly(0x1122334455667788L);
        });
  }

  @Test
  void shouldReceiveFromWhoeverSendsWhateverTag() {
    MpiRanks.runInWorld(
        4,
        world -> {
          int rank = world.getRank();
          if (rank != 0) {
            world.send(new long[] {rank}, 1, MPI.LONG, 0, 100 + rank);
            return;
          }
          boolean[] seen = new boolean[4];
          for (int others = 0; others < 3; others++) {
            long[] value = new long[1];
            Status status = world.recv(value, 1, MPI.LONG, MPI.ANY_SOURCE, MPI.ANY_TAG);
            assertThat(status.getTag()).isEqualTo(100 + status.getSource());
            assertThat(value[0]).isEqualTo(status.getSource());
            assertThat(seen[status.getSource()]).isFalse();
            seen[status.getSource()] = true;
          }
        });
  }

  @Test
  void shouldLeaveAProbedMessageWhereItIs() {
    MpiRanks.runInWorld(
        1,
        world -> {
          assertThat(world.iProbe(0, 1)).isNull();
          Request send = world.iSend(new short[] {1, 2, 3}, 3, MPI.SHORT, 0, 1);
          assertThat(world.iProbe(0, 2)).isNull();
          assertThat(world.iProbe(0, 1).getCount(MPI.SHORT)).isEqualTo(3);
          Status status = world.probe(MPI.ANY_SOURCE, MPI.ANY_TAG);
          assertThat(status.getTag()).isEqualTo(1);
          assertThat(status.getCount(MPI.BYTE)).isEqualTo(6);
          short[] received = new short[3];
          world.recv(received, 3, MPI.SHORT, 0, 1);
          assertThat(received).containsExactly((short) 1, (short) 2, (short) 3);
          send.waitFor();
          assertThat(world.iProbe(0, 1)).isNull();
        });
  }

  @Test
  void shouldFillTypedDirectBuffers() {
    MpiRanks.runInWorld(
        1,
        world -> {
          LongBuffer longs = MPI.newLongBuffer(2);
          DoubleBuffer doubles = MPI.newDoubleBuffer(2);
          Request[] both = {
            world.iRecv(longs, 2, MPI.LONG, 0, 0), world.iRecv(doubles, 2, MPI.DOUBLE, 0, 1)
          };
          world.send(new long[] {Long.MIN_VALUE, 3}, 2, MPI.LONG, 0, 0);
          world.send(new double[] {-0.5, 1e300}, 2, MPI.DOUBLE, 0, 1);
          Request.waitAll(both);
          assertThat(longs.get(0)).isEqualTo(Long.MIN_VALUE);
          assertThat(longs.get(1)).isEqualTo(3);
          assertThat(doubles.get(0)).isEqualTo(-0.5);
          assertThat(doubles.get(1)).isEqualTo(1e300);
          assertThat(longs.position()).isZero();
        });
  }
}
