package mpi;

/** What the library itself attaches to communicators (MPI standard, "Environmental Inquiries"). */
final class PredefinedAttributes {
  /** No process of the job is a special host, and files can be reached from everywhere. */
  private static final int NO_HOST = -2;

  private static final int ANY_PROCESS = -1;

  private PredefinedAttributes() {}

  /** The value; null if communicators have no such attribute. */
  static Object get(MpiProcess process, int keyval) {
    if (keyval == MPI.TAG_UB) {
      return Integer.MAX_VALUE;
    }
    if (keyval == MPI.HOST) {
      return NO_HOST;
    }
    if (keyval == MPI.IO) {
      return ANY_PROCESS;
    }
    if (keyval == MPI.WTIME_IS_GLOBAL) {
      return false;
    }
    if (keyval == MPI.APPNUM) {
      return process.identity().program();
    }
    if (keyval == MPI.LASTUSEDCODE) {
      return MPI.ERR_LASTCODE;
    }
    return keyval == MPI.UNIVERSE_SIZE ? process.identity().size() : null;
  }
}
