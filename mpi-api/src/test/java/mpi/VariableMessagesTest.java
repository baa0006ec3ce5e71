package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.ob1j.IncomingMessage;
import org.ob1j.IncomingMessages;
import org.ob1j.MessageWindows;

class VariableMessagesTest {
  private static final int TAG = 7;
  private static final int LONG_MESSAGE = 50_000;
  private static final long THRESHOLD = 5_000;

  private static byte[] pattern(int length) {
    byte[] data = new byte[length];
    for (int i = 0; i < length; i++) {
      data[i] = (byte) (i * 7 + length);
    }
    return data;
  }

  /** Rank 0 sends messages of these lengths, which rank 1 receives in some way. */
  private static void sent(BiConsumer<Intracomm, IncomingMessages> receiver, int... lengths) {
    MpiRanks.runInWorld(
        2,
        world -> {
          IncomingMessages incoming = IncomingMessages.open(world, THRESHOLD);
          if (world.getRank() == 0) {
            for (int length : lengths) {
              world.send(pattern(length), length, MPI.BYTE, 1, TAG);
            }
          } else {
            receiver.accept(world, incoming);
          }
        });
  }

  @Test
  void shouldTellSourceTagLengthAndContextBeforeTheMessageIsClaimed() {
    sent(
        (world, incoming) -> {
          assertThat(incoming.thresholdBytes()).isEqualTo(THRESHOLD);
          IncomingMessage message = incoming.await(MPI.ANY_SOURCE, MPI.ANY_TAG, "mine");
          assertThat(message.source()).isZero();
          assertThat(message.tag()).isEqualTo(TAG);
          assertThat(message.lengthBytes()).isEqualTo(LONG_MESSAGE);
          assertThat(message.isVariable()).isTrue();
          assertThat(message.context()).isEqualTo("mine");
          message.setContext("yours");
          assertThat(message.context()).isEqualTo("yours");
          assertThat(message.isUnclaimed()).isTrue();
          ByteBuffer data = message.receive();
          assertThat(message.isUnclaimed()).isFalse();
          assertThat(data.remaining()).isEqualTo(LONG_MESSAGE);
          assertThat(data).isEqualTo(ByteBuffer.wrap(pattern(LONG_MESSAGE)));

          IncomingMessage shorter = incoming.await(0, TAG);
          assertThat(shorter.isVariable()).isFalse();
          assertThat(shorter.context()).isNull();
          shorter.discard();
        },
        LONG_MESSAGE,
        8);
  }

  @Test
  void shouldReceiveIntoAUsersBuffer() {
    sent(
        (world, incoming) -> {
          byte[] buffer = new byte[LONG_MESSAGE];
          Status status = incoming.await(0, TAG).receive(buffer, LONG_MESSAGE, MPI.BYTE);
          assertThat(status.getCount(MPI.BYTE)).isEqualTo(LONG_MESSAGE);
          assertThat(buffer).isEqualTo(pattern(LONG_MESSAGE));
          byte[] another = new byte[8];
          Request request = incoming.await(0, TAG).iReceive(another, 8, MPI.BYTE);
          assertThat(request.waitStatus().getTag()).isEqualTo(TAG);
          assertThat(another).isEqualTo(pattern(8));
        },
        LONG_MESSAGE,
        8);
  }

  @Test
  void shouldReceivePieceByPieceThroughAWindow() {
    sent(
        (world, incoming) -> {
          for (int length : new int[] {LONG_MESSAGE, 8, 0}) {
            IncomingMessage message = incoming.await(0, TAG);
            ByteBuffer all = ByteBuffer.allocate(length);
            try (MessageWindows windows = message.windows(3_000)) {
              for (ByteBuffer next = windows.next(); next != null; next = windows.next()) {
                assertThat(next.remaining()).isLessThanOrEqualTo(3_000);
                all.put(next);
                assertThat(windows.position()).isEqualTo(all.position());
              }
              assertThat(windows.next()).isNull();
            }
            assertThat(all.array()).isEqualTo(pattern(length));
          }
        },
        LONG_MESSAGE,
        8,
        0);
  }

