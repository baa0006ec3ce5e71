package org.ob1j.btl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.btl.order.BtlOperation;
import org.ob1j.btl.order.GuaranteedOrder;
import org.ob1j.btl.order.RequestedOrder;
import org.ob1j.runtime.datatype.Convertor;

/**
 * What every transport must do that has put, get or both, as the package documentation of {@link
 * org.ob1j.btl} says. A transport's test extends this class and names its component.
 */
@Timeout(120)
public abstract class RdmaContractTest {
  private static final int ALL_ACCESS =
      BtlRegistration.REMOTE_READ | BtlRegistration.REMOTE_WRITE | BtlRegistration.LOCAL_WRITE;
  private static final int[] LENGTHS = {0, 1, 7, 8, 9, 4_096, 65_537, 300_001, 1 << 20};

  private BtlFabric fabric;
  private BtlCapabilities capabilities;
  private final List<BtlRegistration> registrations = new ArrayList<>();
  private int underWay;

  /** A new component of the transport under test. */
  protected abstract BtlComponent newComponent();

  /** Values of parameters for every rank. */
  protected Map<String, String> parameters() {
    return Map.of();
  }

  private void open(int size) {
    fabric = BtlFabric.open(size, this::newComponent, parameters());
    capabilities = fabric.rank(0).attributes(1).capabilities();
  }

  @AfterEach
  void shouldHaveNoRegistrationsLeft() {
    if (fabric == null) {
      return;
    }
    registrations.forEach(BtlRegistration::close);
    registrations.forEach(BtlRegistration::close);
    for (int rank = 0; rank < fabric.size(); rank++) {
      for (BtlModule module : fabric.rank(rank).modules()) {
        assertThat(module.registrationCount()).isZero();
        assertThat(module.describe()).containsPattern("(0 registrations|registrations 0)");
      }
      assertThat(fabric.rank(rank).receiver().errors()).isEmpty();
    }
    fabric.close();
  }

  private BtlModule module(int rank) {
    return fabric.rank(rank).endpoint(1 - rank).module();
  }

  /** Memory that the transport can register. */
  private ByteBuffer newMemory(int rank, int capacityBytes) {
    int atLeast = Math.max(capacityBytes, minCapacityBytes());
    ByteBuffer memory = module(rank).allocate(atLeast);
    return memory == null ? ByteBuffer.allocateDirect(atLeast) : memory;
  }

  /** Buffers shorter than this may not be allocated by the transport. */
  protected int minCapacityBytes() {
    return 0;
  }

  /** What memory is registered for. */
  protected int access() {
    return ALL_ACCESS;
  }

  private BtlRegistration register(int rank, ByteBuffer memory, int access) {
    BtlRegistration made = module(rank).register(memory, access);
    assertThat(made).as("registration of %s", memory).isNotNull();
    registrations.add(made);
    return made;
  }

  @Test
  void shouldDeclarePutOrGet() {
    open(2);
    assertThat(capabilities.puts() || capabilities.gets()).isTrue();
  }

  @Test
  void shouldCountRegistrationsAndGiveKeys() {
    open(2);
    ByteBuffer memory = newMemory(0, 100_000);
    BtlRegistration first = register(0, memory, access());
    BtlRegistration second = register(0, memory, access());

    assertThat(module(0).registrationCount()).isEqualTo(2);
    assertThat(first.memory()).isSameAs(memory);
    assertThat(first.key().length % Long.BYTES).isZero();
    assertThat(first.key()).hasSizeBetween(8, BtlRegistration.MAX_KEY_BYTES);
    first.close();
    first.close();
    assertThat(module(0).registrationCount()).isEqualTo(1);
    fabric.rank(1).endpoint(0).checkKey(second.key(), 0, 100_000);
  }

  @Test
  void shouldNotRegisterHeapMemory() {
    open(2);
    assertThat(module(0).register(ByteBuffer.allocate(100_000), access())).isNull();
  }

  @Test
  void shouldRejectKeysThatCannotBeRight() {
    open(2);
    byte[] key = register(0, newMemory(0, 100_000), access()).key();
    BtlEndpoint endpoint = fabric.rank(1).endpoint(0);

    endpoint.checkKey(key, 99_999, 1);
    endpoint.checkKey(key, 100_000, 0);
    assertRejected(endpoint, key, 99_999, 2);
    assertRejected(endpoint, key, -1, 2);
    assertRejected(endpoint, key, 0, -1);
    assertRejected(endpoint, key, Long.MAX_VALUE, Long.MAX_VALUE);
    assertRejected(endpoint, key, 1, Long.MAX_VALUE);
    assertRejected(endpoint, new byte[0], 0, 0);
    assertRejected(endpoint, new byte[key.length - 8], 0, 0);
    assertRejected(endpoint, new byte[key.length + 8], 0, 0);
    assertRejected(endpoint, new byte[key.length], 0, 1);
  }

