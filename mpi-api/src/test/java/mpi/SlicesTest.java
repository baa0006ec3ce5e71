package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ob1j.runtime.job.LoopbackJob;
import org.ob1j.runtime.pml.LoopbackNetwork;

/** Data that lies before the beginning of a slice. */
class SlicesTest {
  private static final int INTS = 12;
  private static final int LAST = 10;

  /** How a buffer is made of which a slice is sent. */
  private record Whole(String name, Function<MpiProcess, Buffer> make) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Whole> wholes() {
    return Stream.of(
        new Whole("bytes of MPI", process -> process.newBuffer(INTS * Integer.BYTES)),
        new Whole("ints of MPI", process -> ints(process.newBuffer(INTS * Integer.BYTES), process)),
        new Whole("plain bytes", process -> plain()),
        new Whole("plain ints", process -> plain().asIntBuffer()));
  }

  private static ByteBuffer plain() {
    return ByteBuffer.allocateDirect(INTS * Integer.BYTES).order(ByteOrder.nativeOrder());
  }

  private static IntBuffer ints(ByteBuffer bytes, MpiProcess process) {
    return process.view(bytes.asIntBuffer(), bytes, 0);
  }

  private static Buffer slice(MpiProcess process, Buffer whole, int element) {
    int offset = element * Integer.BYTES;
    if (whole instanceof IntBuffer ints) {
      int left = ints.capacity() - element;
      return process.view(ints.slice(element, left), ints, offset);
    }
    ByteBuffer bytes = (ByteBuffer) whole;
    ByteBuffer part = bytes.slice(offset, bytes.capacity() - offset);
    return process.view(part.order(ByteOrder.nativeOrder()), bytes, offset);
  }

  private static void put(Buffer whole, int index, int value) {
    if (whole instanceof IntBuffer ints) {
      ints.put(index, value);
    } else {
      ((ByteBuffer) whole).putInt(index * Integer.BYTES, value);
    }
  }

  private static int get(Buffer whole, int index) {
    return whole instanceof IntBuffer ints
        ? ints.get(index)
        : ((ByteBuffer) whole).getInt(index * Integer.BYTES);
  }

  private static Datatype backwards() {
    Datatype type = Datatype.createVector(4, 1, -3, MPI.INT);
    type.commit();
    return type;
  }

  private static void begin(MpiProcess process) {
    process.start(
        LoopbackJob.ofSize(1).get(0), LoopbackNetwork.engines(1).get(0), MPI.THREAD_SINGLE);
    process.world().setErrhandler(MPI.ERRORS_RETURN);
  }

  @ParameterizedTest
  @MethodSource("wholes")
  void shouldReachWhatLiesBeforeASliceThatWasMadeBeforeInit(Whole kind) {
    MpiProcess process = new MpiProcess();
    Buffer whole = kind.make.apply(process);
    Buffer half = slice(process, whole, INTS / 2);
    Buffer slice = slice(process, half, LAST - INTS / 2);
    begin(process);
    useBackwards(process.world(), whole, slice);
    process.finish();
  }

  @ParameterizedTest
  @MethodSource("wholes")
  void shouldReachWhatLiesBeforeASliceOfWhatWasMadeBeforeInit(Whole kind) {
    MpiProcess process = new MpiProcess();
    Buffer whole = kind.make.apply(process);
    begin(process);
    useBackwards(process.world(), whole, slice(process, whole, LAST));
    process.finish();
  }

  @ParameterizedTest
  @MethodSource("wholes")
  void shouldReachWhatLiesBeforeASliceThatWasMadeWhileMpiRuns(Whole kind) {
    MpiProcess process = new MpiProcess();
    begin(process);
    Buffer whole = kind.make.apply(process);
    useBackwards(process.world(), whole, slice(process, whole, LAST));
    process.finish();
  }

  private static void useBackwards(Intracomm world, Buffer whole, Buffer slice) {
    Datatype type = backwards();
    for (int i = 0; i < INTS; i++) {
      put(whole, i, 100 + i);
    }
    byte[] packed = new byte[16];
    assertThat(world.pack(slice, 1, type, packed, 0)).isEqualTo(16);
    int[] ints = new int[4];
    world.unpack(packed, 0, ints, 4, MPI.INT);
    assertThat(ints).containsExactly(110, 107, 104, 101);

    world.sendRecv(slice, 1, type, 0, 0, ints = new int[4], 4, MPI.INT, 0, 0);
    assertThat(ints).containsExactly(110, 107, 104, 101);
    Prequest send = world.sendInit(slice, 1, type, 0, 0);
    send.start();
    world.recv(ints = new int[4], 4, MPI.INT, 0, 0);
    assertThat(ints).containsExactly(110, 107, 104, 101);
    send.waitFor();
    send.free();

    int[] gathered = new int[4];
    world.gather(slice, 1, type, gathered, 4, MPI.INT, 0);
    assertThat(gathered).containsExactly(110, 107, 104, 101);
    world.sendRecvReplace(slice, 1, type, 0, 0, 0, 0);
    Request received = world.iRecv(slice, 1, type, 0, 0);
    world.send(new int[] {1, 2, 3, 4}, 4, MPI.INT, 0, 0);
    received.waitFor();
    assertThat(get(whole, LAST)).isEqualTo(1);
    assertThat(get(whole, LAST - 3)).isEqualTo(2);
    assertThat(get(whole, LAST - 9)).isEqualTo(4);
    assertThat(get(whole, LAST - 8)).as("a gap").isEqualTo(102);
  }

