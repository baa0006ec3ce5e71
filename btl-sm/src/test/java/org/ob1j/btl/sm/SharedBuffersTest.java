package org.ob1j.btl.sm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.runtime.parameter.ParameterSet;

/** The bound of memory that peers can map, and what happens at it. */
@Timeout(60)
class SharedBuffersTest {
  private static final int LENGTH = 1 << 20;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  @TempDir private Path folder;
  private SharedBuffers buffers;
  private final List<ByteBuffer> kept = new ArrayList<>();

  @BeforeEach
  void open() {
    buffers = withLimits(3 * SharedBufferFile.fileBytes(LENGTH), 100);
  }

  @AfterEach
  void close() {
    buffers.close();
  }

  private SharedBuffers withLimits(long limitBytes, int limitFiles) {
    ParameterSet parameters =
        ParameterSet.of(Map.of("btl_sm_backing_directory", folder.toString()));
    return new SharedBuffers(SharedMemorySettings.of(parameters), "job", 0, limitBytes, limitFiles);
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
    long startNanos = System.nanoTime();
    ByteBuffer made = make();
    while (made == null && System.nanoTime() - startNanos < PATIENCE_NANOS) {
      Thread.onSpinWait();
      made = make();
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
  void shouldHoldTheBoundOfFiles() {
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
  void shouldMakeNothingThatIsNotWorthIt() {
    assertThat(buffers.allocate(16)).isNull();
    assertThat(withLimits(0, 100).allocate(LENGTH)).isNull();
  }
}
