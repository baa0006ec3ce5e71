package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.runtime.pml.LoopbackPml;

class CommunicatorTest {
  @Test
  void shouldKnowWorldAndSelf() {
    MpiRanks.run(
        3,
        process -> {
          Intracomm world = process.world();
          Intracomm self = process.self();
          assertThat(world.getSize()).isEqualTo(3);
          assertThat(world.getRank()).isEqualTo(process.rank());
          assertThat(world.getName()).isEqualTo("MPI_COMM_WORLD");
          assertThat(world.isInter()).isFalse();
          assertThat(world.isNull()).isFalse();
          assertThat(self.getSize()).isEqualTo(1);
          assertThat(self.getRank()).isZero();
          assertThat(self.getName()).isEqualTo("MPI_COMM_SELF");
          int[] received = new int[1];
          Request request = self.iRecv(received, 1, MPI.INT, 0, 0);
          self.send(new int[] {world.getRank()}, 1, MPI.INT, 0, 0);
          request.waitFor();
          assertThat(received).containsExactly(world.getRank());
        });
  }

  @Test
  void shouldKeepTheMessagesOfADuplicateApart() {
    MpiRanks.runInWorld(
        2,
        world -> {
          Intracomm dup = world.dup();
          int peer = 1 - world.getRank();
          int[] fromDup = new int[1];
          int[] fromWorld = new int[1];
          world.iSend(new int[] {1}, 1, MPI.INT, peer, 0).waitFor();
          dup.iSend(new int[] {2}, 1, MPI.INT, peer, 0).waitFor();
          dup.recv(fromDup, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
          world.recv(fromWorld, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
          assertThat(fromDup).containsExactly(2);
          assertThat(fromWorld).containsExactly(1);
          assertThat(dup.getName()).isEmpty();
          dup.free();
        });
  }

  @Test
  void shouldInheritTheErrorHandler() {
    MpiRanks.run(
        2,
        process -> {
          assertThat(process.world().getErrhandler()).isSameAs(MPI.ERRORS_ARE_FATAL);
          assertThat(process.world().dup().getErrhandler()).isSameAs(MPI.ERRORS_ARE_FATAL);
          process.world().setErrhandler(MPI.ERRORS_RETURN);
          assertThat(process.world().dup().getErrhandler()).isSameAs(MPI.ERRORS_RETURN);
          assertThat(process.world().clone().getErrhandler()).isSameAs(MPI.ERRORS_RETURN);
          process.world().setErrhandler(MPI.ERRORS_ABORT);
          Intracomm half = process.world().split(process.rank(), 0);
          assertThat(half.getErrhandler()).isSameAs(MPI.ERRORS_ABORT);
        });
  }

  @Test
  void shouldSplitByColorAndOrderByKeyThenRank() {
    MpiRanks.runInWorld(
        6,
        world -> {
          int rank = world.getRank();
          // Even ranks in reverse, odd ranks as they are.
          Intracomm half = world.split(rank % 2, rank % 2 == 0 ? -rank : 0);
          assertThat(half.getSize()).isEqualTo(3);
          int[] expected = rank % 2 == 0 ? new int[] {4, 2, 0} : new int[] {1, 3, 5};
          assertThat(expected[half.getRank()]).isEqualTo(rank);
          assertThat(Group.translateRanks(half.getGroup(), new int[] {0, 1, 2}, world.getGroup()))
              .isEqualTo(expected);
          int next = (half.getRank() + 1) % 3;
          int previous = (half.getRank() + 2) % 3;
          int[] heard = new int[1];
          half.sendRecv(new int[] {rank}, 1, MPI.INT, next, 0, heard, 1, MPI.INT, previous, 0);
          assertThat(heard[0]).isEqualTo(expected[previous]);
          half.barrier();
        });
  }

  @Test
  void shouldSplitWhateverIdsRanksUse() {
    MpiRanks.runInWorld(
        3,
        world -> {
          int rank = world.getRank();
          CommunicatorIds ids = world.process().communicatorIds();
          for (int i = 0; i < rank; i++) {
            ids.offer();
          }
          Intracomm reversed = world.split(0, -rank);
          assertThat(reversed.live("test").id()).isEqualTo(4);
          assertThat(reversed.getRank()).isEqualTo(2 - rank);
          reversed.barrier();
          reversed.free();
          // What was offered in vain is there for others.
          assertThat(ids.offer()).isEqualTo(rank == 2 ? 4 : 2 + rank);
        });
  }

  @Test
  void shouldLeaveNothingToThoseWithoutColorWhateverIdsRanksUse() {
    MpiRanks.runInWorld(
        2,
        world -> {
          boolean alone = world.getRank() == 1;
          CommunicatorIds ids = world.process().communicatorIds();
          if (alone) {
            ids.offer();
          }
          Intracomm other = world.split(alone ? MPI.UNDEFINED : 0, 0);
          assertThat(other.isNull()).isEqualTo(alone);
          assertThat(ids.offer()).isEqualTo(alone ? 3 : 2);
        });
  }

  @Test
  void shouldGiveANullCommunicatorToThoseWithoutColor() {
    MpiRanks.runInWorld(
        3,
        world -> {
          Intracomm some = world.split(world.getRank() == 1 ? MPI.UNDEFINED : 4, 0);
          assertThat(some.isNull()).isEqualTo(world.getRank() == 1);
          if (some.isNull()) {
            Failure.expect(
                MPI.ERR_COMM,
                "MPI_ERR_COMM: invalid communicator: the communicator is null or has been freed",
                some::getSize);
          } else {
            assertThat(some.getSize()).isEqualTo(2);
          }
          // All still agree on ids.
          Intracomm all = world.dup();
          all.barrier();
          all.free();
        });
  }

  @Test
  void shouldRefuseAColorBelowZero() {
    MpiRanks.runInWorld(
        1,
        world ->
            Failure.expect(
                MPI.ERR_ARG,
                "MPI_ERR_ARG: invalid argument of some other kind: the color is -3; it must be at"
                    + " least 0, or MPI.UNDEFINED (-32766)",
                () -> world.split(-3, 0)));
  }

  @Test
  void shouldAgreeOnIdsWhoeverMadeMoreCommunicatorsBefore() {
    MpiRanks.runInWorld(
        3,
        world -> {
          Intracomm pair = world.split(world.getRank() == 2 ? 1 : 0, 0);
          for (int i = 0; i < 5 && world.getRank() != 2; i++) {
            pair = pair.dup();
          }
          Intracomm dup = world.dup();
          int[] value = {world.getRank()};
          for (int rank = 0; rank < 3; rank++) {
            if (world.getRank() == rank) {
              dup.send(value, 1, MPI.INT, (rank + 1) % 3, 9);
            } else if (world.getRank() == (rank + 1) % 3) {
              int[] heard = new int[1];
              dup.recv(heard, 1, MPI.INT, rank, 9);
              assertThat(heard[0]).isEqualTo(rank);
            }
          }
          dup.barrier();
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void shouldPassBarriers(int ranks) {
    MpiRanks.runInWorld(
        ranks,
        world -> {
          for (int i = 0; i < 50; i++) {
            world.barrier();
          }
        });
  }

  @Test
  void shouldCompareCommunicators() {
    MpiRanks.run(
        3,
        process -> {
          Intracomm world = process.world();
          assertThat(Comm.compare(world, world)).isEqualTo(MPI.IDENT);
          assertThat(Comm.compare(world, world.dup())).isEqualTo(MPI.CONGRUENT);
          assertThat(Comm.compare(world, world.split(0, -process.rank()))).isEqualTo(MPI.SIMILAR);
          assertThat(Comm.compare(world, process.self())).isEqualTo(MPI.UNEQUAL);
          Failure.expect(
              MPI.ERR_COMM, "MPI_ERR_COMM: invalid communicator", () -> Comm.compare(world, null));
        });
  }

  @Test
  void shouldKeepNamesOfUpTo63Characters() {
    MpiRanks.runInWorld(
        1,
        world -> {
          Intracomm dup = world.dup();
          dup.setName("halo");
          assertThat(dup.getName()).isEqualTo("halo");
          dup.setName("x".repeat(100));
          assertThat(dup.getName()).isEqualTo("x".repeat(63));
          Failure.expect(MPI.ERR_ARG, "MPI_ERR_ARG", () -> dup.setName(null));
        });
  }

  @Test
  void shouldCloseTheContextsOfAFreedCommunicator() {
    MpiRanks ranks = new MpiRanks(2);
    ranks.run(
        process -> {
          LoopbackPml engine = ranks.engine(process.rank());
          assertThat(engine.openContexts()).containsExactlyInAnyOrder(0, 1, 2, 3);
          Intracomm dup = process.world().dup();
          assertThat(engine.openContexts()).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5);
          dup.free();
          assertThat(dup.isNull()).isTrue();
          assertThat(engine.openContexts()).containsExactlyInAnyOrder(0, 1, 2, 3);
        });
  }

  @Test
  void shouldCompleteWhatIsPendingOnAFreedCommunicator() {
    MpiRanks ranks = new MpiRanks(2);
    ranks.run(
        process -> {
          LoopbackPml engine = ranks.engine(process.rank());
          Intracomm dup = process.world().dup();
          int peer = 1 - process.rank();
          int[] received = new int[1];
          Request receive = dup.iRecv(received, 1, MPI.INT, peer, 0);
          Request send = dup.iSend(new int[] {8}, 1, MPI.INT, peer, 0);
          dup.free();
          assertThat(engine.openContexts()).contains(4, 5);
          Request.waitAll(new Request[] {receive, send});
          assertThat(received).containsExactly(8);
          assertThat(engine.openContexts()).doesNotContain(4, 5);
        });
  }

  @Test
  void shouldDisconnectOnceAllHaveComeAndCompleteWhatIsPending() {
    MpiRanks ranks = new MpiRanks(2);
    ranks.run(
        process -> {
          process.world().setErrhandler(MPI.ERRORS_RETURN);
          LoopbackPml engine = ranks.engine(process.rank());
          Intracomm dup = process.world().dup();
          int peer = 1 - process.rank();
          int[] received = new int[1];
          Request receive = dup.iRecv(received, 1, MPI.INT, peer, 0);
          Request send = dup.iSend(new int[] {8}, 1, MPI.INT, peer, 0);
          process.world().send(new int[1], 1, MPI.INT, peer, 3);
          dup.disconnect();
          assertThat(process.world().iProbe(peer, 3)).as("the peer has come").isNotNull();
          process.world().recv(new int[1], 1, MPI.INT, peer, 3);
          assertThat(dup.isNull()).isTrue();
          Failure.expect(MPI.ERR_COMM, "MPI_ERR_COMM", dup::barrier);
          Request.waitAll(new Request[] {receive, send});
          assertThat(received).containsExactly(8);
          assertThat(engine.openContexts()).doesNotContain(4, 5);
        });
  }

  @Test
  void shouldDisconnectTwoGroups() {
    MpiRanks.runInWorld(
        3,
        world -> {
          Intercomm joined = Intercomms.join(world, 0, 1, 1);
          joined.disconnect();
          assertThat(joined.isNull()).isTrue();
        });
  }

  @Test
  void shouldNotFreeWorldOrSelf() {
    MpiRanks.run(
        1,
        process -> {
          for (Intracomm predefined : Arrays.asList(process.world(), process.self())) {
            predefined.setErrhandler(MPI.ERRORS_RETURN);
            String text = "MPI_ERR_COMM: invalid communicator: MPI_COMM_";
            Failure.expect(MPI.ERR_COMM, text, predefined::free);
            Failure.expect(MPI.ERR_COMM, text, predefined::disconnect);
            assertThat(predefined.getSize()).isEqualTo(1);
          }
        });
  }
}
