package mpi;

/** The version of the MPI standard that the library follows. */
public final class Version {
  private final int version;
  private final int subVersion;

  Version(int version, int subVersion) {
    this.version = version;
    this.subVersion = subVersion;
  }

  /** The number before the point (MPI standard, MPI_Get_version). */
  public int getVersion() {
    return version;
  }

  /** The number after the point (MPI standard, MPI_Get_version). */
  public int getSubVersion() {
    return subVersion;
  }
}