  @Test
  void shouldGiveUpTheRestOfAMessage() {
    sent(
        (world, incoming) -> {
          MessageWindows windows = incoming.await(0, TAG).windows(1_000);
          windows.next();
          windows.close();
          Failure.expect(MPI.ERR_REQUEST, "MPI_ERR_REQUEST", windows::next);
          windows.close();
          incoming.await(0, TAG).discard();
          assertThat(incoming.await(0, TAG).lengthBytes()).isEqualTo(8);
        },
        LONG_MESSAGE,
        LONG_MESSAGE,
        8);
  }

  @Test
  void shouldClaimAMessageOnceAndKeepItIfAnArgumentIsWrong() {
    sent(
        (world, incoming) -> {
          IncomingMessage message = incoming.await(0, TAG);
          byte[] buffer = new byte[LONG_MESSAGE];
          Failure.expect(
              MPI.ERR_COUNT, "MPI_ERR_COUNT", () -> message.receive(buffer, -1, MPI.BYTE));
          Failure.expect(
              MPI.ERR_COUNT,
              "MPI_ERR_COUNT: invalid count argument: the window has 0 bytes",
              () -> message.windows(0));
          message.receive(buffer, LONG_MESSAGE, MPI.BYTE);
          String text =
              "MPI_ERR_REQUEST: invalid request: the message has been claimed or discarded already";
          Failure.expect(MPI.ERR_REQUEST, text, message::receive);
          Failure.expect(MPI.ERR_REQUEST, text, message::discard);
          Failure.expect(MPI.ERR_REQUEST, text, () -> message.windows(1));
          Failure.expect(MPI.ERR_REQUEST, text, () -> message.iReceive(buffer, 1, MPI.BYTE));
          assertThat(incoming.poll(0, TAG)).isNull();
        },
        LONG_MESSAGE);
  }

  @Test
  void shouldSayThatTheBufferWasTooShort() {
    sent(
        (world, incoming) ->
            Failure.expect(
                MPI.ERR_TRUNCATE,
                "MPI_ERR_TRUNCATE",
                () -> incoming.await(0, TAG).receive(new byte[10], 10, MPI.BYTE)),
        LONG_MESSAGE);
  }

  @Test
  void shouldLeaveAMessageToAReceiveThatIsPosted() {
    MpiRanks.runInWorld(
        1,
        world -> {
          IncomingMessages incoming = IncomingMessages.open(world);
          assertThat(incoming.thresholdBytes()).isPositive();
          int[] buffer = new int[1];
          Request posted = world.iRecv(buffer, 1, MPI.INT, 0, TAG);
          world.send(new int[] {3}, 1, MPI.INT, 0, TAG);
          assertThat(incoming.poll(MPI.ANY_SOURCE, MPI.ANY_TAG)).isNull();
          posted.waitFor();
          world.send(new int[] {4}, 1, MPI.INT, 0, TAG);
          IncomingMessage message = incoming.poll(MPI.ANY_SOURCE, MPI.ANY_TAG);
          assertThat(message.receive().getInt()).isEqualTo(4);
        });
  }

  @Test
  void shouldRefuseWrongArguments() {
    MpiRanks.runInWorld(
        1,
        world -> {
          IncomingMessages incoming = IncomingMessages.open(world, 0);
          Failure.expect(
              MPI.ERR_RANK,
              "MPI_ERR_RANK: invalid rank: the source is MPI.PROC_NULL",
              () -> incoming.await(MPI.PROC_NULL, TAG));
          Failure.expect(MPI.ERR_RANK, "MPI_ERR_RANK", () -> incoming.poll(1, TAG));
          Failure.expect(MPI.ERR_TAG, "MPI_ERR_TAG", () -> incoming.poll(0, -2));
          Failure.expect(MPI.ERR_COMM, "MPI_ERR_COMM", () -> IncomingMessages.open(null));
          Failure.expect(
              MPI.ERR_ARG,
              "MPI_ERR_ARG: invalid argument of some other kind: the threshold is -1 bytes; it must be"
                  + " at least 0",
              () -> IncomingMessages.open(world, -1));
        });
  }

  @Test
  void shouldRefuseThresholdsThatDifferOnAllRanks() {
    MpiRanks.runInWorld(
        3,
        world ->
            Failure.expect(
                MPI.ERR_ARG,
                "MPI_ERR_ARG: invalid argument of some other kind: the threshold is "
                    + (100 + world.getRank())
                    + " bytes; it must be at least 0 and the same on all ranks, which have from 100"
                    + " to 102",
                () -> IncomingMessages.open(world, 100 + world.getRank())));
  }
}
