package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every form of waiting and testing answers where nothing is active. The answers are those of
 * Open MPI 4.1's bindings, which a program of the comparison with them prints as well.
 */
class InactiveRequestsTest {
  private static final int TAG = 7;
  private static final String EMPTY = "source -1 tag -1 error 0 bytes 0 index 0";
  private static final String NONE = "source -1 tag -1 error 0 bytes 0 index " + MPI.UNDEFINED;

  /** A form of waiting or testing, and what it answers. */
  private record Form(String name, Function<Request[], Object> form, Function<Integer, Object> of) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** Requests of which none is active. */
  private record Kind(String name, Function<Comm, Request[]> make) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Form one(String name, Function<Request, Object> form, Object answer) {
    return new Form(name, requests -> form.apply(requests[requests.length - 1]), length -> answer);
  }

  private static Form array(String name, Function<Request[], Object> form, Object answer) {
    return new Form(name, form, length -> answer);
  }

  private static List<String> times(int length) {
    return Collections.nCopies(length, EMPTY);
  }

  private static Object done(Runnable form) {
    form.run();
    return "done";
  }

  private static Object shown(Object answer) {
    if (answer instanceof Status status) {
      return String.format(
          "source %d tag %d error %d bytes %d index %d",
          status.getSource(),
          status.getTag(),
          status.getError(),
          status.getCount(MPI.BYTE),
          status.getIndex());
    }
    return answer instanceof Status[] statuses
        ? Arrays.stream(statuses).map(InactiveRequestsTest::shown).toList()
        : answer;
  }

  private static List<Form> formsOfOne() {
    return List.of(
        one("waitFor", request -> done(request::waitFor), "done"),
        one("waitStatus", Request::waitStatus, EMPTY),
        one("test", Request::test, true),
        one("testStatus", Request::testStatus, EMPTY),
        one("getStatus", Request::getStatus, EMPTY));
  }

  private static List<Form> formsOfArrays() {
    return List.of(
        array("waitAny", Request::waitAny, MPI.UNDEFINED),
        array("waitAnyStatus", Request::waitAnyStatus, NONE),
        array("testAny", Request::testAny, MPI.UNDEFINED),
        array("testAnyStatus", Request::testAnyStatus, NONE),
        array("waitAll", requests -> done(() -> Request.waitAll(requests)), "done"),
        new Form("waitAllStatus", Request::waitAllStatus, InactiveRequestsTest::times),
        array("testAll", Request::testAll, true),
        new Form("testAllStatus", Request::testAllStatus, InactiveRequestsTest::times),
        array("waitSome", Request::waitSome, null),
        array("waitSomeStatus", Request::waitSomeStatus, null),
        array("testSome", Request::testSome, null),
        array("testSomeStatus", Request::testSomeStatus, null));
  }

  private static List<Kind> kinds() {
    return List.of(
        new Kind("null", comm -> new Request[] {MPI.REQUEST_NULL, MPI.REQUEST_NULL}),
        new Kind("never started", comm -> new Request[] {persistent(comm), persistent(comm)}),
        new Kind("complete", comm -> new Request[] {complete(comm)}),
        new Kind("persistent, complete", comm -> new Request[] {persistentComplete(comm)}),
        new Kind("mixed", comm -> new Request[] {MPI.REQUEST_NULL, persistent(comm)}),
        new Kind("many", InactiveRequestsTest::many));
  }

  private static Request persistent(Comm comm) {
    return comm.recvInit(new int[1], 1, MPI.INT, 0, TAG);
  }

  private static Request complete(Comm comm) {
    Request request = comm.iRecv(new int[1], 1, MPI.INT, 0, TAG);
    comm.send(new int[1], 1, MPI.INT, 0, TAG);
    request.waitFor();
    return request;
  }

  private static Request persistentComplete(Comm comm) {
    Prequest request = comm.recvInit(new int[1], 1, MPI.INT, 0, TAG);
    request.start();
    comm.send(new int[1], 1, MPI.INT, 0, TAG);
    request.waitFor();
    return request;
  }

  /** So many that they are watched instead of looked at. */
  private static Request[] many(Comm comm) {
    Request[] requests = new Request[RequestWatch.MIN_REQUESTS];
    Arrays.setAll(requests, i -> i % 2 == 0 ? MPI.REQUEST_NULL : persistent(comm));
    return requests;
  }

  static Stream<Arguments> formsAndKinds() {
    Stream<Form> forms = Stream.concat(formsOfOne().stream(), formsOfArrays().stream());
    Stream<Arguments> all =
        forms.flatMap(form -> kinds().stream().map(kind -> Arguments.of(form, kind)));
    Kind empty = new Kind("empty array", comm -> new Request[0]);
    return Stream.concat(all, formsOfArrays().stream().map(form -> Arguments.of(form, empty)));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("formsAndKinds")
  void shouldAnswerAsOpenMpiWhereNothingIsActive(Form form, Kind kind) {
    MpiRanks.runInWorld(
        1,
        world -> {
          Request[] requests = kind.make.apply(world);
          boolean[] wereNull = nulls(requests);
          assertThat(shown(form.form.apply(requests))).isEqualTo(form.of.apply(requests.length));
          assertThat(nulls(requests)).isEqualTo(wereNull);
          for (Request request : requests) {
            request.free();
          }
        });
  }

  private static boolean[] nulls(Request[] requests) {
    boolean[] nulls = new boolean[requests.length];
    for (int i = 0; i < nulls.length; i++) {
      nulls[i] = requests[i].isNull();
    }
    return nulls;
  }

  @Test
  void shouldEndTheUsualLoopOverOneAfterTheOther() {
    MpiRanks.runInWorld(
        1,
        world -> {
          Request[] requests = new Request[4];
          for (int i = 0; i < 2; i++) {
            requests[i] = world.iRecv(new int[1], 1, MPI.INT, 0, i);
            requests[2 + i] = world.iSend(new int[1], 1, MPI.INT, 0, i);
          }
          int done = 0;
          while (Request.waitAnyStatus(requests).getIndex() != MPI.UNDEFINED) {
            done++;
          }
          assertThat(done).isEqualTo(4);
        });
  }
}
