package osu.compare;

/** Who runs a loop. */
enum Contender {
  OB1J("ob1j"),
  /** ob1j with none of the silent ranks, the parameters and the options of the row. */
  OB1J_PLAIN("ob1j, plain"),
  OPENMPI_C("Open MPI C"),
  OPENMPI_JAVA("its Java"),
  /** UCX's own benchmark of latency, with no MPI above it. */
  UCX_PERFTEST("ucx_perftest");

  private final String label;

  Contender(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  boolean isOpenMpi() {
    return this == OPENMPI_C || this == OPENMPI_JAVA;
  }
}
