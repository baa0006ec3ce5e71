package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Arrays so long that their requests are watched. A rank sends to itself and knows what is done.
 */
class ManyRequestsTest {
  private static final int REQUESTS = 300;

  private interface Form {
    /** The indices of what it has completed, or null if there is nothing to wait for. */
    int[] complete(Request[] requests);
  }

  private record Named(String name, boolean waits, Form form) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static int[] one(int index) {
    return index == MPI.UNDEFINED ? null : new int[] {index};
  }

  private static int[] one(Status status) {
    return status == null ? null : one(status.getIndex());
  }

  private static int[] some(Status[] statuses) {
    return statuses == null ? null : Arrays.stream(statuses).mapToInt(Status::getIndex).toArray();
  }

  static Stream<Named> forms() {
    return Stream.of(
        new Named("waitAny", true, requests -> one(Request.waitAny(requests))),
        new Named("waitAnyStatus", true, requests -> one(Request.waitAnyStatus(requests))),
        new Named("waitSome", true, Request::waitSome),
        new Named("waitSomeStatus", true, requests -> some(Request.waitSomeStatus(requests))),
        new Named("testAny", false, requests -> one(Request.testAny(requests))),
        new Named("testAnyStatus", false, requests -> one(Request.testAnyStatus(requests))),
        new Named("testSome", false, Request::testSome),
        new Named("testSomeStatus", false, requests -> some(Request.testSomeStatus(requests))));
  }

  private static void alone(java.util.function.Consumer<Intracomm> program) {
    MpiRanks.runInWorld(1, program);
  }

  private static Request receive(Intracomm world, int tag) {
    return world.iRecv(new int[1], 1, MPI.INT, 0, tag);
  }

  private static void arrive(Intracomm world, int tag) {
    world.send(new int[1], 1, MPI.INT, 0, tag);
  }

  private static Request[] receives(Intracomm world, Function<Integer, Integer> tagOf) {
    Request[] requests = new Request[REQUESTS];
    Arrays.setAll(requests, i -> receive(world, tagOf.apply(i)));
    return requests;
  }

  @ParameterizedTest
  @MethodSource("forms")
  void shouldCompleteEachOnceInWhateverOrderTheyEnd(Named form) {
    alone(
        world -> {
          Random random = new Random(3);
          Request[] requests = receives(world, i -> i);
          List<Integer> left = new ArrayList<>();
          for (int i = 0; i < REQUESTS; i++) {
            left.add(i);
          }
          java.util.Collections.shuffle(left, random);
          BitSet done = new BitSet();
          BitSet arrived = new BitSet();
          while (done.cardinality() < REQUESTS) {
            for (int n = random.nextInt(4); n > 0 && !left.isEmpty(); n--) {
              int tag = left.remove(0);
              arrive(world, tag);
              arrived.set(tag);
            }
            if (form.waits && arrived.cardinality() == done.cardinality()) {
              continue;
            }
            int[] found = form.form.complete(requests);
            for (int index : found == null ? new int[0] : found) {
              assertThat(arrived.get(index)).as("%d has come", index).isTrue();
              assertThat(done.get(index)).as("%d was not done", index).isFalse();
              assertThat(requests[index].isNull()).isTrue();
              done.set(index);
            }
          }
          int[] nothing = form.form.complete(requests);
          assertThat(nothing).isNull();
        });
  }

  @ParameterizedTest
  @MethodSource("forms")
  void shouldFindWhatTheUserHasPutIntoTheArrayMeanwhile(Named form) {
    alone(
        world -> {
          Random random = new Random(4);
          Request[] requests = receives(world, i -> i);
          int[] tags = new int[REQUESTS];
          Arrays.setAll(tags, i -> i);
          int nextTag = REQUESTS;
          int completed = 0;
          while (completed < 3_000) {
            int index = random.nextInt(REQUESTS);
            if (!requests[index].isNull()) {
              if (random.nextInt(8) == 0) {
                // Somebody else's request takes this one's place for good.
                requests[index].cancel();
                requests[index].waitFor();
                requests[index] = receive(world, nextTag);
                tags[index] = nextTag++;
              }
              arrive(world, tags[index]);
            } else {
              requests[index] = receive(world, nextTag);
              tags[index] = nextTag++;
              arrive(world, tags[index]);
            }
            int[] found = form.form.complete(requests);
            completed += found == null ? 0 : found.length;
            for (int each : found == null ? new int[0] : found) {
              assertThat(requests[each].isNull()).isTrue();
              if (random.nextBoolean()) {
                requests[each] = receive(world, nextTag);
                tags[each] = nextTag++;
              }
            }
            swap(requests, tags, random.nextInt(REQUESTS), random.nextInt(REQUESTS));
          }
          for (Request request : requests) {
            if (!request.isNull()) {
              request.cancel();
              request.waitFor();
            }
          }
        });
  }

