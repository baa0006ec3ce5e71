package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Duplicates that are made without waiting, and ids that are used again. */
class DuplicatingTest {
  private static void pass(Intracomm comm) {
    int size = comm.getSize();
    int[] heard = new int[1];
    int next = (comm.getRank() + 1) % size;
    int previous = (comm.getRank() + size - 1) % size;
    comm.sendRecv(new int[] {comm.getRank()}, 1, MPI.INT, next, 0, heard, 1, MPI.INT, previous, 0);
    assertThat(heard).containsExactly(previous);
    comm.barrier();
  }

  @Test
  void shouldDuplicateWhileTheRanksDoSomethingElse() {
    MpiRanks.runInWorld(
        3,
        world -> {
          int key = Comm.createKeyval();
          world.setAttr(key, "before");
          Intracomm dup;
          if (world.getRank() == 0) {
            dup = world.iDup();
            Failure.expect(
                MPI.ERR_COMM,
                "MPI_ERR_COMM: invalid communicator: the communicator is not there yet",
                dup::getSize);
            world.send(new int[1], 1, MPI.INT, 1, 0);
            world.send(new int[1], 1, MPI.INT, 2, 0);
          } else {
            world.recv(new int[1], 1, MPI.INT, 0, 0);
            dup = world.iDup();
          }
          assertThat(dup.isNull()).isFalse();
          world.setAttr(key, "after");
          dup.getRequest().waitFor();
          assertThat(dup.getRequest().isNull()).isTrue();
          assertThat(dup.getAttr(key)).isEqualTo("before");
          assertThat(Comm.compare(world, dup)).isEqualTo(MPI.CONGRUENT);
          pass(dup);
          dup.free();
          assertThat(dup.isNull()).isTrue();
          assertThat(world.getRequest()).isNull();
          assertThat(world.dup().getRequest()).isNull();
          world.deleteAttr(key);
          Comm.freeKeyval(key);
        });
  }

  @Test
  void shouldDuplicateBetweenGroupsWithoutWaiting() {
    MpiRanks.runInWorld(
        5,
        world -> {
          Intercomm comm = Intercomms.join(world, 0, 0, 1, 1, 1);
          Intercomm first = comm.iDup();
          Intercomm second = comm.iDup();
          Request.waitAll(new Request[] {second.getRequest(), first.getRequest()});
          assertThat(Comm.compare(first, second)).isEqualTo(MPI.CONGRUENT);
          first.barrier();
          second.barrier();
          first.free();
          second.free();
          comm.free();
        });
  }

  /** A duplicate may be freed without having been used. */
  @Test
  void shouldUseIdsAgain() {
    MpiRanks ranks = new MpiRanks(3);
    ranks.run(
        process -> {
          Intracomm world = process.world();
          Intracomm kept = world.dup();
          for (int i = 0; i < 50; i++) {
            Intracomm dup = world.dup();
            Intracomm later = world.iDup();
            Intracomm part = dup.split(world.getRank() == 1 ? MPI.UNDEFINED : 0, 0);
            Intercomm joined = Intercomms.join(dup, 0, 1, 1);
            Intracomm merged = joined.merge(world.getRank() == 0);
            if (!part.isNull()) {
              part.free();
            }
            later.getRequest().waitFor();
            pass(merged);
            for (Comm comm : List.of(dup, later, joined, merged)) {
              comm.free();
            }
          }
          pass(kept);
          kept.free();
          assertThat(ranks.engine(process.rank()).openContexts())
              .containsExactlyInAnyOrder(0, 1, 2, 3);
          world.barrier();
          // 250 communicators have been made; the world's two last blocks have 32 and 64 ids.
          assertThat(process.communicatorIds().propose(Creation.byAll(0, 0), 0)).isLessThan(150);
        });
  }

  /** Of the third on, and two more: who makes it need not wait for the others. */
  @Test
  void shouldMakeDuplicatesWithoutTheOthersWhereIdsAreLeft() {
    MpiRanks.runInWorld(
        3,
        world -> {
          boolean early = world.getRank() == 1;
          List<Intracomm> dups = new ArrayList<>(List.of(world.dup(), world.dup()));
          if (!early) {
            world.recv(new int[1], 1, MPI.INT, 1, 0);
          }
          dups.add(world.dup());
          if (early) {
            for (int other = 0; other < 3; other += 2) {
              dups.get(2).send(new int[] {7}, 1, MPI.INT, other, 5);
              world.send(new int[1], 1, MPI.INT, other, 0);
            }
          } else {
            int[] received = new int[1];
            dups.get(2).recv(received, 1, MPI.INT, 1, 5);
            assertThat(received).containsExactly(7);
          }
          for (int i = 0; i < 100; i++) {
            dups.add(world.dup());
          }
          dups.forEach(DuplicatingTest::pass);
          assertThat(dups.stream().map(dup -> dup.live("the test").id()).distinct())
              .hasSize(dups.size());
        });
  }

  /** The world's third communicator: its id was agreed on for the second. */
  @Test
  void shouldMakeTheCommunicatorOfAGroupWithoutTheOthersWhereIdsAreLeft() {
    MpiRanks.runInWorld(
        3,
        world -> {
          boolean early = world.getRank() == 1;
          Group all = world.getGroup();
          Intracomm first = world.dup();
          Intracomm second = world.create(all.incl(new int[] {2, 1}));
          if (!early) {
            world.recv(new int[1], 1, MPI.INT, 1, 0);
          }
          Intracomm third = world.create(all.incl(new int[] {1, 0}));
          if (early) {
            third.send(new int[] {7}, 1, MPI.INT, 1, 5);
            world.send(new int[1], 1, MPI.INT, 0, 0);
            world.send(new int[1], 1, MPI.INT, 2, 0);
          } else if (world.getRank() == 0) {
            int[] received = new int[1];
            third.recv(received, 1, MPI.INT, 0, 5);
            assertThat(received).containsExactly(7);
          }
          assertThat(second.isNull()).isEqualTo(world.getRank() == 0);
          assertThat(third.isNull()).isEqualTo(world.getRank() == 2);
          pass(first);
        });
  }

