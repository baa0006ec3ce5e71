package org.ob1j.btl.ucx;

import java.util.List;

/**
 * What the JVM does while native code holds an array. A collector that moves every object must wait
 * for it, and so must a thread that finds the heap full. Until JDK 25 such a thread gives up after
 * so many vain attempts, by default two, and throws an OutOfMemoryError though there is garbage
 * enough (JDK-8192647); then no array may be held.
 *
 * @param feature the JDK's number, such as 17
 * @param collector the option that has chosen the collector, such as UseG1GC
 * @param attempts after how many a thread gives up
 */
record HeldArrays(int feature, String collector, long attempts) {
  /** Several threads that allocate all they can do not get there within hours. */
  static final long ENOUGH_ATTEMPTS = 1_000_000;

  private static final int NEVER_GIVES_UP = 25;

  /** G1 leaves the array's region alone, and collects others. */
  private static final int G1_PINS = 22;

  /** They leave the array alone, or wait for as long as it takes. */
  private static final List<String> PATIENT = List.of("UseZGC", "UseShenandoahGC");

  private static final String G1 = "UseG1GC";
  private static final String OTHER = "another collector";
  private static final String ATTEMPTS = "GCLockerRetryAllocationCount";
  private static final long DEFAULT_ATTEMPTS = 2;

  /** That of this JVM. */
  static HeldArrays ofThisJvm() {
    String collector =
        List.of(G1, "UseZGC", "UseShenandoahGC").stream()
            .filter(name -> Boolean.parseBoolean(JvmOptions.value(name, "false")))
            .findFirst()
            .orElse(OTHER);
    String attempts = JvmOptions.value(ATTEMPTS, String.valueOf(DEFAULT_ATTEMPTS));
    return new HeldArrays(Runtime.version().feature(), collector, Long.parseLong(attempts));
  }

  /** Why no array may be held; null if they may. */
  String refusal() {
    boolean collects = PATIENT.contains(collector) || collector.equals(G1) && feature >= G1_PINS;
    return collects || feature >= NEVER_GIVES_UP || attempts >= ENOUGH_ATTEMPTS
        ? null
        : "JDK %d with %s would give up allocating after %d attempts while arrays are held; start it by mpirun, or with -XX:+UnlockDiagnosticVMOptions -XX:%s=%d"
            .formatted(feature, collector, attempts, ATTEMPTS, ENOUGH_ATTEMPTS);
  }
}
