package org.ob1j.tests.launcher;

import java.lang.management.ManagementFactory;
import java.util.Arrays;

/** A rank that prints which methods it must not inline, and whether there are such methods. */
public final class CompilerOptionsProbe {
  private static final String OPTION = "-XX:CompileCommand=dontinline,";

  private CompilerOptionsProbe() {}

  /** Runs the rank. */
  public static void main(String[] arguments) throws ClassNotFoundException {
    for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (option.startsWith(OPTION)) {
        String[] method = option.substring(OPTION.length()).split("::");
        boolean found =
            Arrays.stream(Class.forName(method[0]).getDeclaredMethods())
                .anyMatch(each -> each.getName().equals(method[1]));
        System.out.println(method[0] + "::" + method[1] + (found ? " exists" : " does not exist"));
      }
    }
  }
}
