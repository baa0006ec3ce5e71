package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

class GroupTest {
  private static final int SIZE = 6;
  private static final int RANK = 2;

  /** Groups are local: one rank of six is enough. */
  private static void run(BiConsumer<MpiProcess, Group> program) {
    MpiProcess process = new MpiRanks(SIZE).process(RANK);
    process.world().setErrhandler(MPI.ERRORS_RETURN);
    program.accept(process, process.world().getGroup());
  }

  private static int[] ranksInWorld(Group group, Group world) {
    int[] own = new int[group.getSize()];
    for (int i = 0; i < own.length; i++) {
      own[i] = i;
    }
    return Group.translateRanks(group, own, world);
  }

  @Test
  void shouldIncludeInTheOrderGiven() {
    run(
        (process, world) -> {
          Group some = world.incl(new int[] {5, 0, 2});
          assertThat(some.getSize()).isEqualTo(3);
          assertThat(some.getRank()).isEqualTo(2);
          assertThat(ranksInWorld(some, world)).containsExactly(5, 0, 2);
          assertThat(world.incl(new int[] {0, 1}).getRank()).isEqualTo(MPI.UNDEFINED);
          assertThat(world.incl(new int[0]).getSize()).isZero();
        });
  }

  @Test
  void shouldExcludeAndKeepTheOrder() {
    run(
        (process, world) -> {
          Group some = world.excl(new int[] {4, 0});
          assertThat(ranksInWorld(some, world)).containsExactly(1, 2, 3, 5);
          assertThat(some.getRank()).isEqualTo(1);
        });
  }

  @Test
  void shouldTakeRanges() {
    run(
        (process, world) -> {
          int[][] ranges = {{4, 0, -2}, {1, 1, 1}, {3, 2, 1}};
          assertThat(ranksInWorld(world.rangeIncl(ranges), world)).containsExactly(4, 2, 0, 1);
          assertThat(ranksInWorld(world.rangeExcl(ranges), world)).containsExactly(3, 5);
          assertThat(ranksInWorld(world.rangeIncl(new int[][] {{0, 4, 3}}), world))
              .containsExactly(0, 3);
        });
  }

  @Test
  void shouldRefuseRanksThatAreNotThere() {
    run(
        (process, world) -> {
          String limits = "; it must be at least 0 and less than 6";
          for (int rank : new int[] {-1, 6, 100}) {
            String text = "MPI_ERR_RANK: invalid rank: the rank is " + rank + limits;
            Failure.expect(MPI.ERR_RANK, text, () -> world.incl(new int[] {rank}));
            Failure.expect(MPI.ERR_RANK, text, () -> world.excl(new int[] {rank}));
            Failure.expect(
                MPI.ERR_RANK, text, () -> Group.translateRanks(world, new int[] {rank}, world));
            Failure.expect(
                MPI.ERR_RANK, text, () -> world.rangeIncl(new int[][] {{rank, rank, 1}}));
          }
          String twice = "MPI_ERR_RANK: invalid rank: rank 3 comes twice";
          Failure.expect(MPI.ERR_RANK, twice, () -> world.incl(new int[] {3, 3}));
          Failure.expect(MPI.ERR_RANK, twice, () -> world.excl(new int[] {3, 3}));
          Failure.expect(
              MPI.ERR_RANK, twice, () -> world.rangeExcl(new int[][] {{3, 3, 1}, {2, 4, 1}}));
          Failure.expect(
              MPI.ERR_ARG,
              "MPI_ERR_ARG: invalid argument of some other kind: the range is [1, 2, 0]",
              () -> world.rangeIncl(new int[][] {{1, 2, 0}}));
          Failure.expect(
              MPI.ERR_RANK, "MPI_ERR_RANK", () -> world.rangeIncl(new int[][] {{0, 1 << 30, 1}}));
        });
  }

  @Test
  void shouldTranslateRanks() {
    run(
        (process, world) -> {
          Group some = world.incl(new int[] {4, 1});
          int[] asked = {1, MPI.PROC_NULL, 3, 4};
          assertThat(Group.translateRanks(world, asked, some))
              .containsExactly(1, MPI.PROC_NULL, MPI.UNDEFINED, 0);
        });
  }

  @Test
  void shouldCompareGroups() {
    run(
        (process, world) -> {
          Group some = world.incl(new int[] {1, 2});
          assertThat(Group.compare(some, world.incl(new int[] {1, 2}))).isEqualTo(MPI.IDENT);
          assertThat(Group.compare(some, world.incl(new int[] {2, 1}))).isEqualTo(MPI.SIMILAR);
          assertThat(Group.compare(some, world.incl(new int[] {1, 3}))).isEqualTo(MPI.UNEQUAL);
          assertThat(Group.compare(some, world)).isEqualTo(MPI.UNEQUAL);
          assertThat(Group.compare(process.emptyGroup(), world.incl(new int[0])))
              .isEqualTo(MPI.IDENT);
        });
  }

  @Test
  void shouldCombineGroups() {
    run(
        (process, world) -> {
          Group first = world.incl(new int[] {5, 1, 3});
          Group second = world.incl(new int[] {3, 2, 5});
          assertThat(ranksInWorld(Group.union(first, second), world)).containsExactly(5, 1, 3, 2);
          assertThat(ranksInWorld(Group.intersection(first, second), world)).containsExactly(5, 3);
          assertThat(ranksInWorld(Group.difference(first, second), world)).containsExactly(1);
          Group none = process.emptyGroup();
          assertThat(ranksInWorld(Group.union(none, second), world)).containsExactly(3, 2, 5);
          assertThat(Group.intersection(first, none).getSize()).isZero();
          assertThat(Group.union(none, second).getRank()).isEqualTo(1);
        });
  }

  @Test
  void shouldNotBeUsedOnceFreed() {
    run(
        (process, world) -> {
          Group some = world.incl(new int[] {1});
          assertThat(some.isNull()).isFalse();
          some.free();
          assertThat(some.isNull()).isTrue();
          String text = "MPI_ERR_GROUP: invalid group: the group has been freed";
          Failure.expect(MPI.ERR_GROUP, text, some::getSize);
          Failure.expect(MPI.ERR_GROUP, text, some::getRank);
          Failure.expect(MPI.ERR_GROUP, text, some::free);
          Failure.expect(MPI.ERR_GROUP, text, () -> Group.union(world, some));
          Failure.expect(
              MPI.ERR_GROUP,
              "MPI_ERR_GROUP: invalid group: the group is null",
              () -> Group.compare(world, null));
          Failure.expect(MPI.ERR_GROUP, "MPI_ERR_GROUP", process.emptyGroup()::free);
          assertThat(process.emptyGroup().getSize()).isZero();
          assertThat(process.emptyGroup().getRank()).isEqualTo(MPI.UNDEFINED);
        });
  }
}