  private static void swap(Request[] requests, int[] tags, int one, int other) {
    Request kept = requests[one];
    requests[one] = requests[other];
    requests[other] = kept;
    int keptTag = tags[one];
    tags[one] = tags[other];
    tags[other] = keptTag;
  }

  @ParameterizedTest
  @MethodSource("forms")
  void shouldWaitForPersistentRequestsAgainAndAgain(Named form) {
    alone(
        world -> {
          Prequest[] requests = new Prequest[REQUESTS];
          Arrays.setAll(requests, i -> world.recvInit(new int[1], 1, MPI.INT, 0, i));
          for (int round = 0; round < 3; round++) {
            Prequest.startAll(requests);
            for (int tag = REQUESTS - 1; tag >= 0; tag--) {
              arrive(world, tag);
            }
            int completed = 0;
            while (completed < REQUESTS) {
              completed += form.form.complete(requests).length;
            }
            assertThat(form.form.complete(requests)).isNull();
          }
          for (Prequest request : requests) {
            request.free();
          }
        });
  }

  @Test
  void shouldWaitForWhatAnotherRankSends() {
    MpiRanks.runInWorld(
        2,
        world -> {
          if (world.getRank() == 0) {
            for (int tag = REQUESTS - 1; tag >= 0; tag--) {
              world.send(new int[1], 1, MPI.INT, 1, tag);
              world.recv(null, 0, MPI.BYTE, 1, 0);
            }
          } else {
            Request[] requests = new Request[REQUESTS];
            Arrays.setAll(requests, i -> world.iRecv(new int[1], 1, MPI.INT, 0, i));
            for (int tag = REQUESTS - 1; tag >= 0; tag--) {
              int index = tag % 2 == 0 ? Request.waitAny(requests) : Request.waitSome(requests)[0];
              assertThat(index).isEqualTo(tag);
              world.send(null, 0, MPI.BYTE, 0, 0);
            }
            assertThat(Request.waitAny(requests)).isEqualTo(MPI.UNDEFINED);
          }
        });
  }

  @Test
  void shouldTestAllOnlyWhenAllAreComplete() {
    alone(
        world -> {
          Request[] requests = receives(world, i -> i);
          for (int i = 0; i < REQUESTS; i++) {
            assertThat(Request.testAll(requests)).isFalse();
            assertThat(Request.testAllStatus(requests)).isNull();
            arrive(world, (i + 100) % REQUESTS);
          }
          assertThat(requests).noneMatch(Request::isNull);
          Status[] statuses = Request.testAllStatus(requests);
          assertThat(statuses[REQUESTS - 1].getTag()).isEqualTo(REQUESTS - 1);
          assertThat(requests).allMatch(Request::isNull);
          assertThat(Request.testAll(requests)).isTrue();
        });
  }

  @ParameterizedTest
  @MethodSource("forms")
  void shouldRefuseMissingRequestsAndRaiseErrors(Named form) {
    alone(
        world -> {
          Request[] requests = receives(world, i -> i);
          Request kept = requests[200];
          requests[200] = null;
          Failure.expect(
              MPI.ERR_REQUEST,
              "MPI_ERR_REQUEST: invalid request: element 200 of the requests is null",
              () -> form.form.complete(requests));
          requests[200] = kept;
          world.send(new int[2], 2, MPI.INT, 0, 200);
          Failure.expect(
              form.name.contains("Some") ? MPI.ERR_IN_STATUS : MPI.ERR_TRUNCATE,
              "MPI_ERR_",
              () -> form.form.complete(requests));
          assertThat(kept.isNull()).isTrue();
          for (int i = 0; i < REQUESTS; i++) {
            if (i != 200) {
              requests[i].cancel();
            }
          }
          Request.waitAll(requests);
          assertThat(form.form.complete(requests)).isNull();
        });
  }
}
