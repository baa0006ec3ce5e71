package mpi;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Where in the user's program something happens: a stack trace without the library's frames. */
final class UserTrace {
  /** More than this hides the message that the trace belongs to. */
  private static final int MAX_FRAMES = 20;

  private static final Set<String> LIBRARY = Set.of("mpi", "org.ob1j");

  private static final List<String> LIBRARY_PARTS =
      List.of(
          "org.ob1j.runtime.", "org.ob1j.pml.", "org.ob1j.bml.", "org.ob1j.btl.", "org.ob1j.os.");

  private UserTrace() {}

  /** Lines as Java prints them, each after a line break; of the calling thread. */
  static String here() {
    return of(new Throwable().getStackTrace());
  }

  /** The same for other frames, the innermost first. */
  static String of(StackTraceElement... frames) {
    List<String> lines =
        Stream.of(frames)
            .filter(frame -> !isLibrary(frame.getClassName()))
            .map(frame -> "\n\tat " + frame)
            .toList();
    String shown = String.join("", lines.subList(0, Math.min(lines.size(), MAX_FRAMES)));
    int more = lines.size() - MAX_FRAMES;
    return more > 0 ? shown + "\n\t... " + more + " more" : shown;
  }

  private static boolean isLibrary(String className) {
    String packageName = className.substring(0, Math.max(0, className.lastIndexOf('.')));
    return LIBRARY.contains(packageName)
        || LIBRARY_PARTS.stream().anyMatch((packageName + ".")::startsWith);
  }
}
