package org.ob1j.launcher;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Notices ranks whose JVM does not find package {@code mpi}: a script has started it by its path,
 * or with a PATH of its own, where ob1j's jars are not put before its class path. Safe for use by
 * several threads.
 */
final class MissingJars {
  /** What the JVM then prints, in the middle of a line. */
  private static final String SIGN = "NoClassDefFoundError: mpi/";

  private final Supplier<String> library;
  private final Set<Integer> ranks = ConcurrentHashMap.newKeySet();

  /**
   * Nothing has been noticed yet.
   *
   * @param library asked for the folder of the jars when one is missing; answers with null where
   *     ranks need none
   */
  MissingJars(Supplier<String> library) {
    this.library = library;
  }

  /** Looks at what a rank has written to its standard error, whole lines. */
  void look(int rank, byte[] bytes, int lengthBytes) {
    if (new String(bytes, 0, lengthBytes, StandardCharsets.ISO_8859_1).contains(SIGN)) {
      ranks.add(rank);
    }
  }

  /** What to say once a rank has failed; null if this was not the reason. */
  String advice(int rank) {
    String folder = ranks.contains(rank) ? library.get() : null;
    return folder == null
        ? null
        : "ob1j's jars are not in the class path of the java that rank "
            + rank
            + " ran: mpirun puts them there if it starts java itself, or a program that finds java"
            + " by the PATH it was given; else put "
            + folder
            + "/* first in its class path";
  }
}
