package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.ByteBuffer;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.ob1j.runtime.job.JobIdentity;

/** Info objects and attributes of communicators. */
class InfoTest {
  private static void shouldFail(int errorClass, String detail, ThrowingCallable call) {
    MPIException failure = catchThrowableOfType(MPIException.class, call);
    assertThat(failure).hasMessageContaining(detail);
    assertThat(failure.getErrorClass()).isEqualTo(errorClass);
  }

  @Test
  void shouldKeepKeysInOrder() {
    Info info = new Info();
    info.set("second", "2");
    info.set("first", "1");
    info.set("second", "two");
    assertThat(info.size()).isEqualTo(2);
    assertThat(List.of(info.getKey(0), info.getKey(1))).containsExactly("second", "first");
    assertThat(info.get("second")).isEqualTo("two");
    assertThat(info.get("third")).isNull();
    Info copy = info.clone();
    info.delete("second");
    assertThat(info.size()).isEqualTo(1);
    assertThat(copy.get("second")).isEqualTo("two");
    info.free();
    assertThat(info.isNull()).isTrue();
    assertThat(copy.isNull()).isFalse();
  }

  @Test
  void shouldRefuseWrongKeysAndValues() {
    Info info = new Info();
    shouldFail(MPI.ERR_INFO_KEY, "the key is null", () -> info.set(null, "x"));
    shouldFail(MPI.ERR_INFO_KEY, "the key has 0 characters", () -> info.get(""));
    shouldFail(
        MPI.ERR_INFO_KEY,
        "the key has 37 characters; it must have 1 to 36",
        () -> info.set("k".repeat(37), "x"));
    shouldFail(MPI.ERR_INFO_VALUE, "the value is null", () -> info.set("k", null));
    shouldFail(MPI.ERR_INFO_VALUE, "257 characters", () -> info.set("k", "v".repeat(257)));
    shouldFail(MPI.ERR_INFO_NOKEY, "there is no key k", () -> info.delete("k"));
    shouldFail(MPI.ERR_INFO_KEY, "the number is 0; there are 0", () -> info.getKey(0));
    shouldFail(MPI.ERR_INFO, "null or has been freed", () -> MPI.INFO_NULL.size());
    shouldFail(MPI.ERR_INFO, "predefined", () -> MPI.INFO_ENV.free());
    assertThat(MPI.INFO_NULL.isNull()).isTrue();
  }

  @Test
  void shouldTellAboutTheJob() {
    Info info = Info.predefined();
    Environment.describe(info, new JobIdentity("job", 1, 3, 0, 1), MPI.THREAD_SERIALIZED, "here");
    assertThat(info.get("maxprocs")).isEqualTo("3");
    assertThat(info.get("soft")).isEqualTo("3");
    assertThat(info.get("thread_level")).isEqualTo("MPI_THREAD_SERIALIZED");
    assertThat(info.get("ompi_np")).isEqualTo("3");
    assertThat(info.get("ompi_first_rank")).isEqualTo("0");
    assertThat(info.get("ompi_num_apps")).isEqualTo("1");
    assertThat(info.get("wdir")).isEqualTo(System.getProperty("user.dir"));
    assertThat(info.get("command")).isNotEmpty();
    assertThat(info.get("host")).isEqualTo("here");
    assertThat(info.get("arch")).isNotEmpty();
  }

  @Test
  void shouldKeepHintsOfCommunicators() {
    MpiRanks.runInWorld(
        2,
        comm -> {
          assertThat(comm.getInfo().size()).isZero();
          Info hints = new Info();
          hints.set("a", "b");
          Intracomm dup = comm.dupWithInfo(hints);
          hints.set("a", "c");
          assertThat(dup.getInfo().get("a")).isEqualTo("b");
          dup.setInfo(hints);
          assertThat(dup.dup().getInfo().get("a")).isEqualTo("c");
          shouldFail(MPI.ERR_INFO, "null", () -> comm.setInfo(MPI.INFO_NULL));
          assertThat(dup.dupWithInfo(MPI.INFO_NULL).getInfo().size()).isZero();
          shouldFail(MPI.ERR_INFO, "null", () -> comm.dupWithInfo(null));
        });
  }

