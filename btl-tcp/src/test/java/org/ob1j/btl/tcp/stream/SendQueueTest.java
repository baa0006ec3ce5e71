package org.ob1j.btl.tcp.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.GatheringByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlResult;

class SendQueueTest {
  private static final int MAX_FRAME_BYTES = 100_000;

  private static final int ARRAY_BYTES = 400_000;

  private final double[] doubles = new Random(5).doubles(ARRAY_BYTES / Double.BYTES).toArray();
  private final byte[] bytes = new byte[ARRAY_BYTES];
  private final StagingPool pool = new StagingPool(MAX_FRAME_BYTES);
  private final ByteArrayOutputStream expected = new ByteArrayOutputStream();
  private final List<BtlCompletion> pending = new ArrayList<>();

  @Property(tries = 100)
  void shouldWriteTheStreamInOrderHoweverTheSocketTakesIt(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    random.nextBytes(bytes);
    SendQueue queue = new SendQueue(pool);
    TakingChannel channel = new TakingChannel(random);
    ArrayChannel arrays = FakeArraySockets.writingTo(channel).channel();
    assertThat(arrays.works()).isTrue();
    expected.reset();
    for (int i = 0; i < 100; i++) {
      enqueue(queue, random);
      if (random.nextInt(3) > 0) {
        queue.writeTo(channel, arrays);
        complete(queue);
      }
    }
    channel.takesAll = true;
    queue.writeTo(channel, arrays);
    complete(queue);

    assertThat(channel.taken.toByteArray()).isEqualTo(expected.toByteArray());
    assertThat(queue.waitingBytes()).isZero();
    assertThat(pending).isEmpty();
    assertThat(pool.lentCount()).isZero();
  }

  /** A frame as the endpoint makes it: prefix, header and payload in the ring. */
  private void smallFrame(SendQueue queue, byte[] payload) {
    int frameBytes = FramePrefix.frameBytes(24, payload.length);
    int offset = queue.claim(frameBytes);
    FramePrefix.writeMessage(queue.memory(), offset, 24, payload.length);
    queue.memory().bytes().put(offset + FramePrefix.BYTES + 24, payload);
    queue.commit(frameBytes);
  }

  @Example
  void shouldWriteASmallFrameWithItsPayloadInOneCall() throws IOException {
    SendQueue queue = new SendQueue(pool);
    TakingChannel channel = TakingChannel.ofEverything();
    smallFrame(queue, new byte[100]);
    queue.writeTo(channel, null);
    assertThat(channel.calls).containsExactly((long) FramePrefix.frameBytes(24, 100));
    assertThat(queue.waitingBytes()).isZero();
  }

  @Example
  void shouldWriteAllFramesThatWereHeldBackInOneCall() throws IOException {
    SendQueue queue = new SendQueue(pool);
    TakingChannel channel = TakingChannel.ofEverything();
    long total = 0;
    for (int i = 0; i < 50; i++) {
      smallFrame(queue, new byte[i]);
      total += FramePrefix.frameBytes(24, i);
    }
    assertThat(queue.waitingBytes()).isEqualTo(total);
    queue.writeTo(channel, null);
    assertThat(channel.calls).containsExactly(total);
  }

  @Example
  void shouldGatherHeaderAndUsersMemoryIntoOneCall() throws IOException {
    SendQueue queue = new SendQueue(pool);
    TakingChannel channel = TakingChannel.ofEverything();
    int headBytes = FramePrefix.BYTES + 24;
    queue.claim(headBytes + Long.BYTES);
    queue.commit(headBytes);
    ByteBuffer payload = ByteBuffer.allocateDirect(50_003);
    queue.endOfSend(queue.commitInPlace(payload, null));
    smallFrame(queue, new byte[10]);
    queue.writeTo(channel, null);
    assertThat(channel.calls)
        .containsExactly((long) headBytes + 50_003 + 5 + FramePrefix.frameBytes(24, 10));
    assertThat(payload.hasRemaining()).isFalse();
  }

  private void complete(SendQueue queue) {
    for (BtlCompletion next = queue.nextFinished(); next != null; next = queue.nextFinished()) {
      assertThat(pending.remove(next)).isTrue();
    }
  }

