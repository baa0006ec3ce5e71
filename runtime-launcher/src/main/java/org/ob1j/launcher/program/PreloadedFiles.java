package org.ob1j.launcher.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.ob1j.launcher.system.NativeText;

/**
 * The files of a program that go to other hosts with {@code --preload-binary}: of a {@code java}
 * what its class path, module path or {@code -jar} names, of another program its own file. On the
 * other host each is below one folder, at the path that it has here.
 *
 * @param command the program and its arguments
 * @param directory what relative paths are relative to
 * @param path where the program is looked for
 */
public record PreloadedFiles(List<String> command, Path directory, String path) {
  private static final Set<String> PATHS =
      Set.of("-cp", "-classpath", "--class-path", "-p", "--module-path");

  private static final Set<String> PATHS_WITH_VALUE = Set.of("--class-path", "--module-path");
  private static final String ALL_JARS = "/*";

  /** The files and folders that there are. */
  public Set<Path> files() {
    Set<Path> files = new LinkedHashSet<>();
    map(
        entry -> {
          Path file = fileOf(entry);
          if (Files.exists(file)) {
            files.add(file);
          }
          return entry;
        });
    return files;
  }

  /** The command as it is on the other host, where the files are below a folder. */
  public List<String> below(Path root) {
    return map(
        entry -> {
          String moved = NativeText.text(below(root, fileOf(entry)));
          return entry.endsWith(ALL_JARS) ? moved + ALL_JARS : moved;
        });
  }

  private static Path below(Path root, Path file) {
    return root.resolve(file.getRoot().relativize(file));
  }

  private Path fileOf(String entry) {
    String name = entry.endsWith(ALL_JARS) ? entry.substring(0, entry.length() - 2) : entry;
    return NativeText.resolve(directory, name).toAbsolutePath().normalize();
  }

  /** The command with each name of a file of the program in it changed. */
  private List<String> map(UnaryOperator<String> change) {
    List<String> mapped = new ArrayList<>(command);
    if (!JavaCommand.isJava(command.get(0))) {
      Path program = ProgramLookup.find(command.get(0), path, directory);
      mapped.set(0, change.apply(program == null ? command.get(0) : NativeText.text(program)));
      return mapped;
    }
    for (int i = 1; i < command.size() && command.get(i).startsWith("-"); i++) {
      String word = command.get(i);
      int equals = word.indexOf('=');
      if (equals > 0 && PATHS_WITH_VALUE.contains(word.substring(0, equals))) {
        String changed = changedList(word.substring(equals + 1), change);
        mapped.set(i, word.substring(0, equals + 1) + changed);
      } else if (i + 1 < command.size() && PATHS.contains(word)) {
        mapped.set(++i, changedList(command.get(i), change));
      } else if (i + 1 < command.size() && word.equals("-jar")) {
        mapped.set(++i, change.apply(command.get(i)));
        return mapped;
      } else if (JavaArguments.hasValue(word)) {
        i++;
      }
    }
    return mapped;
  }

  private static String changedList(String list, UnaryOperator<String> change) {
    List<String> entries = new ArrayList<>();
    for (String entry : list.split(":", -1)) {
      entries.add(change.apply(entry.isEmpty() ? "." : entry));
    }
    return String.join(":", entries);
  }

  /** Packs files, and folders with all that is in them. The stream stays open. */
  public static void pack(Collection<Path> files, OutputStream out) throws IOException {
    ZipOutputStream zip = new ZipOutputStream(out);
    Set<Path> packed = new LinkedHashSet<>();
    for (Path each : files) {
      try (Stream<Path> below = Files.walk(each)) {
        for (Path file : (Iterable<Path>) below.filter(Files::isRegularFile)::iterator) {
          if (packed.add(file)) {
            zip.putNextEntry(new ZipEntry(file.getRoot().relativize(file).toString()));
            Files.copy(file, zip);
            zip.closeEntry();
          }
        }
      }
    }
    zip.finish();
  }

  /**
   * Unpacks what {@link #pack} has packed, below a folder.
   *
   * @throws IOException also if an entry would be elsewhere
   */
  public static void unpack(InputStream in, Path root) throws IOException {
    ZipInputStream zip = new ZipInputStream(in);
    for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
      Path file = root.resolve(entry.getName()).normalize();
      if (!file.startsWith(root)) {
        throw new IOException("'" + entry.getName() + "' is not below " + root);
      }
      Files.createDirectories(file.getParent());
      Files.copy(zip, file);
    }
  }

  /** Lets the program itself be executed, where it is one of the files. */
  public void makeExecutable(Path root) throws IOException {
    if (!JavaCommand.isJava(command.get(0))) {
      Path file = Path.of(below(root).get(0));
      if (Files.exists(file) && !file.toFile().setExecutable(true)) {
        throw new IOException(file + " cannot be made executable");
      }
    }
  }
}