  @Test
  void shouldKeepAttributesWhoseKeyHasBeenFreed() {
    int keyval = Comm.createKeyval();
    MpiRanks.runInWorld(
        1,
        comm -> {
          comm.setAttr(keyval, "kept");
          Comm.freeKeyval(keyval);
          assertThat(comm.getAttr(keyval)).isEqualTo("kept");
          assertThat(comm.dup().getAttr(keyval)).isEqualTo("kept");
          shouldFail(MPI.ERR_KEYVAL, "was freed", () -> comm.setAttr(keyval, "new"));
          comm.deleteAttr(keyval);
          shouldFail(MPI.ERR_KEYVAL, "was freed", () -> comm.getAttr(keyval));
          shouldFail(MPI.ERR_KEYVAL, "was freed", () -> comm.deleteAttr(keyval));
        });
  }

  @Test
  void shouldPassAttributesToDuplicatesOnly() {
    int keyval = Comm.createKeyval();
    MpiRanks.runInWorld(
        2,
        comm -> {
          comm.setAttr(keyval, "of rank " + comm.getRank());
          Intracomm dup = comm.dup();
          Intracomm split = comm.split(0, 0);
          comm.deleteAttr(keyval);
          assertThat(dup.getAttr(keyval)).isEqualTo("of rank " + comm.getRank());
          assertThat(split.getAttr(keyval)).isNull();
          assertThat(comm.getAttr(keyval)).isNull();
          shouldFail(MPI.ERR_KEYVAL, "no attribute", () -> comm.deleteAttr(keyval));
          shouldFail(MPI.ERR_KEYVAL, "the key is -1", () -> comm.getAttr(MPI.KEYVAL_INVALID));
        });
    Comm.freeKeyval(keyval);
    shouldFail(MPI.ERR_KEYVAL, "the key is", () -> Comm.freeKeyval(keyval));
  }

  @Test
  void shouldHaveTheLibrarysAttributes() {
    MpiRanks.runInWorld(
        2,
        comm -> {
          assertThat(comm.getAttr(MPI.TAG_UB)).isEqualTo(Integer.MAX_VALUE);
          assertThat(comm.getAttr(MPI.HOST)).isEqualTo(-2);
          assertThat(comm.getAttr(MPI.IO)).isEqualTo(-1);
          assertThat(comm.getAttr(MPI.WTIME_IS_GLOBAL)).isEqualTo(false);
          assertThat(comm.getAttr(MPI.APPNUM)).isEqualTo(0);
          assertThat(comm.getAttr(MPI.LASTUSEDCODE)).isEqualTo(92);
          assertThat(comm.getAttr(MPI.UNIVERSE_SIZE)).isEqualTo(2);
          shouldFail(MPI.ERR_KEYVAL, "the key is 0", () -> comm.setAttr(MPI.TAG_UB, 1));
        });
  }

  @Test
  void shouldMakeCommunicatorsOfGroups() {
    MpiRanks.runInWorld(
        4,
        comm -> {
          Group some = comm.getGroup().incl(new int[] {3, 1});
          Intracomm made = comm.create(some);
          some.free();
          if (comm.getRank() % 2 == 0) {
            assertThat(made.isNull()).isTrue();
          } else {
            assertThat(made.getSize()).isEqualTo(2);
            assertThat(made.getRank()).isEqualTo(comm.getRank() == 3 ? 0 : 1);
            int[] sum = {comm.getRank()};
            made.allReduce(sum, 1, MPI.INT, MPI.SUM);
            assertThat(sum[0]).isEqualTo(4);
            shouldFail(
                MPI.ERR_GROUP,
                "process 0 of the job is in the group and not in the communicator",
                () -> made.create(comm.getGroup()));
          }
          shouldFail(MPI.ERR_GROUP, "null or has been freed", () -> comm.create(some));
        });
  }

  @Test
  void shouldCombineLocally() {
    MpiRanks.runInWorld(
        1,
        comm -> {
          CollectiveCalls calls = comm.live("test").collectiveCalls();
          int[] result = {10, 20};
          calls.combine("test", new int[] {1, 2}, result, 2, MPI.INT, MPI.SUM);
          assertThat(result).containsExactly(11, 22);
          ByteBuffer direct = MPI.newByteBuffer(16);
          direct.putLong(0, 5).putLong(8, 7);
          calls.combine("test", new long[] {2, 3}, direct, 2, MPI.LONG, NaiveReduction.USER_SUM);
          assertThat(List.of(direct.getLong(0), direct.getLong(8))).containsExactly(7L, 10L);
          byte[] pair = new byte[8];
          ShortInt.Data second = MPI.shortInt.getData(pair);
          second.putValue((short) 4);
          second.putIndex(1);
          byte[] other = new byte[8];
          MPI.shortInt.<ShortInt.Data>getData(other).putValue((short) 4);
          calls.combine("test", other, pair, 1, MPI.SHORT_INT, MPI.MINLOC);
          assertThat(second.getIndex()).isZero();
        });
  }
}
