package org.ob1j.btl.sm.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.runtime.memory.Memory;

/** The bound of memory that peers can map, and what happens at it. */
@Timeout(60)
class SharedBuffersTest {
  private static final int LENGTH = 1 << 20;
  private static final int TOO_SHORT = 4096;

  /** Three buffers, the file's header, and its last page. */
  private static final long LIMIT_BYTES = 3L * LENGTH + 2 * BufferFile.PAGE_BYTES;

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  @TempDir private Path folder;
  private SharedBuffers buffers;
  private final List<ByteBuffer> kept = new ArrayList<>();

  @BeforeEach
  void open() {
    buffers = withLimits(LIMIT_BYTES, 100);
  }

  @AfterEach
  void close() {
    buffers.close();
  }

  private SharedBuffers withLimits(long limitBytes, int limitBuffers) {
    return new SharedBuffers(folder, TOO_SHORT, "job", 0, limitBytes, limitBuffers);
  }

  /** Takes all the room, and asks for no more. */
  private void makeThree() {
    for (int i = 0; i < 3; i++) {
      kept.add(make());
    }
    assertThat(kept).doesNotContainNull();
  }

  /** Makes buffers that stay until one is declined, for which a collection has been in vain. */
  private int fill() {
    for (ByteBuffer made = make(); made != null; made = make()) {
      kept.add(made);
    }
    return kept.size();
  }

  private ByteBuffer make() {
    return buffers.allocate(LENGTH);
  }

  /** A collector may take its time to report what it found. */
  private ByteBuffer makeAfterCollection() {
    return makeAfterCollection(LENGTH);
  }

  private ByteBuffer makeAfterCollection(int lengthBytes) {
    long startNanos = System.nanoTime();
    ByteBuffer made = buffers.allocate(lengthBytes);
    while (made == null && System.nanoTime() - startNanos < PATIENCE_NANOS) {
      Thread.onSpinWait();
      made = buffers.allocate(lengthBytes);
    }
    return made;
  }

  @Test
  void shouldMakeAsManyAsFitAndDeclineTheRest() {
    assertThat(fill()).isEqualTo(3);
    assertThat(make()).isNull();
    assertThat(buffers.describe())
        .startsWith("3 buffers that peers can map")
        .contains("2 declined");
    assertThat(kept).allMatch(buffer -> buffer.isDirect() && buffer.capacity() == LENGTH);
  }

  @Test
  void shouldHoldTheBoundOfBuffers() {
    buffers.close();
    buffers = withLimits(Long.MAX_VALUE, 2);
    assertThat(fill()).isEqualTo(2);
  }

  @Test
  void shouldMakeRoomByCollectingWhatNobodyUses() {
    makeThree();
    kept.remove(0);
    assertThat(makeAfterCollection()).isNotNull();
    assertThat(kept).hasSize(2).allMatch(buffers::isShared);
  }

  @Test
  void shouldKeepWhatIsRegistered() {
    fill();
    BtlRegistration registration = buffers.register(kept.get(0), BtlRegistration.REMOTE_READ);
    kept.remove(0);
    assertThat(make()).as("while it is registered").isNull();
    registration.close();
    registration = null;
    System.gc();
    assertThat(makeAfterCollection()).as("afterwards").isNotNull();
  }

  @Test
  void shouldCollectAgainOnceARegistrationHasBeenClosed() {
    fill();
    BtlRegistration registration = buffers.register(kept.get(0), BtlRegistration.REMOTE_READ);
    kept.remove(0);
    assertThat(make()).as("while it is registered").isNull();
    registration.close();
    registration = null;
    // It collects itself.
    assertThat(makeAfterCollection()).as("afterwards").isNotNull();
  }

  @Test
  void shouldTryAgainOnceSomethingHasBeenFreed() {
    fill();
    kept.clear();
    // It collects nothing itself, because that was in vain.
    System.gc();
    assertThat(makeAfterCollection()).isNotNull();
  }