  private static void assertRejected(
      BtlEndpoint endpoint, byte[] key, long offset, long lengthBytes) {
    assertThatThrownBy(() -> endpoint.checkKey(key, offset, lengthBytes))
        .isInstanceOf(FrameRejectedException.class)
        .hasMessageContaining("BAD_KEY");
  }

  @Test
  void shouldSurviveDamagedKeys() {
    open(2);
    ByteBuffer memory = newMemory(0, 100_000);
    byte[] key = register(0, memory, access()).key();
    Random random = new Random(7);

    for (int i = 0; i < 500; i++) {
      byte[] damaged = key.clone();
      damaged[random.nextInt(key.length)] ^= (byte) (1 << random.nextInt(8));
      useDamagedKey(damaged, random.nextInt(100_000));
    }
    fabric.await("what was begun", () -> underWay == 0);
  }

  private void useDamagedKey(byte[] damaged, int offset) {
    BtlEndpoint endpoint = fabric.rank(1).endpoint(0);
    try {
      endpoint.checkKey(damaged, offset, 8);
    } catch (FrameRejectedException asItShould) {
      return;
    }
    LocalMemory local = local(1, new byte[8]);
    if (capabilities.gets()) {
      startGet(1, local, 0, damaged, offset, 8);
    }
    if (capabilities.puts()) {
      startPut(1, local, 0, damaged, offset, 8);
    }
  }

  @Test
  void shouldPutFromEveryKindOfMemory() {
    open(2);
    assumeTrue(capabilities.puts());
    for (int lengthBytes : LENGTHS) {
      for (LocalMemory source : localMemories(1, lengthBytes + 24)) {
        source.fill(lengthBytes);
        ByteBuffer target = newMemory(0, lengthBytes + 48);
        byte[] key = register(0, target, access()).key();

        put(1, source, 8, key, 16, lengthBytes);

        assertThat(source.bytes(8, lengthBytes)).isEqualTo(bytes(target, 16, lengthBytes));
        assertUntouched(target, 16, lengthBytes);
      }
    }
  }

  @Test
  void shouldGetIntoEveryKindOfMemory() {
    open(2);
    assumeTrue(capabilities.gets());
    for (int lengthBytes : LENGTHS) {
      for (LocalMemory target : localMemories(1, lengthBytes + 24)) {
        ByteBuffer source = newMemory(0, lengthBytes + 48);
        local(0, source).fill(lengthBytes + 1);
        byte[] key = register(0, source, access()).key();

        get(1, target, 8, key, 16, lengthBytes);

        assertThat(target.bytes(8, lengthBytes)).isEqualTo(bytes(source, 16, lengthBytes));
        assertThat(target.bytes(0, 8)).containsOnly(0);
        assertThat(target.bytes(8 + lengthBytes, 16)).containsOnly(0);
      }
    }
  }

  @Test
  void shouldRunManyPutsAtOnceBothWaysInThreads() {
    open(2);
    assumeTrue(capabilities.puts());
    ByteBuffer[] memories = moveManyBlocksInThreads(false);
    fabric.await("the last put", () -> isFilled(memories[0], 1) && isFilled(memories[1], 0));
  }

  @Test
  void shouldRunManyGetsAtOnceBothWaysInThreads() {
    open(2);
    assumeTrue(capabilities.gets());
    ByteBuffer[] memories = moveManyBlocksInThreads(true);
    assertThat(isFilled(memories[0], 1) && isFilled(memories[1], 0)).isTrue();
  }