  private void enqueue(SendQueue queue, Random random) {
    // Powers of two among the lengths make frames end at the ring's end.
    int lengthBytes =
        switch (random.nextInt(3)) {
          case 0 -> 8 * (1 + random.nextInt(20));
          case 1 -> 1 << 3 + random.nextInt(14);
          default -> 8 * (1 + random.nextInt(MAX_FRAME_BYTES / 8));
        };
    int offset = queue.claim(lengthBytes + 8);
    if (offset < 0) {
      return;
    }
    if (random.nextInt(10) == 0) {
      queue.unclaim();
      return;
    }
    byte[] content = new byte[lengthBytes];
    random.nextBytes(content);
    queue.memory().bytes().put(offset, content);
    queue.commit(lengthBytes);
    expected.writeBytes(content);
    switch (random.nextInt(8)) {
      case 0, 1 -> enqueueInPlace(queue, random);
      case 2, 3 -> enqueueArray(queue, random);
      default -> {
        // Nothing in place.
      }
    }
  }

  /** Pieces of few arrays, so that some stand one behind the other. */
  private void enqueueArray(SendQueue queue, Random random) {
    Object array = random.nextInt(3) > 0 ? doubles : bytes;
    byte[] content = new byte[1 + random.nextInt(50_000)];
    int offset = random.nextInt(ARRAY_BYTES - content.length + 1);
    ByteBuffer whole = ByteBuffer.allocate(ARRAY_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    whole.asDoubleBuffer().put(doubles);
    if (array == bytes) {
      whole.put(0, bytes);
    }
    whole.get(offset, content);
    BtlCompletion completion = newCompletion();
    SendQueue.Splice splice = queue.commitInPlace(array, offset, content.length, completion);
    assertThat(queue.endOfSend(splice)).isFalse();
    expected.writeBytes(content);
    expected.writeBytes(new byte[-content.length & 7]);
  }

  private void enqueueInPlace(SendQueue queue, Random random) {
    byte[] content = new byte[1 + random.nextInt(50_000)];
    random.nextBytes(content);
    ByteBuffer payload = ByteBuffer.allocateDirect(content.length).put(0, content);
    SendQueue.Splice splice = queue.commitInPlace(payload, newCompletion());
    assertThat(queue.endOfSend(splice)).isFalse();
    expected.writeBytes(content);
    expected.writeBytes(new byte[-content.length & 7]);
  }

  private BtlCompletion newCompletion() {
    BtlCompletion completion =
        new BtlCompletion() {
          @Override
          public void completed(BtlEndpoint endpoint, BtlResult result) {
            throw new AssertionError("only told apart, never called");
          }
        };
    pending.add(completion);
    return completion;
  }

  @Example
  void shouldWritePiecesOfOneArrayAndWhatIsBetweenThemInOneCall() throws IOException {
    SendQueue queue = new SendQueue(pool);
    TakingChannel channel = TakingChannel.ofEverything();
    FakeArraySockets sockets = FakeArraySockets.writingTo(channel);
    ArrayChannel arrays = sockets.channel();
    assertThat(arrays.works()).isTrue();
    int headBytes = FramePrefix.BYTES + 24;
    for (int i = 0; i < 5; i++) {
      queue.claim(headBytes + Long.BYTES);
      queue.commit(headBytes);
      queue.endOfSend(queue.commitInPlace(doubles, i * 4_000L, 3_999, null));
    }
    queue.writeTo(channel, arrays);
    assertThat(channel.calls).containsExactly(5L * (headBytes + 4_000));
    assertThat(sockets.calls()).isEqualTo(1);
    assertThat(queue.waitingBytes()).isZero();
    assertThat(pool.lentCount()).isZero();
  }

  /** A socket that takes random amounts, and keeps how much by each call. */
  private static final class TakingChannel implements GatheringByteChannel {
    private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
    private final Random random;
    private final List<Long> calls = new ArrayList<>();
    private boolean takesAll;

    static TakingChannel ofEverything() {
      TakingChannel channel = new TakingChannel(new Random(0));
      channel.takesAll = true;
      return channel;
    }

    TakingChannel(Random random) {
      this.random = random;
    }

    @Override
    public int write(ByteBuffer source) {
      return (int) write(new ByteBuffer[] {source}, 0, 1);
    }

    @Override
    public long write(ByteBuffer[] sources) {
      return write(sources, 0, sources.length);
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int count) {
      int room = takesAll ? Integer.MAX_VALUE : random.nextInt(80_000);
      long total = 0;
      for (int i = offset; i < offset + count; i++) {
        byte[] bytes = new byte[Math.min(room, sources[i].remaining())];
        sources[i].get(bytes);
        taken.writeBytes(bytes);
        room -= bytes.length;
        total += bytes.length;
      }
      calls.add(total);
      return total;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {
      takesAll = false;
    }
  }
}
