package org.ob1j.launcher.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What the start script says about ob1j's files.
 *
 * @param folder where they are, or null
 * @param jars paths of the jars that ranks get, one for each module
 * @param classPath paths of those that ranks get on their class path, where what is in the others
 *     is one
 * @param archive the archive of those jars' classes, or null
 */
public record Library(
    String folder, List<String> jars, List<String> classPath, ClassArchive archive) {
  private static final String FOLDER_PROPERTY = "ob1j.lib";
  private static final String ARCHIVE_PROPERTY = "ob1j.archive";
  private static final String ARCHIVE_JAVA_PROPERTY = "ob1j.archive.java";

  /** For a launcher that was started without the script: ranks bring ob1j themselves. */
  public static final Library NONE = new Library(null, List.of(), List.of(), null);

  /** As the start script has set it in system properties. */
  public static Library installed() {
    String folder = System.getProperty(FOLDER_PROPERTY);
    if (folder == null) {
      return NONE;
    }
    String archive = System.getProperty(ARCHIVE_PROPERTY);
    return new Library(
        folder,
        jarsIn(Path.of(folder)),
        jarsIn(Path.of(folder, "run")),
        archive == null
            ? null
            : new ClassArchive(
                Path.of(archive), Path.of(System.getProperty(ARCHIVE_JAVA_PROPERTY))));
  }

  private static List<String> jarsIn(Path folder) {
    List<String> jars = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        if (file.toString().endsWith(".jar")) {
          jars.add(file.toString());
        }
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    Collections.sort(jars);
    return List.copyOf(jars);
  }
}
