package org.ob1j.btl.ucx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HugePagesTest {
  private static final int PAGE = HugePages.PAGE_BYTES;
  private static final int SMALL_PAGE = 4096;

  private final HugePages pages = new HugePages(1L << 30);

  @BeforeEach
  void requireHugePages() {
    String reason = NativeLibrary.unavailableReason(getClass().getClassLoader());
    assumeTrue(reason == null, reason);
    ByteBuffer buffer = pages.allocate(HugePages.MIN_BUFFER_BYTES);
    assumeTrue(buffer != null, pages.describe());
  }

  private static void requireZeros(ByteBuffer buffer) {
    for (int i = 0; i < buffer.capacity(); i++) {
      assertThat(buffer.get(i)).as("byte %d", i).isZero();
    }
  }

  private static void fill(ByteBuffer buffer, int value) {
    for (int i = 0; i < buffer.capacity(); i++) {
      buffer.put(i, (byte) value);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {16 << 10, (16 << 10) + 1, 1 << 20, PAGE - 1, PAGE, PAGE + 1, 5 << 20})
  void shouldMakeZeroedMemoryThatBeginsOnAPage(int capacityBytes) {
    ByteBuffer buffer = pages.allocate(capacityBytes);

    assertThat(buffer.capacity()).isEqualTo(capacityBytes);
    assertThat(buffer.position()).isZero();
    assertThat(buffer.limit()).isEqualTo(capacityBytes);
    assertThat(buffer.alignmentOffset(0, SMALL_PAGE)).isZero();
    requireZeros(buffer);
  }

  @Test
  void shouldGiveEachBufferMemoryOfItsOwn() {
    List<ByteBuffer> buffers = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      ByteBuffer buffer = pages.allocate((16 << 10) + i * 5000);
      requireZeros(buffer);
      fill(buffer, i);
      buffers.add(buffer);
    }
    for (int i = 0; i < buffers.size(); i++) {
      ByteBuffer buffer = buffers.get(i);
      for (int at = 0; at < buffer.capacity(); at++) {
        assertThat(buffer.get(at)).isEqualTo((byte) i);
      }
    }
  }

  @Test
  void shouldCutBuffersOfOneChunkAsLongAsThereIsRoom() {
    int places = HugePages.CHUNK_BYTES / (64 << 10);
    for (int i = 0; i < places - 1; i++) {
      pages.allocate(64 << 10);
    }
    // A part of the chunk has been taken before the test, and what is left is too short for two.
    assertThat(pages.describe()).isEqualTo("10 MiB of huge pages");

    ByteBuffer last = pages.allocate(64 << 10);

    assertThat(pages.describe()).isEqualTo("20 MiB of huge pages");
    fill(last, 1);
  }

  @Test
  @Timeout(60)
  void shouldLeaveToOthersWhatExceedsItsShareUntilBuffersAreFreed() {
    HugePages few = new HugePages(HugePages.CHUNK_BYTES + PAGE);
    WeakReference<ByteBuffer> whole = new WeakReference<>(few.allocate(HugePages.CHUNK_BYTES));
    assertThat(whole.get()).isNotNull();
    assertThat(few.allocate(16 << 10)).isNull();
    awaitCollection(whole);

    ByteBuffer next = few.allocate(16 << 10);

    assertThat(next).isNotNull();
    assertThat(few.allocate(HugePages.CHUNK_BYTES)).isNull();
    assertThat(few.allocate(16 << 10)).isNotNull();
    Reference.reachabilityFence(next);
  }

  @Test
  void shouldTakeAnEighthOfTheDirectMemoryThatJavaMayHave() {
    long share = JvmOptions.maxDirectBytes() / 8;
    HugePages own = new HugePages();
    List<ByteBuffer> buffers = new ArrayList<>();
    for (ByteBuffer made = own.allocate(HugePages.CHUNK_BYTES);
        made != null;
        made = own.allocate(HugePages.CHUNK_BYTES)) {
      buffers.add(made);
    }

    assertThat((buffers.size() + 1) * (long) (HugePages.CHUNK_BYTES + PAGE)).isGreaterThan(share);
    assertThat(buffers.size() * (long) (HugePages.CHUNK_BYTES + PAGE)).isLessThanOrEqualTo(share);
  }

  @Test
  @Timeout(60)
  void shouldFreeAChunkWithItsLastBuffer() {
    ByteBuffer first = pages.allocate(3 << 20);
    ByteBuffer second = pages.allocate(512 << 10);
    WeakReference<ByteBuffer> gone = new WeakReference<>(pages.allocate(5 << 20));
    awaitCollection(gone);

    // Of what is left of others' chunks each still has its own.
    fill(first, 1);
    fill(second, 2);
    assertThat(first.get(first.capacity() - 1)).isEqualTo((byte) 1);
    assertThat(second.get(0)).isEqualTo((byte) 2);
  }

  private static void awaitCollection(WeakReference<ByteBuffer> buffer) {
    long start = System.nanoTime();
    while (buffer.get() != null) {
      System.gc();
      assertThat(System.nanoTime() - start).isLessThan(Duration.ofSeconds(30).toNanos());
    }
  }

  @Test
  void shouldLeaveShortBuffersAndTheLongestToOthers() {
    assertThat(pages.allocate(HugePages.MIN_BUFFER_BYTES - 1)).isNull();
    assertThat(pages.allocate(0)).isNull();
    assertThat(pages.allocate(Integer.MAX_VALUE)).isNull();
  }
}
