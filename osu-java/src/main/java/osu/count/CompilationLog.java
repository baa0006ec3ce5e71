package osu.count;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the JIT did in one JVM, as its {@code -XX:+LogCompilation} file tells it.
 *
 * @param traps returns to the interpreter, in their order
 * @param compiled what C1 and C2 installed, on-stack replacements included
 * @param c2Seconds time that C2 spent from the beginning to the end of each task
 */
public record CompilationLog(List<Trap> traps, List<Compiled> compiled, double c2Seconds) {

  /**
   * An uncommon trap that a thread ran into.
   *
   * @param seconds since the JVM began
   * @param reason such as {@code unstable_if}
   * @param place the method and the index of the bytecode in it
   * @param compilation the method that was left, and the number of its compilation
   */
  public record Trap(double seconds, String reason, String place, String compilation) {}

  /**
   * A method that was compiled.
   *
   * @param seconds since the JVM began
   * @param bytes of code and of what belongs to it
   * @param level 1 to 3 for C1, 4 for C2
   * @param osr whether it is an on-stack replacement
   */
  public record Compiled(double seconds, String method, int bytes, int level, boolean osr) {
    boolean byC2() {
      return level == 4;
    }
  }

  /** Reads the file of a JVM that has ended. */
  public static CompilationLog read(Path file) throws IOException {
    Reader reader = new Reader();
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        reader.line(line);
      }
    }
    if (!reader.ended) {
      throw new IOException(file + " has no end: its JVM was killed, or still runs");
    }
    return new CompilationLog(reader.traps, reader.compiled, reader.c2Seconds);
  }

  /** How many methods C2 compiled. */
  public int c2Count() {
    return (int) compiled.stream().filter(Compiled::byC2).count();
  }

  /** How many C1 compiled. */
  public int c1Count() {
    return compiled.size() - c2Count();
  }

  /** The bytes of all that C2 compiled. */
  public long c2Bytes() {
    return compiled.stream().filter(Compiled::byC2).mapToLong(Compiled::bytes).sum();
  }

  private static final class Reader {
    private final List<Trap> traps = new ArrayList<>();
    private final List<Compiled> compiled = new ArrayList<>();
    private final Map<String, String> methods = new HashMap<>();
    private double c2Seconds;
    private boolean ended;
    private boolean inC2;
    private double taskBegan;

    /** The trap whose frames follow; null outside of one. */
    private String trap;

    private String place;

    void line(String line) {
      if (line.startsWith("<nmethod ")) {
        nmethod(line);
      } else if (line.startsWith("<uncommon_trap thread=")) {
        // Those without a thread stand for the places where C2 put one.
        trap = line;
        place = null;
      } else if (trap != null && line.startsWith("<jvms ") && place == null) {
        place = method(line) + " @ " + attribute(line, "bci");
      } else if (trap != null && line.startsWith("</uncommon_trap>")) {
        endTrap();
      } else if (line.startsWith("<start_compile_thread ")) {
        inC2 = attribute(line, "name").startsWith("C2 ");
      } else if (line.startsWith("<task ")) {
        taskBegan = seconds(line);
      } else if (line.startsWith("<task_done ") && inC2) {
        c2Seconds += seconds(line) - taskBegan;
      } else if (line.startsWith("</hotspot_log>")) {
        ended = true;
      }
    }

    private void nmethod(String line) {
      // Adapters to native methods have level 0.
      int level = Integer.parseInt(attribute(line, "level"));
      if (level > 0) {
        boolean osr = attribute(line, "compile_kind").equals("osr");
        int bytes = Integer.parseInt(attribute(line, "size"));
        methods.put(attribute(line, "compile_id"), method(line));
        compiled.add(new Compiled(seconds(line), method(line), bytes, level, osr));
      }
    }

    private void endTrap() {
      String id = attribute(trap, "compile_id");
      String root = methods.getOrDefault(id, "?") + " #" + id;
      traps.add(new Trap(seconds(trap), attribute(trap, "reason"), place, root));
      trap = null;
    }

    /** Class and name, without the types of its arguments. */
    private static String method(String line) {
      String[] words = attribute(line, "method").split(" ");
      return words[0] + "." + words[1];
    }

    private static double seconds(String line) {
      return Double.parseDouble(attribute(line, "stamp"));
    }

    private static String attribute(String line, String name) {
      int begin = line.indexOf(" " + name + "='");
      if (begin < 0) {
        return "";
      }
      begin += name.length() + 3;
      return line.substring(begin, line.indexOf('\'', begin))
          .replace("&lt;", "<")
          .replace("&gt;", ">")
          .replace("&amp;", "&");
    }
  }
}