  /** Those behind wait for the ids that the first has agreed on. */
  @Test
  void shouldMakeDuplicatesWhileTheirIdsAreBeingAgreedOn() {
    MpiRanks.runInWorld(
        3,
        world -> {
          List<Intracomm> dups = new ArrayList<>();
          List<Request> requests = new ArrayList<>();
          for (int i = 0; i < 20; i++) {
            Intracomm dup = i % 5 == 4 ? world.dup() : world.iDup();
            dups.add(dup);
            if (dup.getRequest() != null) {
              requests.add(0, dup.getRequest());
            }
          }
          for (Request request : requests) {
            request.waitFor();
          }
          dups.forEach(DuplicatingTest::pass);
          dups.forEach(Comm::free);
        });
  }

  @Test
  void shouldGiveBackIdsThatNoDuplicateHasTaken() {
    MpiRanks.runInWorld(
        2,
        world -> {
          Intracomm parent = world.split(0, 0);
          for (int i = 0; i < 4; i++) {
            parent.dup().free();
          }
          parent.free();
          assertThat(world.process().communicatorIds().offer()).isEqualTo(2);
        });
  }

  /** A rank whose part has failed is sent messages when it has freed the communicator already. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldNotUseTheIdAgainOfACommunicatorWhoseCollectiveFailed(boolean nonBlocking) {
    int signalTag = 5;
    MpiRanks.runInWorld(
        3,
        world -> {
          Intracomm comm = world.dup();
          if (world.getRank() == 2) {
            world.recv(new int[1], 1, MPI.INT, 0, signalTag);
          }
          if (world.getRank() == 0) {
            Failure.expect(
                MPI.ERR_COUNT,
                "MPI_ERR_COUNT: invalid count argument",
                () -> reduce(comm, -1, 1000, nonBlocking));
          } else {
            reduce(comm, 1, 1000, nonBlocking);
          }
          comm.free();
          if (world.getRank() == 0) {
            world.send(new int[1], 1, MPI.INT, 2, signalTag);
          }
          Intracomm next = world.dup();
          assertThat(reduce(next, 1, 1, nonBlocking)).isEqualTo(next.getRank() == 0 ? 3 : 1);
        });
  }

  private static int reduce(Intracomm comm, int count, int value, boolean nonBlocking) {
    int[] own = {value};
    if (nonBlocking) {
      Request.waitAll(new Request[] {comm.iReduce(own, count, MPI.INT, MPI.SUM, 0)});
    } else {
      comm.reduce(own, count, MPI.INT, MPI.SUM, 0);
    }
    return own[0];
  }

  /** One that takes part alone waits for nobody's message while it has not the turn. */
  @Test
  void shouldDuplicateAloneWhileAnotherDuplicateIsPending() {
    MpiRanks.runInWorld(
        2,
        world -> {
          Intracomm alone = world.split(world.getRank(), 0);
          Intracomm pair = world.iDup();
          Intracomm first = alone.iDup();
          Intracomm second = alone.dup();
          Intracomm third = alone.createGroup(alone.getGroup(), 0);
          Request.waitAll(new Request[] {first.getRequest(), pair.getRequest()});
          pass(pair);
          for (Intracomm comm : List.of(first, second, third)) {
            pass(comm);
            comm.free();
          }
        });
  }

  /**
   * Ranks duplicate communicators of groups that overlap, each rank in an order of its own, all at
   * once; some were freed before, so that ranks have different ids in use.
   */
  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void shouldChooseIdsForOverlappingGroupsAtOnce(
      @ForAll @IntRange(min = 2, max = 6) int ranks, @ForAll long seed) {
    MpiRanks.runInWorld(
        ranks,
        world -> {
          Random shared = new Random(seed);
          Random own = new Random(seed * 31 + world.getRank());
          List<Intracomm> parents = new ArrayList<>();
          for (int i = 0; i < 8; i++) {
            Intracomm part =
                world.split(shared.ints(ranks, 0, 3).toArray()[world.getRank()], world.getRank());
            if (own.nextInt(3) == 0 && part.getSize() == 1) {
              part.free();
            } else {
              parents.add(part);
            }
          }
          Collections.shuffle(parents, own);
          List<Intracomm> made = new ArrayList<>();
          for (Intracomm parent : parents) {
            made.add(parent.iDup());
            made.add(parent.iDup());
          }
          Request.waitAll(made.stream().map(Comm::getRequest).toArray(Request[]::new));
          requireApart(made);
          world.barrier();
        });
  }

  /** Each rank sends to itself and the next on all; nothing goes astray. */
  private static void requireApart(List<Intracomm> comms) {
    List<Request> requests = new ArrayList<>();
    List<int[]> heard = new ArrayList<>();
    for (Intracomm comm : comms) {
      int next = (comm.getRank() + 1) % comm.getSize();
      requests.add(comm.iSend(new int[] {comm.getRank()}, 1, MPI.INT, next, 0));
      int[] buffer = new int[1];
      heard.add(buffer);
      requests.add(comm.iRecv(buffer, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG));
    }
    Request.waitAll(requests.toArray(Request[]::new));
    for (int i = 0; i < comms.size(); i++) {
      int size = comms.get(i).getSize();
      assertThat(heard.get(i)).containsExactly((comms.get(i).getRank() + size - 1) % size);
    }
  }
}
