package org.ob1j.btl.sm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlFabric;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.order.RequestedOrder;
import org.ob1j.btl.sm.buffer.BlocksKey;
import org.ob1j.runtime.datatype.BufferSection;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.datatype.MessageBlocks;
import org.ob1j.runtime.datatype.RandomType;
import org.ob1j.runtime.memory.BufferRoots;

/** Gets of messages that are not one run of bytes, alone and with the help of the peer. */
@Timeout(120)
class SharedMemoryBlocksTest {
  private static final BufferRoots ROOTS = new BufferRoots(none -> null);
  private static final int MESSAGE_BYTES = 70_000;

  private BtlFabric fabric;

  private void open(String splitSize) {
    fabric =
        BtlFabric.open(
            2,
            SharedMemoryComponent::new,
            Map.of("btl_sm_split_size", splitSize, "btl_sm_split_chunk_size", "4k"));
  }

  @AfterEach
  void shouldHaveNoRegistrationsLeft() {
    for (int rank = 0; rank < 2; rank++) {
      assertThat(module(rank).registrationCount()).isZero();
      assertThat(fabric.rank(rank).receiver().errors()).isEmpty();
    }
    fabric.close();
  }

  private BtlModule module(int rank) {
    return fabric.rank(rank).endpoint(1 - rank).module();
  }

  /** A message of a random datatype in memory that peers can map, or in an array. */
  private static final class Message implements AutoCloseable {
    final List<Long> places;
    final long low;
    final ByteBuffer memory;
    final byte[] array;
    final Convertor convertor = new Convertor();
    final BtlRegistration registration;
    final String text;

    /**
     * @param distinct no byte of the message lies where another does, so that it can be received
     */
    Message(BtlModule module, Random random, boolean inArray, boolean distinct, int access) {
      RandomType type;
      int count;
      List<Long> bytes;
      do {
        type = RandomType.draw(random, 4);
        count = elements(type);
        bytes = type.naive().bytes(count);
      } while (isOneRun(bytes) || distinct && new HashSet<>(bytes).size() != bytes.size());
      places = bytes;
      text = count + " × " + type.text();
      low = Math.min(0, places.stream().mapToLong(Long::longValue).min().getAsLong());
      int length = (int) (places.stream().mapToLong(Long::longValue).max().getAsLong() + 1 - low);
      array = new byte[length];
      random.nextBytes(array);
      memory = inArray ? null : module.allocate(Math.max(length, 256 * 1024));
      Object buffer = array;
      if (!inArray) {
        memory.order(ByteOrder.nativeOrder()).put(0, array);
        buffer = memory;
      }
      BufferSection section = new BufferSection();
      section.set(buffer, -low);
      convertor.prepare(section, count, type.map());
      MessageBlocks blocks = convertor.blocks(ROOTS);
      registration = blocks == null ? null : register(module, blocks, access);
    }

    /** A long layout is told from the second message on. */
    private static BtlRegistration register(BtlModule module, MessageBlocks blocks, int access) {
      BtlRegistration first = module.registerBlocks(blocks, access);
      return first == null ? module.registerBlocks(blocks, access) : first;
    }

    private static boolean isOneRun(List<Long> bytes) {
      boolean run = true;
      for (int i = 1; i < bytes.size(); i++) {
        run &= bytes.get(i) == bytes.get(i - 1) + 1;
      }
      return run;
    }

    private static int elements(RandomType type) {
      int size = (int) type.naive().size();
      return size < 20 ? 0 : MESSAGE_BYTES / size + 1;
    }

    byte[] bytes(int position, int length) {
      byte[] bytes = new byte[length];
      for (int i = 0; i < length; i++) {
        bytes[i] = at((int) (places.get(position + i) - low));
      }
      return bytes;
    }

    byte at(int place) {
      return memory == null ? array[place] : memory.get(place);
    }

    @Override
    public void close() {
      if (registration != null) {
        registration.close();
      }
    }
  }

  /** One split size is far above the messages, the other below. */
  @ParameterizedTest
  @ValueSource(strings = {"1g", "16k"})
  void shouldGetBlocksIntoBlocks(String splitSize) {
    open(splitSize);
    Random random = new Random(splitSize.length());
    for (int i = 0; i < 60; i++) {
      boolean intoArray = i % 3 == 0;
      try (Message from =
              new Message(module(0), random, false, false, BtlRegistration.REMOTE_READ);
          Message to =
              new Message(module(1), random, intoArray, true, BtlRegistration.LOCAL_WRITE)) {
        String what = from.text + " to " + to.text;
        assertThat(from.registration).as(what).isNotNull();
        int length = Math.min(from.places.size(), to.places.size()) - 30;
        int at = random.nextInt(20);
        int position = random.nextInt(20);
        byte[] gap = to.array.clone();
        get(to, position, from.registration.key(), at, length, what);
        assertThat(to.bytes(position, length)).as(what).isEqualTo(from.bytes(at, length));
        assertUntouched(to, gap, position, length, what);
      }
    }
    String report = module(1).describe();
    assertThat(report).contains("60 of blocks");
    assertThat(report.contains(" 0 of them shared")).isEqualTo(splitSize.equals("1g"));
  }

