package osu.count;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a thread executed between {@link #begin} and {@link #end}, in a JVM that was started with
 * {@code -Xint} and with the agent of {@link Bytecodes}.
 */
final class Steps {
  /**
   * What was executed of a method.
   *
   * @param bytecodes executed in it
   * @param calls of it
   */
  record Method(long bytecodes, long calls) {
    Method plus(Method other) {
      return new Method(bytecodes + other.bytecodes, calls + other.calls);
    }
  }

  /** Who counts is not counted. */
  private static final String OWN_PACKAGE = "osu.count.";

  private final Map<String, Method> methods;

  private Steps(Map<String, Method> methods) {
    this.methods = methods;
  }

  /** From here on this thread is counted, from 0. */
  static native void begin();

  /** Up to here. */
  static native void end();

  private static native String counts();

  /** What has been counted. */
  static Steps counted() {
    Map<String, Method> methods = new TreeMap<>();
    for (String line : counts().split("\n")) {
      String[] words = line.split(" ");
      if (!words[2].startsWith(OWN_PACKAGE)) {
        Method method = new Method(Long.parseLong(words[0]), Long.parseLong(words[1]));
        // Hidden classes have one name together, and methods may be overloaded.
        methods.merge(words[2], method, Method::plus);
      }
    }
    return new Steps(methods);
  }

  /** All bytecodes. */
  long bytecodes() {
    return methods.values().stream().mapToLong(Method::bytecodes).sum();
  }

  /** All calls, those of native methods among them. */
  long calls() {
    return methods.values().stream().mapToLong(Method::calls).sum();
  }

  /** By name, those that executed most first. */
  Map<String, Method> methods() {
    List<Map.Entry<String, Method>> entries = new ArrayList<>(methods.entrySet());
    entries.sort(
        (one, other) -> Long.compare(other.getValue().bytecodes, one.getValue().bytecodes));
    Map<String, Method> sorted = new LinkedHashMap<>();
    entries.forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
    return sorted;
  }
}
