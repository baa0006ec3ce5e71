package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.IntBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The non-blocking and persistent calls in the forms with {@link java.nio.Buffer}, which class
 * files compiled against Open MPI's bindings link to. Each of two ranks has 10 × rank + i in
 * element i.
 */
class BufferFormsTest {
  private static final int TAG = 3;
  private static final int[] ONES = {1, 1};
  private static final int[] PLACES = {0, 1};

  private interface Program {
    void run(Intracomm world, int rank);
  }

  private static void pair(Program program) {
    MpiRanks.runInWorld(2, world -> program.run(world, world.getRank()));
  }

  private static IntBuffer filled(int rank) {
    IntBuffer values = MPI.newIntBuffer(2);
    return values.put(0, 10 * rank).put(1, 10 * rank + 1);
  }

  private static IntBuffer empty() {
    return MPI.newIntBuffer(2);
  }

  private static void expect(Request request, IntBuffer buffer, int first, int second) {
    request.waitFor();
    assertThat(List.of(buffer.get(0), buffer.get(1))).containsExactly(first, second);
  }

  @Test
  void shouldSpreadFromTheRoot() {
    pair(
        (world, rank) -> {
          IntBuffer one = filled(rank);
          expect(world.iBcast(one, 2, MPI.INT, 1), one, 10, 11);
          one = empty();
          expect(world.iScatter(filled(rank), 1, MPI.INT, one, 1, MPI.INT, 1), one, 10 + rank, 0);
          one = filled(rank);
          // In place: the root keeps its block where it is.
          expect(world.iScatter(one, 1, MPI.INT, 0), one, rank, rank == 0 ? 1 : 11);
          one = empty();
          expect(
              world.iScatterv(filled(rank), ONES, PLACES, MPI.INT, one, 1, MPI.INT, 1),
              one,
              10 + rank,
              0);
          one = filled(rank);
          Request request =
              rank == 0
                  ? world.iScatterv(one, ONES, PLACES, MPI.INT, 0)
                  : world.iScatterv(one, 1, MPI.INT, 0);
          expect(request, one, rank, rank == 0 ? 1 : 11);
        });
  }

  @Test
  void shouldGatherAtTheRoot() {
    pair(
        (world, rank) -> {
          boolean root = rank == 1;
          IntBuffer all = empty();
          expect(
              world.iGather(filled(rank), 1, MPI.INT, all, 1, MPI.INT, 1), all, 0, root ? 10 : 0);
          all = filled(rank).put(1, root ? 10 : 1);
          expect(world.iGather(all, 1, MPI.INT, 1), all, 0, root ? 10 : 1);
          all = empty();
          expect(
              world.iGatherv(filled(rank), 1, MPI.INT, all, ONES, PLACES, MPI.INT, 1),
              all,
              0,
              root ? 10 : 0);
          all = filled(rank);
          Request request =
              root
                  ? world.iGatherv(all, ONES, PLACES, MPI.INT, 1)
                  : world.iGatherv(all, 1, MPI.INT, 1);
          expect(request, all, 0, root ? 11 : 1);
        });
  }

  @Test
  void shouldReduceAtTheRootAndEverywhere() {
    pair(
        (world, rank) -> {
          IntBuffer sum = empty();
          boolean root = rank == 0;
          expect(
              world.iReduce(filled(rank), sum, 2, MPI.INT, MPI.SUM, 0),
              sum,
              root ? 10 : 0,
              root ? 12 : 0);
          sum = filled(rank);
          Request request = world.iReduce(sum, 2, MPI.INT, MPI.SUM, 0);
          expect(request, sum, 10, root ? 12 : 11);
          sum = empty();
          expect(world.iAllReduce(filled(rank), sum, 2, MPI.INT, MPI.SUM), sum, 10, 12);
          sum = filled(rank);
          expect(world.iAllReduce(sum, 2, MPI.INT, MPI.MAX), sum, 10, 11);
        });
  }

  @Test
  void shouldScatterWhatIsReduced() {
    pair(
        (world, rank) -> {
          int mine = rank == 0 ? 10 : 12;
          IntBuffer part = empty();
          expect(world.iReduceScatter(filled(rank), part, ONES, MPI.INT, MPI.SUM), part, mine, 0);
          part = empty();
          expect(world.iReduceScatterBlock(filled(rank), part, 1, MPI.INT, MPI.SUM), part, mine, 0);
          IntBuffer whole = filled(rank);
          world.iReduceScatter(whole, ONES, MPI.INT, MPI.SUM).waitFor();
          assertThat(whole.get(0)).isEqualTo(mine);
          whole = filled(rank);
          world.iReduceScatterBlock(whole, 1, MPI.INT, MPI.SUM).waitFor();
          assertThat(whole.get(0)).isEqualTo(mine);
        });
  }

  @Test
  void shouldExchangeAmongAll() {
    pair(
        (world, rank) -> {
          IntBuffer all = empty();
          expect(world.iAllGather(filled(rank), 1, MPI.INT, all, 1, MPI.INT), all, 0, 10);
          all = filled(rank);
          expect(world.iAllGather(all, 1, MPI.INT), all, 0, 11);
          all = empty();
          expect(
              world.iAllGatherv(filled(rank), 1, MPI.INT, all, ONES, PLACES, MPI.INT), all, 0, 10);
          all = filled(rank);
          expect(world.iAllGatherv(all, ONES, PLACES, MPI.INT), all, 0, 11);
          all = empty();
          expect(world.iAllToAll(filled(rank), 1, MPI.INT, all, 1, MPI.INT), all, rank, 10 + rank);
          all = empty();
          expect(
              world.iAllToAllv(filled(rank), ONES, PLACES, MPI.INT, all, ONES, PLACES, MPI.INT),
              all,
              rank,
              10 + rank);
        });
  }

  @Test
  void shouldScan() {
    pair(
        (world, rank) -> {
          IntBuffer sum = empty();
          int first = 10 * rank;
          int second = rank == 0 ? 1 : 12;
          expect(world.iScan(filled(rank), sum, 2, MPI.INT, MPI.SUM), sum, first, second);
          sum = filled(rank);
          expect(world.iScan(sum, 2, MPI.INT, MPI.SUM), sum, first, second);
          sum = empty();
          Request request = world.iExScan(filled(rank), sum, 2, MPI.INT, MPI.SUM);
          expect(request, sum, 0, rank);
          sum = filled(rank);
          // Rank 0 has nothing before it, and its buffer stays.
          expect(world.iExScan(sum, 2, MPI.INT, MPI.SUM), sum, 0, 1);
        });
  }

  private interface Maker {
    Prequest make(IntBuffer buffer);
  }

  @Test
  void shouldSendAndReceiveByPersistentRequests() {
    MpiRanks.run(
        1,
        process -> {
          Intracomm self = process.world();
          process.attachBuffer(new byte[8 + MPI.BSEND_OVERHEAD]);
          List<Maker> makers =
              List.of(
                  buffer -> self.sendInit(buffer, 2, MPI.INT, 0, TAG),
                  buffer -> self.sSendInit(buffer, 2, MPI.INT, 0, TAG),
                  buffer -> self.rSendInit(buffer, 2, MPI.INT, 0, TAG),
                  buffer -> self.bSendInit(buffer, 2, MPI.INT, 0, TAG));
          for (Maker maker : makers) {
            IntBuffer received = empty();
            Prequest receive = self.recvInit(received, 2, MPI.INT, 0, TAG);
            Prequest send = maker.make(filled(4));
            receive.start();
            send.start();
            send.waitFor();
            expect(receive, received, 40, 41);
            send.free();
            receive.free();
          }
        });
  }
}
