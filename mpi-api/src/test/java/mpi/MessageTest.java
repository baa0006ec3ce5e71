package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

class MessageTest {
  private static final int TAG = 7;
  private static final int LONG_MESSAGE = 50_000;

  private static void alone(BiConsumer<Intracomm, int[]> program) {
    MpiRanks.runInWorld(1, world -> program.accept(world, new int[2]));
  }

  private static void arrive(Intracomm world, int value, int tag) {
    world.send(new int[] {value}, 1, MPI.INT, 0, tag);
  }

  @Test
  void shouldReceiveWhatItHasMatchedWhateverIsReceivedMeanwhile() {
    alone(
        (world, buffer) -> {
          arrive(world, 1, TAG);
          arrive(world, 2, TAG);
          Message first = new Message();
          Status found = first.mProbe(MPI.ANY_SOURCE, MPI.ANY_TAG, world);
          assertThat(found.getSource()).isZero();
          assertThat(found.getTag()).isEqualTo(TAG);
          assertThat(found.getCount(MPI.INT)).isEqualTo(1);
          assertThat(first.isNull()).isFalse();
          assertThat(first.isNoProc()).isFalse();

          world.recv(buffer, 1, MPI.INT, 0, TAG);
          assertThat(buffer[0]).isEqualTo(2);
          assertThat(world.iProbe(0, TAG)).isNull();
          Status received = first.mRecv(buffer, 2, MPI.INT);
          assertThat(buffer[0]).isEqualTo(1);
          assertThat(received.getCount(MPI.INT)).isEqualTo(1);
          assertThat(received.getTag()).isEqualTo(TAG);
          assertThat(first.isNull()).isTrue();
        });
  }

  @Test
  void shouldSayThatThereIsNone() {
    alone(
        (world, buffer) -> {
          Message message = new Message();
          assertThat(message.isNull()).isTrue();
          assertThat(message.imProbe(0, TAG, world)).isNull();
          assertThat(message.isNull()).isTrue();
          arrive(world, 3, TAG);
          assertThat(message.imProbe(0, TAG + 1, world)).isNull();
          assertThat(message.imProbe(0, TAG, world).getTag()).isEqualTo(TAG);
          Request request = message.imRecv(buffer, 1, MPI.INT);
          assertThat(message.isNull()).isTrue();
          assertThat(request.waitStatus().getSource()).isZero();
          assertThat(buffer[0]).isEqualTo(3);
        });
  }

  @Test
  void shouldReceiveALongMessageIntoADirectBuffer() {
    MpiRanks.runInWorld(
        2,
        world -> {
          ByteBuffer data = MPI.newByteBuffer(LONG_MESSAGE);
          if (world.getRank() == 0) {
            data.put(LONG_MESSAGE - 1, (byte) 9);
            world.send(data, LONG_MESSAGE, MPI.BYTE, 1, TAG);
          } else {
            Message message = new Message();
            assertThat(message.mProbe(0, MPI.ANY_TAG, world).getCount(MPI.BYTE))
                .isEqualTo(LONG_MESSAGE);
            message.imRecv(data, LONG_MESSAGE, MPI.BYTE).waitFor();
            assertThat(data.get(LONG_MESSAGE - 1)).isEqualTo((byte) 9);
          }
        });
  }

  @Test
  void shouldReceiveNothingFromProcNull() {
    alone(
        (world, buffer) -> {
          Message message = new Message();
          for (int round = 0; round < 2; round++) {
            Status found =
                round == 0
                    ? message.mProbe(MPI.PROC_NULL, TAG, world)
                    : message.imProbe(MPI.PROC_NULL, TAG, world);
            assertThat(found.getSource()).isEqualTo(MPI.PROC_NULL);
            assertThat(message.isNoProc()).isTrue();
            assertThat(message.isNull()).isFalse();
            Status received =
                round == 0
                    ? message.mRecv(buffer, 1, MPI.INT)
                    : message.imRecv(buffer, 1, MPI.INT).waitStatus();
            assertThat(received.getSource()).isEqualTo(MPI.PROC_NULL);
            assertThat(received.getCount(MPI.INT)).isZero();
            assertThat(message.isNoProc()).isFalse();
          }
        });
  }

