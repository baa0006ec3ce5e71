package osu.compare.launch;

/** Who runs a loop. */
public enum Contender {
  OB1J("ob1j"),
  /** ob1j with none of the silent ranks, the parameters and the options of the row. */
  OB1J_PLAIN("ob1j, plain"),
  OPENMPI_C("Open MPI C"),
  OPENMPI_JAVA("its Java"),
  /** ob1j as it is in another folder. */
  OB1J_BEFORE("ob1j before"),
  /** It has another API, and so loops of its own: it is shown, and nothing is held against it. */
  MPJ_EXPRESS("MPJ Express");

  private final String label;

  Contender(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  /** Whether a row has its result without it, too. */
  public boolean mayFail() {
    return this == MPJ_EXPRESS;
  }

  public boolean isOpenMpi() {
    return this == OPENMPI_C || this == OPENMPI_JAVA;
  }
}