  private static void assertUntouched(
      Message to, byte[] before, int position, int length, String what) {
    HashSet<Long> written = new HashSet<>(to.places.subList(position, position + length));
    byte[] actual = before.clone();
    for (int place = 0; place < before.length; place++) {
      actual[place] = written.contains(place + to.low) ? before[place] : to.at(place);
    }
    assertThat(actual).as(what + ", beside the blocks").isEqualTo(before);
  }

  private void get(Message to, long position, byte[] key, long at, int length, String what) {
    BtlEndpoint endpoint = fabric.rank(1).endpoint(0);
    endpoint.checkKey(key, at, length);
    boolean[] ended = {false};
    BtlResult result =
        endpoint.get(
            to.convertor,
            position,
            to.registration,
            key,
            at,
            length,
            RequestedOrder.DEFAULT,
            (by, how) -> ended[0] = how == BtlResult.DONE);
    assertThat(result).as(what).isIn(BtlResult.DONE, BtlResult.STARTED);
    if (result == BtlResult.STARTED) {
      fabric.await("the get of " + what, () -> ended[0]);
    }
  }

  /** A key that was damaged on its way is found wrong, is refused, or names other bytes. */
  @Test
  void shouldSurviveDamagedKeysAndLayouts() {
    open("16k");
    Random random = new Random(11);
    int refused = 0;
    for (int i = 0; i < 40; i++) {
      try (Message from =
              new Message(module(0), random, false, false, BtlRegistration.REMOTE_READ);
          Message to = new Message(module(1), random, false, true, BtlRegistration.LOCAL_WRITE)) {
        for (int j = 0; j < 40; j++) {
          byte[] key = from.registration.key().clone();
          key[random.nextInt(key.length)] ^= (byte) (1 << random.nextInt(8));
          refused += isRefused(to, key) ? 1 : 0;
        }
      }
    }
    assertThat(refused).isBetween(200, 1500);
  }

  private boolean isRefused(Message to, byte[] key) {
    BtlEndpoint endpoint = fabric.rank(1).endpoint(0);
    try {
      endpoint.checkKey(key, 0, 60_000);
    } catch (FrameRejectedException asItShould) {
      return true;
    }
    boolean[] ended = {false};
    BtlResult result =
        endpoint.get(
            to.convertor,
            0,
            to.registration,
            key,
            0,
            60_000,
            RequestedOrder.DEFAULT,
            (by, how) -> ended[0] = true);
    if (result == BtlResult.STARTED) {
      fabric.await("the get", () -> ended[0]);
    }
    return result == BtlResult.REFUSED;
  }

  @Test
  void shouldRefuseABlockThatReachesBeyondTheBuffer() {
    open("1g");
    Random random = new Random(5);
    try (Message from = new Message(module(0), random, false, false, BtlRegistration.REMOTE_READ);
        Message to = new Message(module(1), random, true, true, BtlRegistration.LOCAL_WRITE)) {
      BlocksKey key = BlocksKey.of(from.registration.key());
      BlocksKey moved =
          new BlocksKey(
              key.buffer(),
              key.buffer().capacityBytes(),
              key.count(),
              key.registration(),
              key.words(),
              key.layout(),
              key.inline());
      assertThat(isRefused(to, moved.toBytes())).isTrue();
      assertThat(module(1).describe()).contains("cannot get blocks");
    }
  }

  @Test
  void shouldRejectKeysWhosePartsDoNotFitTogether() {
    open("1g");
    BtlEndpoint endpoint = fabric.rank(1).endpoint(0);
    try (Message from =
        new Message(module(0), new Random(3), false, false, BtlRegistration.REMOTE_READ)) {
      byte[] key = from.registration.key();
      endpoint.checkKey(key, 0, 1);
      assertRejected(endpoint, Arrays.copyOf(key, key.length - 8), 0, 1);
      assertRejected(endpoint, Arrays.copyOf(key, key.length + 8), 0, 1);
      assertRejected(endpoint, key, -1, 1);
      assertRejected(endpoint, key, 0, -1);
    }
  }

  private static void assertRejected(BtlEndpoint endpoint, byte[] key, long at, long length) {
    assertThatThrownBy(() -> endpoint.checkKey(key, at, length))
        .isInstanceOf(FrameRejectedException.class)
        .hasMessageContaining("BAD_KEY");
  }
}