  @Test
  void shouldRefuseToReceiveWhatIsNotThere() {
    alone(
        (world, buffer) -> {
          Message message = new Message();
          String text = "MPI_ERR_REQUEST: invalid request: the message is null";
          Failure.expect(MPI.ERR_REQUEST, text, () -> message.mRecv(buffer, 1, MPI.INT));
          Failure.expect(MPI.ERR_REQUEST, text, () -> message.imRecv(buffer, 1, MPI.INT));
          Failure.expect(MPI.ERR_COMM, "MPI_ERR_COMM", () -> message.mProbe(0, TAG, null));
          Failure.expect(MPI.ERR_RANK, "MPI_ERR_RANK", () -> message.mProbe(1, TAG, world));
          Failure.expect(MPI.ERR_TAG, "MPI_ERR_TAG", () -> message.imProbe(0, -3, world));
        });
  }

  @Test
  void shouldStayThereIfTheBufferIsRefused() {
    alone(
        (world, buffer) -> {
          arrive(world, 8, TAG);
          Message message = new Message();
          message.mProbe(0, TAG, world);
          Failure.expect(MPI.ERR_COUNT, "MPI_ERR_COUNT", () -> message.mRecv(buffer, -1, MPI.INT));
          assertThatThrownBy(() -> message.mRecv(buffer, 3, MPI.INT))
              .isInstanceOf(ArrayIndexOutOfBoundsException.class);
          Failure.expect(
              MPI.ERR_BUFFER, "MPI_ERR_BUFFER", () -> message.mRecv("no buffer", 1, MPI.INT));
          message.mRecv(buffer, 1, MPI.INT);
          assertThat(buffer[0]).isEqualTo(8);
        });
  }

  @Test
  void shouldSayThatAMessageWasTruncated() {
    alone(
        (world, buffer) -> {
          world.send(new int[] {1, 2, 3}, 3, MPI.INT, 0, TAG);
          Message message = new Message();
          message.mProbe(0, TAG, world);
          Failure.expect(
              MPI.ERR_TRUNCATE,
              "MPI_ERR_TRUNCATE: message truncated: rank 0 sent 12 bytes with tag "
                  + TAG
                  + "; the receive buffer holds 8",
              () -> message.mRecv(buffer, 2, MPI.INT));
          assertThat(buffer).containsExactly(1, 2);
          assertThat(message.isNull()).isTrue();
        });
  }

  @Test
  void shouldKeepAFreedCommunicatorUntilItIsReceived() {
    MpiRanks ranks = new MpiRanks(1);
    ranks.run(
        process -> {
          int[] buffer = new int[1];
          Intracomm own = process.world().dup();
          own.send(new int[] {4}, 1, MPI.INT, 0, TAG);
          Message message = new Message();
          message.mProbe(0, TAG, own);
          int open = ranks.engine(0).openContexts().size();
          own.free();
          assertThat(ranks.engine(0).openContexts()).hasSize(open);
          message.mRecv(buffer, 1, MPI.INT);
          assertThat(buffer).containsExactly(4);
          assertThat(ranks.engine(0).openContexts()).hasSize(open - 2);
        });
  }

  @Test
  void shouldBeDiscardedByFinalizeIfItIsNeverReceived() {
    MpiRanks.runInWorld(
        2,
        world -> {
          if (world.getRank() == 0) {
            world.send(new byte[LONG_MESSAGE], LONG_MESSAGE, MPI.BYTE, 1, TAG);
          } else {
            new Message().mProbe(0, TAG, world);
          }
        });
  }
}
