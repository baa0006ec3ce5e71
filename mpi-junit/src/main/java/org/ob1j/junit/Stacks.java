package org.ob1j.junit;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.Map;

/** Stack traces as text, without the frames of JUnit below a test method. */
final class Stacks {
  private Stacks() {}

  /** What was thrown, with its causes. */
  static String of(Throwable thrown) {
    for (Throwable part = thrown; part != null; part = part.getCause()) {
      part.setStackTrace(trim(part.getStackTrace()));
    }
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text, true));
    return text.toString();
  }

  /** The threads of a program, the given one first; the calling one and the JVM's own not. */
  static String ofThreads(Thread first) {
    StringBuilder text = new StringBuilder();
    append(text, first, first.getStackTrace());
    for (Map.Entry<Thread, StackTraceElement[]> entry : Thread.getAllStackTraces().entrySet()) {
      Thread thread = entry.getKey();
      // The JVM's own threads are in the groups above.
      boolean ofTheProgram = first.getThreadGroup().parentOf(thread.getThreadGroup());
      if (thread != first && thread != Thread.currentThread() && ofTheProgram) {
        append(text, thread, entry.getValue());
      }
    }
    return text.toString();
  }

  private static void append(StringBuilder text, Thread thread, StackTraceElement... stack) {
    text.append("thread \"").append(thread.getName()).append("\": ");
    text.append(thread.getState()).append('\n');
    for (StackTraceElement frame : trim(stack)) {
      // Without class loaders and the addresses of hidden classes: equal stacks look equal.
      String name = frame.getClassName().replaceFirst("/0x.*", "");
      String place =
          frame.isNativeMethod()
              ? "Native Method"
              : frame.getFileName() + ":" + frame.getLineNumber();
      text.append("\tat " + name + "." + frame.getMethodName() + "(" + place + ")\n");
    }
  }

  private static StackTraceElement[] trim(StackTraceElement... stack) {
    int end = 0;
    while (end < stack.length && !isReflection(stack[end].getClassName())) {
      end++;
    }
    return Arrays.copyOf(stack, end);
  }

  private static boolean isReflection(String name) {
    return name.startsWith("java.lang.reflect.") || name.startsWith("jdk.internal.reflect.");
  }
}