  /** Moves the contents of each rank's memory to the other's, and returns where they went. */
  private ByteBuffer[] moveManyBlocksInThreads(boolean gets) {
    int blocks = 40;
    int blockBytes = 70_000;
    ByteBuffer[] sources = new ByteBuffer[2];
    ByteBuffer[] targets = new ByteBuffer[2];
    LocalMemory[] locals = new LocalMemory[2];
    byte[][] keys = new byte[2][];
    for (int rank = 0; rank < 2; rank++) {
      sources[rank] = newMemory(rank, blocks * blockBytes);
      targets[rank] = newMemory(rank, blocks * blockBytes);
      local(rank, sources[rank]).fill(rank);
      locals[rank] = local(rank, gets ? targets[rank] : sources[rank]);
      keys[rank] = register(rank, gets ? sources[rank] : targets[rank], access()).key();
    }
    fabric.inThreads(
        rank -> {
          int peer = 1 - rank.rank();
          int[] ended = {0};
          for (int i = 0; i < blocks; i++) {
            long at = (long) i * blockBytes;
            rank.await(
                "a start",
                () -> tryMove(rank, gets, locals[rank.rank()], at, keys[peer], blockBytes, ended));
          }
          rank.await("the ends", () -> ended[0] == blocks);
        });
    return targets;
  }

  private static boolean tryMove(
      FabricRank rank,
      boolean get,
      LocalMemory local,
      long at,
      byte[] key,
      int lengthBytes,
      int[] ended) {
    BtlEndpoint endpoint = rank.endpoint(1 - rank.rank());
    BtlCompletion completion =
        (to, result) -> {
          assertThat(result).isEqualTo(BtlResult.DONE);
          ended[0]++;
        };
    Convertor convertor = local.convertor();
    BtlRegistration registration = local.registration();
    BtlResult result =
        get
            ? endpoint.get(convertor, at, registration, key, at, lengthBytes, 0, completion)
            : endpoint.put(convertor, at, registration, key, at, lengthBytes, 0, completion);
    assertThat(result).isNotEqualTo(BtlResult.REFUSED);
    ended[0] += result == BtlResult.DONE ? 1 : 0;
    return result != BtlResult.BUSY;
  }

  private static boolean isFilled(ByteBuffer memory, int seed) {
    byte[] expected = new byte[memory.capacity()];
    new Random(seed).nextBytes(expected);
    return Arrays.equals(expected, bytes(memory, 0, expected.length));
  }

  @Test
  void shouldDeliverASendAfterThePutsBeforeIt() {
    open(2);
    GuaranteedOrder order = fabric.rank(0).attributes(1).order();
    assumeTrue(capabilities.puts() && order.keeps(BtlOperation.SEND, BtlOperation.PUT));
    int lengthBytes = 200_000;
    ByteBuffer target = newMemory(0, lengthBytes);
    byte[] key = register(0, target, access()).key();
    for (int round = 1; round <= 20; round++) {
      int seed = round;
      LocalMemory source = local(1, new byte[lengthBytes]);
      source.fill(seed);
      startPut(1, source, 0, key, 0, lengthBytes);
      fabric.send(1, 0, 24, 8);
      fabric.await("the frame", () -> fabric.rank(0).receiver().received(1).size() == seed);

      assertThat(isFilled(target, seed)).as("the put has arrived").isTrue();
    }
  }

  @Test
  void shouldRefuseOrDropWhatIsNoLongerRegistered() {
    open(2);
    ByteBuffer memory = newMemory(0, 100_000);
    BtlRegistration registration = register(0, memory, access());
    registration.close();
    LocalMemory local = local(1, new byte[100_000]);
    local.fill(1);

    if (capabilities.puts()) {
      startPut(1, local, 0, registration.key(), 0, 100_000);
    }
    fabric.await("what was begun", () -> underWay == 0);
    fabric.send(1, 0, 24, 8);
    fabric.await("the frame", () -> fabric.rank(0).receiver().received(1).size() == 1);

    if (tellsUnregistered()) {
      assertUntouched(memory, 0, 0);
    }
  }

  /** Whether access to memory that is not registered any more is found out. */
  protected boolean tellsUnregistered() {
    return true;
  }

  // ---- operations, awaited

  private void put(
      int rank, LocalMemory source, long position, byte[] key, long offset, int lengthBytes) {
    fabric.rank(rank).endpoint(1 - rank).checkKey(key, offset, lengthBytes);
    assertThat(startPut(rank, source, position, key, offset, lengthBytes))
        .isIn(BtlResult.DONE, BtlResult.STARTED);
    fabric.await("a put", () -> underWay == 0);
    if (!capabilities.completesRemotely()) {
      awaitArrival(rank);
    }
  }

