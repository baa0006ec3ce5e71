package org.ob1j.os;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What the JVM does while native code holds an array. A collector that moves every object must wait
 * for it, and so must a thread that finds the heap full. Until JDK 25 such a thread gives up after
 * so many vain attempts, by default two, and throws an OutOfMemoryError though there is garbage
 * enough (JDK-8192647); then no array may be held. Collectors that leave an array alone are not
 * told apart: to ask the JVM for its options takes longer than all else of MPI.Init.
 *
 * @param feature the JDK's number, such as 17
 * @param attempts after how many a thread gives up
 */
record HeldArrays(int feature, long attempts) {
  /** Several threads that allocate all they can do not get there within hours. */
  static final long ENOUGH_ATTEMPTS = 1_000_000;

  private static final int NEVER_GIVES_UP = 25;
  private static final long DEFAULT_ATTEMPTS = 2;
  private static final String OPTION = "-XX:GCLockerRetryAllocationCount=";
  private static final Path COMMAND = Path.of("/proc/self/cmdline");

  /** That of this JVM. */
  static HeldArrays ofThisJvm() {
    String command;
    try {
      command = Files.readString(COMMAND, StandardCharsets.ISO_8859_1);
    } catch (IOException hidden) {
      command = "";
    }
    return of(Runtime.version().feature(), List.of(command.split("\0")));
  }

  /** That of a JVM that was started so. */
  static HeldArrays of(int feature, List<String> command) {
    long attempts = DEFAULT_ATTEMPTS;
    for (String word : command) {
      // No regular expression: its classes cost milliseconds in the start of every rank.
      if (word.startsWith(OPTION)) {
        attempts = attempts(word.substring(OPTION.length()));
      }
    }
    return new HeldArrays(feature, attempts);
  }

  private static long attempts(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException ofAnotherForm) {
      // As few as may be.
      return DEFAULT_ATTEMPTS;
    }
  }

  /** Why no array may be held; null if they may. */
  String refusal() {
    return feature >= NEVER_GIVES_UP || attempts >= ENOUGH_ATTEMPTS
        ? null
        : "JDK "
            + feature
            + " would give up allocating after "
            + attempts
            + " attempts while arrays are held; start it by mpirun, or with"
            + " -XX:+UnlockDiagnosticVMOptions "
            + OPTION
            + ENOUGH_ATTEMPTS;
  }
}
