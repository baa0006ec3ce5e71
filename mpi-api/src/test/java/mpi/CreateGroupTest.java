package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;
import org.ob1j.runtime.job.NodeMap;

class CreateGroupTest {
  private static void pass(Intracomm comm, int value, int expected) {
    int size = comm.getSize();
    int next = (comm.getRank() + 1) % size;
    int previous = (comm.getRank() + size - 1) % size;
    int[] heard = new int[1];
    comm.sendRecv(new int[] {value}, 1, MPI.INT, next, 0, heard, 1, MPI.INT, previous, 0);
    assertThat(heard).containsExactly(expected);
    comm.barrier();
  }

  @Test
  void shouldMakeACommunicatorOfAGroupWhileTheOthersDoSomethingElse() {
    MpiRanks.runInWorld(
        5,
        world -> {
          int rank = world.getRank();
          int[] members = {3, 1, 4};
          if (rank == 0 || rank == 2) {
            int[] heard = new int[1];
            world.recv(heard, 1, MPI.INT, 3, 7);
            assertThat(heard).containsExactly(8);
            return;
          }
          Intracomm made = world.createGroup(world.getGroup().incl(members), 9);
          assertThat(made.getSize()).isEqualTo(3);
          assertThat(members[made.getRank()]).isEqualTo(rank);
          assertThat(made.getErrhandler()).isSameAs(MPI.ERRORS_RETURN);
          pass(made, rank, members[(made.getRank() + 2) % 3]);
          if (rank == 3) {
            world.send(new int[] {8}, 1, MPI.INT, 0, 7);
            world.send(new int[] {8}, 1, MPI.INT, 2, 7);
          }
          made.free();
        });
  }

  @Test
  void shouldGiveANullCommunicatorToAProcessThatIsNotInTheGroup() {
    MpiRanks.runInWorld(
        2,
        world -> {
          Group first = world.getGroup().incl(new int[] {0});
          assertThat(world.createGroup(first, 0).isNull()).isEqualTo(world.getRank() != 0);
          assertThat(world.createGroup(MPI.GROUP_EMPTY, 0).isNull()).isTrue();
        });
  }

  /** Each rank is in two of the groups, and has made a different number of communicators before. */
  @Test
  void shouldKeepTheMessagesOfOverlappingGroupsApart() {
    MpiRanks.runInWorld(
        4,
        world -> {
          int rank = world.getRank();
          Intracomm alone = world.split(rank, 0);
          for (int i = 0; i < rank; i++) {
            alone = alone.dup();
          }
          Intracomm[] pairs = new Intracomm[4];
          for (int i = 0; i < 4; i++) {
            int other = (i + 1) % 4;
            if (rank == i || rank == other) {
              pairs[i] = world.createGroup(world.getGroup().incl(new int[] {i, other}), i);
            }
          }
          Intracomm above = pairs[rank];
          Intracomm below = pairs[(rank + 3) % 4];
          Request first = above.iSend(new int[] {rank}, 1, MPI.INT, 1, 0);
          Request second = below.iSend(new int[] {rank}, 1, MPI.INT, 0, 0);
          int[] fromAbove = new int[1];
          int[] fromBelow = new int[1];
          below.recv(fromBelow, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
          above.recv(fromAbove, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
          Request.waitAll(new Request[] {first, second});
          assertThat(fromAbove).containsExactly((rank + 1) % 4);
          assertThat(fromBelow).containsExactly((rank + 3) % 4);
          Intracomm all = world.dup();
          pass(all, rank, (rank + 3) % 4);
        });
  }

  /** Other collectives of the parent may be under way. */
  @Test
  void shouldNotDisturbCollectivesOfTheParent() {
    MpiRanks.runInWorld(
        3,
        world -> {
          int[] sum = {1};
          Request reduction = world.iAllReduce(sum, 1, MPI.INT, MPI.SUM);
          if (world.getRank() != 1) {
            Group group = world.getGroup().incl(new int[] {2, 0});
            Intracomm made = world.createGroup(group, Integer.MAX_VALUE);
            pass(made, world.getRank(), 2 - world.getRank());
          }
          reduction.waitFor();
          assertThat(sum).containsExactly(3);
        });
  }

  @Test
  void shouldRefuseWrongTagsAndGroups() {
    MpiRanks.runInWorld(
        2,
        world -> {
          Group group = world.getGroup();
          Failure.expect(MPI.ERR_TAG, "MPI_ERR_TAG", () -> world.createGroup(group, -1));
          Failure.expect(MPI.ERR_GROUP, "MPI_ERR_GROUP", () -> world.createGroup(null, 0));
          Intracomm alone = world.split(world.getRank(), 0);
          Failure.expect(MPI.ERR_GROUP, "MPI_ERR_GROUP", () -> alone.createGroup(group, 0));
          world.barrier();
        });
  }

  @Test
  void shouldSplitByHostAndOrderByKeyThenRank() {
    MpiRanks.runInWorld(
        3,
        world -> {
          int rank = world.getRank();
          Intracomm host = world.splitType(Comm.TYPE_SHARED, -rank, MPI.INFO_NULL);
          assertThat(host.getSize()).isEqualTo(3);
          assertThat(host.getRank()).isEqualTo(2 - rank);
          pass(host, rank, (rank + 1) % 3);
          int type = rank == 1 ? MPI.UNDEFINED : Comm.TYPE_SHARED;
          Intracomm some = world.splitType(type, 0, new Info());
          assertThat(some.isNull()).isEqualTo(rank == 1);
          if (rank != 1) {
            pass(some, rank, 2 - rank);
          }
        });
  }

  @Test
  void shouldSplitBySeveralHosts() {
    MpiRanks.onNodes(
        NodeMap.parse("0,1*2,0,2", 5),
        process -> {
          int rank = process.rank();
          Intracomm host = process.world().splitType(Comm.TYPE_SHARED, -rank, MPI.INFO_NULL);
          assertThat(host.getSize()).isEqualTo(new int[] {2, 2, 2, 2, 1}[rank]);
          assertThat(host.getRank()).isEqualTo(new int[] {1, 1, 0, 0, 0}[rank]);
          if (host.getSize() == 2) {
            pass(host, rank, new int[] {3, 2, 1, 0}[rank]);
          }
        });
  }

  @Test
  void shouldRefuseOtherTypesAndMissingHints() {
    MpiRanks.runInWorld(
        1,
        world -> {
          Failure.expect(
              MPI.ERR_ARG,
              "MPI_ERR_ARG: invalid argument of some other kind: the type is 1; it must be"
                  + " Comm.TYPE_SHARED (0), or MPI.UNDEFINED (-32766)",
              () -> world.splitType(1, 0, MPI.INFO_NULL));
          Failure.expect(
              MPI.ERR_INFO, "MPI_ERR_INFO", () -> world.splitType(Comm.TYPE_SHARED, 0, null));
        });
  }

  @Test
  void shouldLeaveProfilersAlone() {
    assertThatCode(() -> MPI.pControl(2, null)).doesNotThrowAnyException();
  }
}
