package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What functions of the user are given. */
class UserFunctionArgumentsTest {
  private static final int BLOCK = 20_000;

  private static Op sum(List<Integer> counts, List<Integer> extents) {
    return new Op(
        new UserFunction() {
          @Override
          public void call(Object in, Object inOut, int count, Datatype type) {
            counts.add(count);
            extents.add(type.getExtent());
            int[] first = (int[]) in;
            int[] second = (int[]) inOut;
            for (int i = 0; i < count * type.getExtent(); i++) {
              second[i] += first[i];
            }
          }
        },
        true);
  }

  /** Ranks share the elements out among them, and there are fewer than ranks. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 8})
  void shouldBeAtLeastOneElement(int ranks) {
    List<Integer> counts = new CopyOnWriteArrayList<>();
    MpiRanks.runInWorld(
        ranks,
        comm -> {
          Datatype block = Datatype.createContiguous(BLOCK, MPI.INT);
          block.commit();
          Op op = sum(counts, new CopyOnWriteArrayList<>());
          int[] own = new int[BLOCK];
          own[BLOCK - 1] = comm.getRank() + 1;
          int[] result = new int[BLOCK];
          comm.allReduce(own, result, 1, block, op);
          assertThat(result[BLOCK - 1]).isEqualTo(ranks * (ranks + 1) / 2);
          int[] lengths = new int[ranks];
          lengths[ranks - 1] = 1;
          comm.reduceScatter(own, new int[BLOCK], lengths, block, op);
        });
    assertThat(counts).isNotEmpty().doesNotContain(0);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldBeTheDatatypeAlsoWhenItWasFreedMeanwhile(boolean byOneElement) {
    List<Integer> extents = new CopyOnWriteArrayList<>();
    MpiRanks.runInWorld(
        4,
        comm -> {
          Datatype block = Datatype.createContiguous(BLOCK, MPI.INT);
          block.commit();
          int count = byOneElement ? 1 : 8;
          int[] own = new int[count * BLOCK];
          own[0] = 1;
          Request started =
              comm.iAllReduce(own, count, block, sum(new CopyOnWriteArrayList<>(), extents));
          block.free();
          started.waitFor();
          assertThat(own[0]).isEqualTo(4);
        });
    assertThat(extents).isNotEmpty().containsOnly(BLOCK);
  }
}