  /** What Java makes of a slice, of which nobody is told. */
  static Stream<Function<ByteBuffer, Buffer>> views() {
    return Stream.of(
        ByteBuffer::duplicate,
        ByteBuffer::slice,
        ByteBuffer::asCharBuffer,
        ByteBuffer::asShortBuffer,
        slice -> slice.order(ByteOrder.LITTLE_ENDIAN).asIntBuffer(),
        slice -> slice.order(ByteOrder.BIG_ENDIAN).asLongBuffer(),
        ByteBuffer::asFloatBuffer,
        ByteBuffer::asDoubleBuffer);
  }

  @ParameterizedTest
  @MethodSource("views")
  void shouldSayWhatToPassInPlaceOfAViewOfASlice(Function<ByteBuffer, Buffer> view) {
    MpiProcess process = new MpiProcess();
    Buffer early = slice(process, plain(), LAST);
    begin(process);
    Buffer late = slice(process, plain(), LAST);
    Buffer allocated = slice(process, process.newBuffer(INTS * Integer.BYTES), LAST);
    for (Buffer slice : List.of(early, late, allocated)) {
      requireRefusal(process.world(), view.apply((ByteBuffer) slice));
    }
    process.finish();
  }

  private static void requireRefusal(Intracomm world, Buffer view) {
    Datatype type = backwards();
    byte[] packed = new byte[16];
    int[] one = {1};
    int[] zero = {0};
    List<ThrowingCallable> calls =
        List.of(
            () -> world.pack(view, 1, type, packed, 0),
            () -> world.unpack(packed, 0, view, 1, type),
            () -> world.send(view, 1, type, 0, 0),
            () -> world.iSend(view, 1, type, 0, 0),
            () -> world.sendInit(view, 1, type, 0, 0).start(),
            () -> world.recv(view, 1, type, 0, 0),
            () -> world.iRecv(view, 1, type, 0, 0),
            () -> world.sendRecv(view, 1, type, 0, 0, packed, 16, MPI.BYTE, 0, 0),
            () -> world.sendRecvReplace(view, 1, type, 0, 0, 0, 0),
            () -> world.gather(view, 1, type, packed, 16, MPI.BYTE, 0),
            () -> world.bcast(view, 1, type, 0),
            () -> world.allToAllv(view, one, zero, type, packed, new int[] {16}, zero, MPI.BYTE),
            () -> world.allGather(packed, 16, MPI.BYTE, view, 1, type),
            () -> world.iGather(view, 1, type, packed, 16, MPI.BYTE, 0).waitFor());
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call)
          .as("call %d", calls.indexOf(call))
          .isInstanceOf(MPIException.class)
          .hasMessageStartingWith("MPI_ERR_BUFFER")
          .hasMessageContaining("from byte -36 to byte 4")
          .hasMessageContaining("pass what MPI.slice has made itself");
    }
  }

  @Test
  void shouldRefuseWhatLiesBeforeTheWhole() {
    MpiProcess process = new MpiProcess();
    begin(process);
    Buffer whole = plain();
    Buffer slice = slice(process, whole, LAST - 2);
    assertThatThrownBy(() -> process.world().send(slice, 1, backwards(), 0, 0))
        .isInstanceOf(MPIException.class)
        .hasMessageContaining("from byte -36")
        .hasMessageContaining("32 bytes are known to lie before it");
    assertThatThrownBy(() -> process.world().send(new int[12], 1, backwards(), 0, 0))
        .isInstanceOf(ArrayIndexOutOfBoundsException.class)
        .hasMessageContaining("holds 48 bytes");
    assertThat(get(whole, 0)).isZero();
    process.finish();
  }

  @Test
  void shouldSayWhereASliceMayBegin() {
    String text = "the offset is 3; it must be from 0 to 2, which is how many elements the ";
    assertThatThrownBy(() -> MPI.slice(new int[2], 3))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage(text + "array has");
    assertThatThrownBy(() -> MPI.slice(new byte[2], -1))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageStartingWith("the offset is -1");
    assertThatThrownBy(() -> MPI.slice(MPI.newDoubleBuffer(2), 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(text + "buffer has");
  }
}
