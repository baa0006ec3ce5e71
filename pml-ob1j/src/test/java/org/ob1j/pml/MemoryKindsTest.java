package org.ob1j.pml;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.pml.MessageStatus;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.PmlMessage;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.pml.SendMode;

/**
 * The point-to-point suite with every kind of memory at either end, over every transport, those
 * with RDMA among them: what the other classes of the suite do with byte arrays.
 */
@Timeout(120)
class MemoryKindsTest {
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);
  private static final int TAG = 3;
  private static final int[] LENGTHS = {0, 8, 256, 264, 2016, 2024, 2032, 4096, 40_000};

  /** Where a message lies. */
  private enum Kind {
    ARRAY,
    /** Of the JDK. */
    DIRECT,
    /** Of the engine, as MPI.newByteBuffer gives it. */
    SHARED,
    /** As MPI.newLongBuffer gives it. */
    SHARED_VIEW;

    Object buffer(Ob1Pml engine, byte[] content) {
      switch (this) {
        case ARRAY -> {
          return content.clone();
        }
        case DIRECT -> {
          return ByteBuffer.allocateDirect(content.length).put(content).clear();
        }
        case SHARED -> {
          return engine.buffers().allocate(content.length).put(content).clear();
        }
        default -> {
          ByteBuffer root = engine.buffers().allocate(content.length).put(content).clear();
          return engine.buffers().remember(root.asLongBuffer(), root, 0);
        }
      }
    }

    static byte[] content(Object buffer, int lengthBytes) {
      byte[] content = new byte[lengthBytes];
      if (buffer instanceof LongBuffer view) {
        ByteBuffer copy = ByteBuffer.allocate(lengthBytes + Long.BYTES).order(view.order());
        copy.asLongBuffer().put(view.duplicate().clear());
        copy.get(0, content);
      } else if (buffer instanceof ByteBuffer direct) {
        direct.get(0, content);
      } else {
        System.arraycopy(buffer, 0, content, 0, lengthBytes);
      }
      return content;
    }
  }

  private InMemoryJob job;
  private final MessageStatus status = new MessageStatus();

  private void start(PointToPointTransport transport, long seed) {
    job =
        transport.job(
            2,
            seed,
            Map.of("btl_fault_refuse_percent", "25", "mpi_leave_pinned", String.valueOf(seed % 2)));
    job.engine(0).attachBuffer(1 << 24);
  }

  /** Nothing must be left of any message. */
  @AfterEach
  void end() {
    for (int rank = 0; rank < 2; rank++) {
      Ob1Pml engine = job.engine(rank);
      job.await("requests to end", () -> engine.requests().sends().inUse() == 0);
      assertThat(engine.requests().receives().inUse()).isZero();
      assertThat(engine.requests().registrations().usedCount()).isZero();
      assertThat(engine.arrivals().payloadBytesInUse()).isZero();
    }
    job.engine(0).detachBuffer();
    job.close();
  }

  private static byte[] pattern(int length, int seed) {
    byte[] data = new byte[length];
    for (int i = 0; i < length; i++) {
      data[i] = (byte) (i * 31 + i / 256 + seed);
    }
    return data;
  }

  private PmlRequest isend(SendMode mode, Kind kind, byte[] data) {
    Object buffer = kind.buffer(job.engine(0), data);
    return job.world(0).isend(mode, buffer, data.length, BYTES, 1, TAG);
  }

  private PmlRequest irecv(Object buffer, int length) {
    return job.world(1).irecv(buffer, length, BYTES, 0, TAG);
  }

  private void awaitMessage() {
    job.await("the message", () -> job.world(1).iprobe(0, TAG, status));
  }

  private void finish(PmlRequest send, PmlRequest receive) {
    job.await("both", () -> send.isComplete() && receive.isComplete());
    assertThat(send.error()).isEqualTo(PmlError.NONE);
    receive.copyStatus(status);
    job.engine(0).release(send);
    job.engine(1).release(receive);
  }

  @ParameterizedTest
  @EnumSource
  void shouldReceiveIntoAnyMemoryWhatIsSentFromAny(PointToPointTransport transport) {
    start(transport, 1);
    for (Kind from : Kind.values()) {
      for (Kind into : Kind.values()) {
        for (int length : LENGTHS) {
          for (SendMode mode : SendMode.values()) {
            for (boolean posted : new boolean[] {true, false}) {
              exchange(mode, from, into, length, posted || mode == SendMode.READY);
            }
          }
        }
      }
    }
  }

  private void exchange(SendMode mode, Kind from, Kind into, int length, boolean posted) {
    byte[] data = pattern(length, mode.ordinal());
    Object buffer = into.buffer(job.engine(1), new byte[length]);
    PmlRequest early = posted ? irecv(buffer, length) : null;
    PmlRequest send = isend(mode, from, data);
    if (!posted) {
      awaitMessage();
      assertThat(status.lengthBytes).isEqualTo(length);
    }
    finish(send, posted ? early : irecv(buffer, length));
    assertThat(status.lengthBytes).isEqualTo(length);
    assertThat(status.error).isEqualTo(PmlError.NONE);
    assertThat(Kind.content(buffer, length))
        .as("%s, %d bytes from %s into %s", mode, length, from, into)
        .isEqualTo(data);
  }

  @ParameterizedTest
  @EnumSource
  void shouldReceiveTheBeginningOfWhatIsTooLong(PointToPointTransport transport) {
    start(transport, 2);
    for (Kind from : Kind.values()) {
      for (Kind into : Kind.values()) {
        for (int length : new int[] {64, 2024, 40_000}) {
          int capacity = length / 16 * 8;
          byte[] data = pattern(length, 5);
          Object buffer = into.buffer(job.engine(1), new byte[capacity]);
          PmlRequest receive = irecv(buffer, capacity);
          finish(isend(SendMode.STANDARD, from, data), receive);
          assertThat(status.error).isEqualTo(PmlError.TRUNCATED);
          assertThat(status.lengthBytes).isEqualTo(capacity);
          assertThat(status.messageBytes).isEqualTo(length);
          assertThat(Kind.content(buffer, capacity)).isEqualTo(Arrays.copyOf(data, capacity));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldReceiveMatchedMessagesIntoAnyMemoryOrDiscardThem(PointToPointTransport transport) {
    start(transport, 3);
    for (Kind from : Kind.values()) {
      for (Kind into : Kind.values()) {
        for (int length : new int[] {0, 256, 2032, 40_000}) {
          byte[] data = pattern(length, 7);
          Object buffer = into.buffer(job.engine(1), new byte[length]);
          PmlRequest send = isend(SendMode.SYNCHRONOUS, from, data);
          awaitMessage();
          PmlMessage message = job.world(1).matchNow(0, PmlCommunicator.ANY_TAG);
          assertThat(message.lengthBytes()).isEqualTo(length);
          finish(send, message.receive(buffer, length, BYTES));
          assertThat(Kind.content(buffer, length)).isEqualTo(data);

          PmlRequest unwanted = isend(SendMode.SYNCHRONOUS, from, data);
          awaitMessage();
          job.world(1).matchNow(0, TAG).discard();
          job.await("the send", unwanted::isComplete);
          job.engine(0).release(unwanted);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldLetGoOfMemoryWhoseReceiveIsCancelled(PointToPointTransport transport) {
    start(transport, 4);
    for (Kind into : Kind.values()) {
      Object buffer = into.buffer(job.engine(1), new byte[40_000]);
      PmlRequest receive = irecv(buffer, 40_000);
      job.engine(1).cancel(receive, receive.generation());
      job.await("the cancelled receive", receive::isComplete);
      receive.copyStatus(status);
      assertThat(status.cancelled).isTrue();
      job.engine(1).release(receive);
      exchange(SendMode.STANDARD, into, into, 40_000, false);
    }
  }
}
