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

  /** Gives a key back; returns what is wrong with it, null if it was one. */
  synchronized Violation free(int keyval) {
    Violation violation = check(keyval);
    live.remove(keyval);
    return violation;
  }

  /** What is wrong with a key; null if there is such a key. */
  synchronized Violation check(int keyval) {
    return live.contains(keyval)
        ? null
        : new Violation(
            ErrorClass.KEYVAL,
            "the key is "
                + keyval
                + "; "
                + kind
                + ".createKeyval has not made it, or it was freed");
  }
}
