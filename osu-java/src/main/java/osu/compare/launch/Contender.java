package osu.compare.launch;

/** Who runs a loop. */
public enum Contender {
  OB1J("ob1j"),
  /** ob1j with none of the silent ranks, the parameters and the options of the row. */
  OB1J_PLAIN("ob1j, plain"),
  OPENMPI_C("Open MPI C"),
  OPENMPI_JAVA("its Java"),
  /** ob1j as it is in another folder. */
  OB1J_BEFORE("ob1j before");

  private final String label;

  Contender(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  public boolean isOpenMpi() {
    return this == OPENMPI_C || this == OPENMPI_JAVA;
  }
}
