package org.ob1j.runtime.collective;

import java.util.ArrayList;
import java.util.List;
import org.ob1j.runtime.parameter.Parameter;
import org.ob1j.runtime.parameter.ParameterProvider;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * The parameters that name an algorithm for a collective, in place of the tables' choice, and say
 * what goes through shared memory.
 */
public final class CollectiveParameters implements ParameterProvider {
  /** What the names of all of them begin with. */
  public static final String PREFIX = "coll_";

  static final String AUTO = "auto";

  static final Parameter<String> BARRIER =
      algorithm("barrier", "barrier", "linear", "dissemination", "hierarchical");

  static final Parameter<String> BCAST =
      algorithm("bcast", "bcast", "binomial", "chain", "hierarchical");

  static final Parameter<String> REDUCE = algorithm("reduce", "reduce", "binomial", "hierarchical");

  static final Parameter<String> ALLREDUCE =
      algorithm(
          "allreduce",
          "allReduce",
          "linear",
          "recursive_doubling",
          "halving",
          "ring",
          "hierarchical");

  static final Parameter<String> REDUCE_SCATTER =
      algorithm("reduce_scatter", "reduceScatter and reduceScatterBlock", "halving", "pairwise");

  static final Parameter<String> GATHER =
      algorithm("gather", "gather", "linear", "binomial", "hierarchical");

  static final Parameter<String> SCATTER =
      algorithm("scatter", "scatter", "linear", "binomial", "hierarchical");

  static final Parameter<String> ALLGATHER =
      algorithm("allgather", "allGather", "doubling", "bruck", "ring", "hierarchical");

  static final Parameter<String> ALLGATHERV =
      algorithm("allgatherv", "allGatherv", "exchange", "ring", "hierarchical");

  static final Parameter<String> ALLTOALL =
      algorithm("alltoall", "allToAll", "bruck", "exchange", "pairwise");

  static final List<Parameter<String>> ALGORITHMS =
      List.of(
          ALLGATHER,
          ALLGATHERV,
          ALLREDUCE,
          ALLTOALL,
          BARRIER,
          BCAST,
          GATHER,
          REDUCE,
          REDUCE_SCATTER,
          SCATTER);

  /** Four times this for each communicator. */
  static final int FRAGMENT_BYTES = 64 * 1024;

  static final Parameter<Long> FRAGMENT_SIZE =
      Parameter.bytes(
          PREFIX + "sm_fragment_size",
          FRAGMENT_BYTES,
          0,
          1 << 20,
          "Bytes of a bcast that go through shared memory at once where all ranks are on one host, of"
              + " other collectives half, of all ranks together; more goes in pieces; 0: by messages");

  private static Parameter<String> algorithm(String name, String calls, String... algorithms) {
    List<String> values = new ArrayList<>(List.of(AUTO));
    values.addAll(List.of(algorithms));
    return Parameter.choice(
        PREFIX + name + "_algorithm",
        AUTO,
        values,
        "Algorithm of "
            + calls
            + ": "
            + String.join(", ", values)
            + "; calls that it cannot serve go as with auto");
  }

  @Override
  public List<Parameter<?>> parameters() {
    List<Parameter<?>> all = new ArrayList<>(ALGORITHMS);
    all.add(FRAGMENT_SIZE);
    return all;
  }

  /**
   * The same parameters.
   *
   * @throws org.ob1j.runtime.parameter.ParameterException if one names no algorithm of its
   *     collective
   */
  public static ParameterSet checked(ParameterSet parameters) {
    for (Parameter<?> each : new CollectiveParameters().parameters()) {
      parameters.get(each);
    }
    return parameters;
  }
}