  @Test
  void shouldMakeManyBuffersInOneFile() {
    fill();
    assertThat(buffers.describe()).contains("3 buffers that peers can map, in 1 files");
  }

  @Test
  void shouldZeroMemoryThatIsUsedAgain() {
    makeThree();
    kept.forEach(buffer -> IntStream.range(0, LENGTH).forEach(i -> buffer.put(i, (byte) 1)));
    kept.clear();
    ByteBuffer again = makeAfterCollection();
    assertThat(again.mismatch(ByteBuffer.allocate(LENGTH))).isEqualTo(-1);
  }

  @Test
  void shouldUseNothingAgainOfWhichAViewIsLeft() {
    makeThree();
    IntBuffer view =
        kept.get(0).slice(16, 64).duplicate().order(ByteOrder.nativeOrder()).asIntBuffer();
    view.put(0, 42);
    kept.remove(0);
    assertThat(make()).as("while there is a view").isNull();
    assertThat(view.get(0)).isEqualTo(42);
    view = null;
    // It collects nothing itself, because that was in vain.
    System.gc();
    assertThat(makeAfterCollection()).as("afterwards").isNotNull();
  }

  @Test
  void shouldMakeShorterAndLongerBuffersOfWhatNobodyUses() {
    makeThree();
    kept.clear();
    assertThat(makeAfterCollection(3 * LENGTH)).isNotNull();
    for (int i = 0; i < 4; i++) {
      kept.add(makeAfterCollection(3 * LENGTH / 4));
    }
    assertThat(kept).doesNotContainNull();
  }

  @Test
  void shouldUseNothingAgainThatAPeerMayStillReadWhichWasGivenUp() {
    buffers.close();
    buffers = withLimits(2 * LIMIT_BYTES, 100);
    makeThree();
    IntStream.range(0, 3).forEach(i -> kept.get(i).put(0, (byte) 1));
    List<ByteBuffer> before = List.copyOf(kept.subList(0, 1));
    kept.clear();
    buffers.keepFreedMemory();
    makeThree();
    assertThat(buffers.describe()).contains("in 2 files");
    assertThat(before.get(0).get(0)).isOne();
    assertThat(kept).allMatch(buffer -> buffer.get(0) == 0);
  }

  @Test
  void shouldFreeAFileThatAPeerMayStillReadOnceItsBuffersAreGone() {
    makeThree();
    buffers.keepFreedMemory();
    kept.clear();
    assertThat(makeAfterCollection()).isNotNull();
    assertThat(buffers.describe()).contains("in 1 files");
  }

  @Test
  void shouldMakeBuffersForAThreadThatIsInterrupted() {
    Thread.currentThread().interrupt();
    ByteBuffer made = make();
    assertThat(Thread.interrupted()).as("still interrupted").isTrue();
    assertThat(made).isNotNull();
    assertThat(buffers.isShared(made)).isTrue();
    assertThat(make()).isNotNull();
  }

  @Test
  void shouldTellAPeerWhereABufferLies() throws IOException {
    makeThree();
    kept.get(1).put(7, (byte) 42);
    BtlRegistration registration = buffers.register(kept.get(1), BtlRegistration.REMOTE_READ);
    BufferKey key = BufferKey.of(registration.key());
    Memory file = new PeerBuffers("job").find(key);
    assertThat(file.getByte(key.begin() + 7)).isEqualTo((byte) 42);
    assertThat(key.capacityBytes()).isEqualTo(LENGTH);
    registration.close();
    assertThat(buffers.registrationCount()).isZero();
    assertThat(buffers.readable(key.buffer())).isNull();
  }

  @Test
  void shouldMakeNothingThatIsNotWorthIt() {
    assertThat(buffers.allocate(16)).isNull();
    assertThat(withLimits(0, 100).allocate(LENGTH)).isNull();
  }
}
