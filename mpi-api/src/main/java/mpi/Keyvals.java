package mpi;

import java.util.HashSet;
import java.util.Set;

/** The keys of the attributes of one kind of object. Any thread may use it. */
final class Keyvals {
  /** Below are the keys of what the library itself attaches. */
  private static final int FIRST = 10;

  private final String kind;
  private final Set<Integer> live = new HashSet<>();
  private int next = FIRST;

  /** Keys of a kind of object, as messages call it. */
  Keyvals(String kind) {
    this.kind = kind;
  }

  /** A new key. */
  synchronized int create() {
    live.add(next);
    return next++;
  }

  synchronized void free(String operation, int keyval) {
    require(operation, keyval);
    live.remove(keyval);
  }

  synchronized void require(String operation, int keyval) {
    if (!live.contains(keyval)) {
      throw MPI.raise(
          operation,
          ErrorClass.KEYVAL,
          "the key is " + keyval + "; " + kind + ".createKeyval has not made it, or it was freed");
    }
  }
}
