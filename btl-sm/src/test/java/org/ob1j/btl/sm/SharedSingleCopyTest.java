package org.ob1j.btl.sm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlFabric;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.BtlResult;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.memory.BufferRoots;

/** Single copies of which the receiver reads some chunks and the sender writes the others. */
@Timeout(60)
class SharedSingleCopyTest {
  private static final int CHUNK_BYTES = 64 << 10;

  /** Several turns of the receiver. */
  private static final int LENGTH = 20 << 20;

  private static final Map<String, String> PARAMETERS =
      Map.of(
          "btl_sm_single_copy_mechanism",
          "cma",
          "btl_sm_single_copy_max_size",
          "1m",
          "btl_sm_shared_bytes",
          "0",
          "btl_sm_split_size",
          "64k",
          "btl_sm_split_chunk_size",
          String.valueOf(CHUNK_BYTES),
          "btl_sm_flags",
          "7");

  private final FakeSingleCopy service = new FakeSingleCopy();
  private final ByteBuffer source = ByteBuffer.allocateDirect(LENGTH);
  private final ByteBuffer target = ByteBuffer.allocateDirect(LENGTH);
  private final List<BtlResult> results = new ArrayList<>();
  private BtlFabric fabric;
  private BtlRegistration registration;

  @BeforeEach
  void open() {
    fabric =
        BtlFabric.open(2, () -> new SharedMemoryComponent(List.of(service), List.of()), PARAMETERS);
    for (int i = 0; i < LENGTH; i++) {
      source.put(i, (byte) (i * 31 + i / 509));
    }
    registration =
        fabric.rank(0).endpoint(1).module().register(source, BtlRegistration.REMOTE_READ);
  }

  @AfterEach
  void close() {
    registration.close();
    for (int rank = 0; rank < 2; rank++) {
      assertThat(fabric.rank(rank).endpoint(1 - rank).module().registrationCount()).isZero();
      assertThat(fabric.rank(rank).receiver().errors()).isEmpty();
    }
    fabric.close();
  }

  private BtlResult get(Object into, int lengthBytes) {
    return get(into, lengthBytes, registration.key());
  }

  private static Convertor converted(Object buffer, int lengthBytes) {
    Convertor convertor = new Convertor();
    convertor.prepare(buffer, lengthBytes, TypeMap.of(PrimitiveType.BYTE));
    convertor.region(new BufferRoots(none -> null));
    return convertor;
  }

  private BtlResult get(Object into, int lengthBytes, byte[] key) {
    Convertor convertor = converted(into, lengthBytes);
    BtlEndpoint endpoint = fabric.rank(1).endpoint(0);
    int ended = results.size();
    BtlResult result =
        endpoint.get(convertor, 0, null, key, 0, lengthBytes, 0, (from, how) -> results.add(how));
    if (result != BtlResult.STARTED) {
      return result;
    }
    fabric.await("the get", () -> results.size() > ended);
    return results.get(ended);
  }

  @Test
  void shouldCopyOnBothSides() {
    assertThat(get(target, LENGTH)).isEqualTo(BtlResult.DONE);

    assertThat(target).isEqualTo(source);
    assertThat(service.bytesWritten()).isPositive();
    assertThat(service.bytesRead()).isPositive();
    assertThat(service.bytesRead() + service.bytesWritten()).isEqualTo(LENGTH);
  }

  @Test
  void shouldReadAloneWhatIsShort() {
    assertThat(get(target, 2 * CHUNK_BYTES - 1)).isEqualTo(BtlResult.DONE);

    assertThat(service.bytesWritten()).isZero();
    assertThat(service.bytesRead()).isEqualTo(2 * CHUNK_BYTES - 1);
  }

  @Test
  void shouldRefuseALongGetIntoMemoryThatThePeerCannotWriteTo() {
    assertThat(get(new byte[LENGTH], LENGTH)).isEqualTo(BtlResult.REFUSED);
    assertThat(service.bytesRead()).isZero();
  }

  @Test
  void shouldRefuseAndThenReadAloneIfThePeerCannotWrite() {
    service.forbidWritesAfter(CHUNK_BYTES);

    assertThat(get(target, LENGTH)).isEqualTo(BtlResult.REFUSED);
    assertThat(service.bytesWritten()).isEqualTo(CHUNK_BYTES);

    assertThat(get(target, 1 << 20)).isEqualTo(BtlResult.DONE);
    assertThat(service.bytesWritten()).isEqualTo(CHUNK_BYTES);
    assertThat(target.slice(0, 1 << 20)).isEqualTo(source.slice(0, 1 << 20));
  }

  @Test
  void shouldRefuseAtOnceIfItCannotRead() {
    service.forbidReadsAfter(2 * CHUNK_BYTES);

    assertThat(get(target, LENGTH)).isEqualTo(BtlResult.REFUSED);
    assertThat(service.bytesRead()).isEqualTo(2 * CHUNK_BYTES);
  }

  @Test
  void shouldRefuseIfItCannotReadInTheMidst() {
    service.forbidReadsAfter(6 << 20);

    assertThat(get(target, LENGTH)).isEqualTo(BtlResult.REFUSED);
    assertThat(results).containsExactly(BtlResult.REFUSED);
  }

  @Test
  void shouldKeepTheTargetOfAPeerThatStoppedAtAChunk() throws InterruptedException {
    CountDownLatch mayWrite = new CountDownLatch(1);
    service.waitBeforeWrites(mayWrite);
    Convertor convertor = converted(target, LENGTH);
    BtlEndpoint endpoint = fabric.rank(1).endpoint(0);
    BtlResult begun =
        endpoint.get(
            convertor, 0, null, registration.key(), 0, LENGTH, 0, (from, how) -> results.add(how));
    assertThat(begun).isEqualTo(BtlResult.STARTED);
    Thread peer = new Thread(() -> fabric.rank(0).progress());
    peer.start();
    service.awaitWriter();

    endpoint.giveUp(new BtlException("another rail has failed"));
    fabric.rank(1).await("the end", () -> !results.isEmpty());

    assertThat(results).containsExactly(BtlResult.FAILED);
    assertThat(endpoint.module().describe()).contains("targets kept 1");
    mayWrite.countDown();
    peer.join();
  }

  @Test
  void shouldReadAllIfThePeerHasNoSuchMemory() {
    byte[] key = registration.key();
    registration.close();
    registration =
        fabric
            .rank(0)
            .endpoint(1)
            .module()
            .register(ByteBuffer.allocateDirect(8), BtlRegistration.REMOTE_READ);

    assertThat(get(target, LENGTH, key)).isEqualTo(BtlResult.DONE);
    assertThat(service.bytesWritten()).isZero();
    assertThat(target).isEqualTo(source);
  }
}
