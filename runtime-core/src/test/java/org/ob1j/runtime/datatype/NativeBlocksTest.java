package org.ob1j.runtime.datatype;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import org.junit.jupiter.api.Test;
import org.ob1j.runtime.datatype.layout.NativePlaces;
import org.ob1j.runtime.datatype.layout.Runs;
import org.ob1j.runtime.memory.FoundService;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.parameter.ParameterSet;

/** When native code copies blocks, and when Java does. */
class NativeBlocksTest {
  private static final int BLOCKS = 1_000;
  private static final TypeMap TYPE =
      DerivedTypes.vector(BLOCKS, 1, 16, TypeMap.of(PrimitiveType.DOUBLE));
  private static final int SPAN = 16 * BLOCKS;
  private static final int MESSAGE_BYTES = 8 * BLOCKS;

  private final FakeBlockCopy service = new FakeBlockCopy(null);

  private static void copy(NativeBlocks natives, Object target) {
    Memory memory = Memory.allocate(SPAN);
    for (int i = 0; i < SPAN; i += 8) {
      memory.putLong(i, i);
    }
    Convertor convertor = new Convertor();
    convertor.prepare(target, 1, TYPE);
    new BlockSource(natives, memory, 0, 0, 1, BlockLayout.of(TYPE))
        .copyTo(convertor, 0, 0, MESSAGE_BYTES);
    Memory packed = Memory.allocate(MESSAGE_BYTES);
    convertor.pack(0, packed, 0, MESSAGE_BYTES);
    for (int block = 0; block < BLOCKS; block++) {
      assertThat(packed.getLong(8 * block)).isEqualTo(16L * block);
    }
  }

  private static NativeBlocks with(Iterable<NativeBlockCopy> services) {
    return new NativeBlocks(FoundService.among(services, ParameterSet.of(Map.of())));
  }

  @Test
  void shouldCopyByNativeCodeFromTheFirstMessageOn() {
    NativeBlocks natives = with(List.of(service));
    copy(natives, ByteBuffer.allocateDirect(SPAN));
    copy(natives, ByteBuffer.allocateDirect(SPAN));
    assertThat(natives.describe()).isEqualTo("blocks copied by FakeBlockCopy");
    assertThat(service.blocks()).isEqualTo(2 * BLOCKS);
  }

  @Test
  void shouldCopyIntoArraysAndTypedBuffersByJava() {
    NativeBlocks natives = with(List.of(service));
    copy(natives, new byte[SPAN]);
    copy(natives, new double[SPAN / 8]);
    copy(natives, ByteBuffer.allocateDirect(SPAN).asLongBuffer());
    copy(natives, ByteBuffer.allocate(SPAN));
    assertThat(service.blocks()).isZero();
  }

  @Test
  void shouldTakeTheFirstServiceThatCanBeUsed() {
    NativeBlocks natives = with(List.of(new FakeBlockCopy("no library"), service));
    copy(natives, ByteBuffer.allocateDirect(SPAN));
    assertThat(service.blocks()).isEqualTo(BLOCKS);
  }

  @Test
  void shouldSayWhyThereIsNone() {
    NativeBlocks without = with(List.of(new FakeBlockCopy("no library")));
    copy(without, ByteBuffer.allocateDirect(SPAN));
    assertThat(without.describe()).isEqualTo("blocks copied by Java, native: no library");

    NativeBlocks broken =
        with(
            () -> {
              throw new ServiceConfigurationError("broken");
            });
    copy(broken, ByteBuffer.allocateDirect(SPAN));
    assertThat(broken.describe()).contains("broken");
  }

  @Test
  void shouldListPlacesOncePerDatatype() {
    Runs runs =
        DerivedTypes.indexed(
                new int[] {1, 1, 1}, new long[] {0, 24, 40}, TypeMap.of(PrimitiveType.DOUBLE))
            .runs();
    NativePlaces places = runs.nativePlaces(0, service);
    assertThat(runs.nativePlaces(0, service)).isSameAs(places);
    long[] listed = new long[3];
    places.memory().asLongBuffer().get(listed);
    assertThat(listed).containsExactly(0, 24, 40);
  }

  @Test
  void shouldListNoMorePlacesThanItMay() {
    long[] most = new long[NativePlaces.MAX_BLOCKS];
    assertThat(NativePlaces.of(most, service).address()).isNotZero();
    long[] more = new long[NativePlaces.MAX_BLOCKS + 1];
    assertThat(NativePlaces.of(more, service).isListed()).isFalse();
  }

  @Test
  void shouldCopyNothingBeyondEitherMessage() {
    NativeBlocks natives = with(List.of(service));
    Convertor target = new Convertor();
    target.prepare(ByteBuffer.allocateDirect(SPAN), 1, TYPE);
    BlockSource source =
        new BlockSource(natives, Memory.allocate(SPAN), 0, 0, 1, BlockLayout.of(TYPE));
    for (long[] part : new long[][] {{1, 0, 8_000}, {0, 1, 8_000}, {-1, 0, 8}, {0, -1, 8}}) {
      assertThatThrownBy(() -> source.copyTo(target, part[0], part[1], part[2]))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    assertThat(service.blocks()).isZero();
  }
}
