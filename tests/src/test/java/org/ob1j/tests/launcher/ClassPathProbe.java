package org.ob1j.tests.launcher;

/** A rank that prints where it found things. */
public final class ClassPathProbe {
  private ClassPathProbe() {}

  /** Runs the rank; arguments are names of classes to load. */
  public static void main(String[] arguments) throws ClassNotFoundException {
    System.out.println("class path " + System.getProperty("java.class.path"));
    for (String name : arguments) {
      Class<?> found = Class.forName(name);
      System.out.println(name + " is in " + found.getProtectionDomain().getCodeSource());
    }
  }
}