  private void awaitArrival(int rank) {
    if (capabilities.flushes()) {
      boolean[] flushed = {false};
      flushed[0] =
          fabric.rank(rank).endpoint(1 - rank).flush((to, result) -> flushed[0] = true)
              == BtlResult.DONE;
      fabric.await("a flush", () -> flushed[0]);
    } else {
      int before = fabric.rank(1 - rank).receiver().received(rank).size();
      fabric.send(rank, 1 - rank, 24, 0);
      fabric.await(
          "a send after a put",
          () -> fabric.rank(1 - rank).receiver().received(rank).size() > before);
    }
  }

  private void get(
      int rank, LocalMemory target, long position, byte[] key, long offset, int lengthBytes) {
    fabric.rank(rank).endpoint(1 - rank).checkKey(key, offset, lengthBytes);
    assertThat(startGet(rank, target, position, key, offset, lengthBytes))
        .isIn(BtlResult.DONE, BtlResult.STARTED);
    fabric.await("a get", () -> underWay == 0);
  }

  private BtlResult startPut(
      int rank, LocalMemory source, long position, byte[] key, long offset, int lengthBytes) {
    BtlEndpoint endpoint = fabric.rank(rank).endpoint(1 - rank);
    return start(
        completion ->
            endpoint.put(
                source.convertor(),
                position,
                source.registration(),
                key,
                offset,
                lengthBytes,
                RequestedOrder.DEFAULT,
                completion));
  }

  private BtlResult startGet(
      int rank, LocalMemory target, long position, byte[] key, long offset, int lengthBytes) {
    BtlEndpoint endpoint = fabric.rank(rank).endpoint(1 - rank);
    return start(
        completion ->
            endpoint.get(
                target.convertor(),
                position,
                target.registration(),
                key,
                offset,
                lengthBytes,
                RequestedOrder.DEFAULT,
                completion));
  }

  private interface Operation {
    BtlResult start(BtlCompletion completion);
  }

  private BtlResult start(Operation operation) {
    BtlResult[] answer = {BtlResult.BUSY};
    boolean[] ended = {false};
    underWay++;
    fabric.await(
        "a start",
        () -> {
          answer[0] =
              operation.start(
                  (to, result) -> {
                    assertThat(ended[0]).as("ended before").isFalse();
                    ended[0] = true;
                    underWay--;
                  });
          return answer[0] != BtlResult.BUSY;
        });
    if (answer[0] != BtlResult.STARTED) {
      assertThat(ended[0]).as("completion called although the call told the end").isFalse();
      underWay--;
    }
    return answer[0];
  }

  // ---- memory

  private List<LocalMemory> localMemories(int rank, int capacityBytes) {
    List<LocalMemory> memories = new ArrayList<>();
    memories.add(local(rank, newMemory(rank, capacityBytes)));
    if (!capabilities.needsRegistration()) {
      memories.add(local(rank, new byte[capacityBytes]));
      memories.add(local(rank, new int[(capacityBytes + 3) / 4]));
      memories.add(local(rank, new double[(capacityBytes + 7) / 8]));
      memories.add(local(rank, ByteBuffer.allocate(capacityBytes)));
      memories.add(local(rank, ByteBuffer.allocateDirect(capacityBytes)));
      memories.add(
          local(
              rank,
              ByteBuffer.allocateDirect((capacityBytes + 3) & -4)
                  .order(ByteOrder.BIG_ENDIAN)
                  .asIntBuffer()));
    }
    return memories;
  }

  private LocalMemory local(int rank, Object buffer) {
    LocalMemory local =
        new LocalMemory(
            buffer, module(rank), capabilities.needsRegistration() ? this::newMemoryFor : null);
    if (local.registration() != null) {
      registrations.add(local.registration());
    }
    return local;
  }

  private ByteBuffer newMemoryFor(BtlModule module, int capacityBytes) {
    return newMemory(module == module(0) ? 0 : 1, capacityBytes);
  }

  private static byte[] bytes(ByteBuffer memory, int offset, int lengthBytes) {
    byte[] content = new byte[lengthBytes];
    memory.get(offset, content);
    return content;
  }

  /** What lies outside is as it was made: zero. */
  private static void assertUntouched(ByteBuffer memory, int offset, int lengthBytes) {
    assertThat(bytes(memory, 0, offset)).isEqualTo(new byte[offset]);
    int end = offset + lengthBytes;
    byte[] rest = bytes(memory, end, memory.capacity() - end);
    assertThat(rest).isEqualTo(new byte[rest.length]);
  }
}
