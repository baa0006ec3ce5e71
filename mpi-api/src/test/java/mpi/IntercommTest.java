package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntercommTest {
  private static int[] processes(Comm comm, Group group, Intracomm world) {
    int[] ranks = new int[group.getSize()];
    Arrays.setAll(ranks, i -> i);
    return Group.translateRanks(group, ranks, world.getGroup());
  }

  @Test
  void shouldKnowBothGroups() {
    int[] sides = {0, 1, 0, 1, 1};
    MpiRanks.runInWorld(
        5,
        world -> {
          Intercomm comm = Intercomms.join(world, sides);
          int[] own = Intercomms.ranksOn(sides[world.getRank()], sides);
          int[] other = Intercomms.ranksOn(1 - sides[world.getRank()], sides);
          assertThat(comm.isInter()).isTrue();
          assertThat(comm.getSize()).isEqualTo(own.length);
          assertThat(comm.getRemoteSize()).isEqualTo(other.length);
          assertThat(own[comm.getRank()]).isEqualTo(world.getRank());
          assertThat(processes(comm, comm.getGroup(), world)).isEqualTo(own);
          assertThat(processes(comm, comm.getRemoteGroup(), world)).isEqualTo(other);
          assertThat(comm.getErrhandler()).isSameAs(MPI.ERRORS_RETURN);
          assertThat(comm.getName()).isEmpty();
          comm.free();
          assertThat(comm.isNull()).isTrue();
        });
  }

  /** Ranks of messages are those of the other group, in every way to send, receive and probe. */
  @Test
  void shouldExchangeMessagesWithTheOtherGroup() {
    MpiRanks.runInWorld(
        5,
        world -> {
          Intercomm comm = Intercomms.join(world, 0, 0, 1, 1, 1);
          int rank = comm.getRank();
          if (comm.getSize() == 2) {
            for (int other = 0; other < 3; other++) {
              comm.sSend(new int[] {10 * rank + other}, 1, MPI.INT, other, 5 + rank);
            }
            comm.send(new int[1], 1, MPI.INT, MPI.PROC_NULL, 0);
          } else {
            int[] heard = new int[1];
            Status probed = comm.probe(1, MPI.ANY_TAG);
            assertThat(probed.getSource()).isEqualTo(1);
            assertThat(probed.getTag()).isEqualTo(6);
            Status first = comm.recv(heard, 1, MPI.INT, 1, MPI.ANY_TAG);
            assertThat(heard).containsExactly(10 + rank);
            assertThat(first.getSource()).isEqualTo(1);
            Status second = comm.recv(heard, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            assertThat(heard).containsExactly(rank);
            assertThat(second.getSource()).isZero();
            assertThat(comm.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG)).isNull();
            Status nobody = comm.recv(heard, 1, MPI.INT, MPI.PROC_NULL, 0);
            assertThat(nobody.getSource()).isEqualTo(MPI.PROC_NULL);
          }
          comm.free();
        });
  }

  @Test
  void shouldHavePersistentAndMatchedMessagesWithTheOtherGroup() {
    MpiRanks.runInWorld(
        3,
        world -> {
          Intercomm comm = Intercomms.join(world, 0, 1, 1);
          if (comm.getSize() == 1) {
            int[] data = {3};
            Prequest send = comm.sendInit(data, 1, MPI.INT, 1, 4);
            send.start();
            send.waitFor();
            data[0] = 4;
            send.start();
            send.waitFor();
            send.free();
          } else if (comm.getRank() == 1) {
            int[] heard = new int[1];
            Prequest receive = comm.recvInit(heard, 1, MPI.INT, 0, 4);
            receive.start();
            assertThat(receive.waitStatus().getSource()).isZero();
            assertThat(heard).containsExactly(3);
            receive.free();
            Message message = new Message();
            assertThat(message.mProbe(MPI.ANY_SOURCE, 4, comm).getSource()).isZero();
            assertThat(message.mRecv(heard, 1, MPI.INT).getSource()).isZero();
            assertThat(heard).containsExactly(4);
          }
          comm.free();
        });
  }

  @Test
  void shouldCheckRanksAgainstTheOtherGroup() {
    MpiRanks.runInWorld(
        4,
        world -> {
          Intercomm comm = Intercomms.join(world, 0, 1, 1, 1);
          int remote = comm.getRemoteSize();
          String text = "MPI_ERR_RANK: invalid rank: the destination is " + remote + "; it must be";
          Failure.expect(MPI.ERR_RANK, text, () -> comm.send(new int[1], 1, MPI.INT, remote, 0));
          Failure.expect(
              MPI.ERR_RANK, "MPI_ERR_RANK", () -> comm.recv(new int[1], 1, MPI.INT, remote, 0));
          Failure.expect(MPI.ERR_RANK, "MPI_ERR_RANK", () -> comm.probe(remote, 0));
          comm.free();
        });
  }

  @Test
  void shouldCompareBothGroups() {
    MpiRanks.runInWorld(
        4,
        world -> {
          Intercomm comm = Intercomms.join(world, 0, 0, 1, 1);
          Intercomm dup = comm.dup();
          int side = world.getRank() / 2;
          Intracomm turned = world.split(side, -world.getRank());
          Intercomm similar = world.createIntercomm(turned, 0, side == 0 ? 3 : 1, 0);
          Intercomm other = Intercomms.join(world, 0, 1, 0, 1);
          assertThat(Comm.compare(comm, comm)).isEqualTo(MPI.IDENT);
          assertThat(Comm.compare(comm, dup)).isEqualTo(MPI.CONGRUENT);
          assertThat(Comm.compare(comm, similar)).isEqualTo(MPI.SIMILAR);
          assertThat(Comm.compare(comm, other)).isEqualTo(MPI.UNEQUAL);
          assertThat(Comm.compare(comm, world)).isEqualTo(MPI.UNEQUAL);
          assertThat(Comm.compare(world, comm)).isEqualTo(MPI.UNEQUAL);
        });
  }

  @ParameterizedTest
  @CsvSource({
    "false, true, 013 245",
    "true, false, 245 013",
    "true, true, 013 245",
    "false, false, 013 245"
  })
  void shouldMergeTheLowerGroupFirst(boolean firstHigh, boolean secondHigh, String expected) {
    int[] sides = {0, 0, 1, 0, 1, 1};
    MpiRanks.runInWorld(
        6,
        world -> {
          Intercomm comm = Intercomms.join(world, sides);
          Intracomm merged = comm.merge(sides[world.getRank()] == 0 ? firstHigh : secondHigh);
          comm.free();
          String order = expected.replace(" ", "");
          assertThat(merged.isInter()).isFalse();
          assertThat(merged.getSize()).isEqualTo(6);
          assertThat(order.charAt(merged.getRank()) - '0').isEqualTo(world.getRank());
          int[] sum = {1};
          merged.allReduce(sum, 1, MPI.INT, MPI.SUM);
          assertThat(sum).containsExactly(6);
          merged.free();
        });
  }

  @Test
  void shouldDuplicateWithAttributesAndHints() {
    MpiRanks.runInWorld(
        3,
        world -> {
          Intercomm comm = Intercomms.join(world, 0, 1, 1);
          int key = Comm.createKeyval();
          comm.setAttr(key, "attribute");
          Info info = new Info();
          info.set("key", "value");
          Intercomm hinted = comm.dupWithInfo(info);
          assertThat(hinted.getInfo().get("key")).isEqualTo("value");
          assertThat(hinted.getAttr(key)).isEqualTo("attribute");
          Intercomm clone = hinted.clone();
          assertThat(clone.getInfo().get("key")).isEqualTo("value");
          assertThat(clone.getRemoteSize()).isEqualTo(comm.getRemoteSize());
          int other = 0;
          int[] heard = new int[1];
          Request request = clone.iSend(new int[] {7}, 1, MPI.INT, other, 1);
          if (comm.getRank() == 0) {
            for (int i = 0; i < clone.getRemoteSize(); i++) {
              clone.recv(heard, 1, MPI.INT, i, 1);
              assertThat(heard).containsExactly(7);
            }
          }
          request.waitFor();
          Failure.expect(MPI.ERR_INFO, "MPI_ERR_INFO", () -> comm.dupWithInfo(null));
          Comm.freeKeyval(key);
        });
  }

  /** Through a communicator that is between groups itself, whose remote ranks name the leaders. */
  @Test
  void shouldJoinGroupsThatKnowEachOtherByAnIntercommunicator() {
    MpiRanks.runInWorld(
        4,
        world -> {
          Intercomm bridge = Intercomms.join(world, 0, 0, 1, 1);
          Intracomm local = world.split(world.getRank() / 2, 0);
          Intercomm made = bridge.createIntercomm(local, 1, 1, 3);
          assertThat(Comm.compare(bridge, made)).isEqualTo(MPI.CONGRUENT);
          made.barrier();
        });
  }

  /** Only the leader needs the communicator in which the leaders know each other. */
  @Test
  void shouldNotLookAtThePeersOfOtherProcesses() {
    MpiRanks.run(
        4,
        process -> {
          Intracomm world = process.world();
          world.setErrhandler(MPI.ERRORS_RETURN);
          Intracomm local = world.split(world.getRank() / 2, 0);
          boolean leads = local.getRank() == 0;
          Intracomm peers = leads ? world : world.split(MPI.UNDEFINED, 0);
          if (leads) {
            world.split(MPI.UNDEFINED, 0);
          }
          Intercomm made =
              peers.createIntercomm(
                  local, 0, leads ? 2 - 2 * (world.getRank() / 2) : -9, leads ? 1 : -9);
          made.barrier();
          assertThat(made.getRemoteSize()).isEqualTo(2);
        });
  }

  @Test
  void shouldRefuseGroupsThatOverlap() {
    MpiRanks.runInWorld(
        4,
        world -> {
          String text = "MPI_ERR_COMM: invalid communicator: ";
          // The other leader is in the leader's own group, or the leader itself.
          Failure.expect(MPI.ERR_COMM, text, () -> world.createIntercomm(world, 0, 1, 2));
          Failure.expect(MPI.ERR_COMM, text, () -> world.createIntercomm(world, 0, 0, 2));
          // Ranks 0, 1, 3 and 1, 2: rank 1 takes part in both, one after the other.
          Group all = world.getGroup();
          Intracomm first = world.create(all.incl(new int[] {0, 1, 3}));
          Intracomm second = world.create(all.incl(new int[] {2, 1}));
          if (!first.isNull()) {
            Failure.expect(MPI.ERR_COMM, text, () -> world.createIntercomm(first, 0, 2, 2));
          }
          if (!second.isNull()) {
            Failure.expect(MPI.ERR_COMM, text, () -> world.createIntercomm(second, 0, 0, 2));
          }
          Intercomm fine = Intercomms.join(world, 0, 1, 1, 0);
          fine.barrier();
        });
  }

  @Test
  void shouldRefuseWrongLeadersTagsAndCommunicators() {
    MpiRanks.runInWorld(
        4,
        world -> {
          Intracomm local = world.split(world.getRank() / 2, 0);
          int remote = 2 - world.getRank() / 2 * 2;
          String arg = "MPI_ERR_ARG: invalid argument of some other kind: ";
          Failure.expect(MPI.ERR_ARG, arg, () -> world.createIntercomm(local, 2, remote, 0));
          Failure.expect(MPI.ERR_ARG, arg, () -> world.createIntercomm(local, -1, remote, 0));
          Failure.expect(MPI.ERR_ARG, arg, () -> world.createIntercomm(local, 0, 4, 0));
          Failure.expect(
              MPI.ERR_TAG, "MPI_ERR_TAG", () -> world.createIntercomm(local, 0, remote, -1));
          Failure.expect(
              MPI.ERR_COMM, "MPI_ERR_COMM", () -> world.createIntercomm(null, 0, remote, 0));
          Intracomm none = world.split(MPI.UNDEFINED, 0);
          Failure.expect(
              MPI.ERR_COMM, "MPI_ERR_COMM", () -> none.createIntercomm(local, 0, remote, 0));
          Intercomm made = world.createIntercomm(local, 0, remote, 0);
          Failure.expect(
              MPI.ERR_COMM, "MPI_ERR_COMM", () -> world.createIntercomm(made, 0, remote, 0));
        });
  }

  @Test
  void shouldNotLookForAParentWhileMpiDoesNotRun() {
    Failure.expect(0, "MPI is ", Intercomm::getParent);
  }
}
