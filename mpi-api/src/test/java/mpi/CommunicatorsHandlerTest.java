package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ob1j.runtime.job.JobAborted;

/** Errors of a call go to the error handler of the communicator that it was given. */
class CommunicatorsHandlerTest {
  private static final int TAG = 7;

  /** What a call does wrong with a communicator. */
  private interface Call {
    void on(Intracomm comm);
  }

  private record Wrong(String name, int errorClass, Call call) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static int freedKey() {
    int key = Comm.createKeyval();
    Comm.freeKeyval(key);
    return key;
  }

  private static Prequest persistent(Intracomm comm) {
    return comm.recvInit(new int[1], 1, MPI.INT, 0, TAG);
  }

  static Stream<Wrong> wrong() {
    return Stream.of(
        new Wrong("setAttr", MPI.ERR_KEYVAL, comm -> comm.setAttr(freedKey(), 1)),
        new Wrong("getAttr", MPI.ERR_KEYVAL, comm -> comm.getAttr(freedKey())),
        new Wrong("deleteAttr", MPI.ERR_KEYVAL, comm -> comm.deleteAttr(freedKey())),
        new Wrong("nothing to delete", MPI.ERR_KEYVAL, c -> c.deleteAttr(Comm.createKeyval())),
        new Wrong("setName", MPI.ERR_ARG, comm -> comm.setName(null)),
        new Wrong("setInfo", MPI.ERR_INFO, comm -> comm.setInfo(null)),
        new Wrong("dupWithInfo", MPI.ERR_INFO, comm -> comm.dupWithInfo(null)),
        new Wrong("setErrhandler", MPI.ERR_ARG, comm -> comm.setErrhandler(null)),
        new Wrong("create", MPI.ERR_GROUP, comm -> comm.create(null)),
        new Wrong("createGroup", MPI.ERR_GROUP, comm -> comm.createGroup(null, 0)),
        new Wrong("split", MPI.ERR_ARG, comm -> comm.split(-5, 0)),
        new Wrong("splitType", MPI.ERR_ARG, comm -> comm.splitType(-5, 0, MPI.INFO_NULL)),
        new Wrong("createIntercomm", MPI.ERR_ARG, comm -> comm.createIntercomm(comm, 5, 0, TAG)),
        new Wrong("packSize", MPI.ERR_COUNT, comm -> comm.packSize(-1, MPI.INT)),
        new Wrong("pack", MPI.ERR_BUFFER, c -> c.pack(new int[1], 1, MPI.INT, null, 0)),
        new Wrong("barrier's request", MPI.ERR_REQUEST, comm -> comm.iBarrier().cancel()),
        new Wrong("not active", MPI.ERR_REQUEST, comm -> persistent(comm).cancel()),
        new Wrong(
            "active already",
            MPI.ERR_REQUEST,
            comm -> {
              Prequest request = persistent(comm);
              request.start();
              request.start();
            }),
        new Wrong(
            "array with a hole",
            MPI.ERR_REQUEST,
            comm -> Request.waitAll(new Request[] {persistent(comm), null})));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void shouldThrowWhereTheCommunicatorSaysSoAndTheWorldDoesNot(Wrong wrong) {
    Intracomm world = new MpiRanks(1).process(0).world();
    Intracomm comm = world.dup();
    comm.setErrhandler(MPI.ERRORS_RETURN);
    Failure.expect(wrong.errorClass, "MPI_ERR", () -> wrong.call.on(comm));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void shouldEndTheJobWhereTheCommunicatorSaysSoAndTheWorldDoesNot(Wrong wrong) {
    Intracomm world = new MpiRanks(1).process(0).world();
    Intracomm comm = world.dup();
    world.setErrhandler(MPI.ERRORS_RETURN);
    comm.setName("mine");
    JobAborted aborted = catchThrowableOfType(JobAborted.class, () -> wrong.call.on(comm));
    assertThat(aborted).as("the job's end").isNotNull();
    assertThat(aborted).hasMessageContaining(", mine: MPI_ERR");
    assertThat(aborted.code()).isEqualTo(wrong.errorClass);
  }
}
