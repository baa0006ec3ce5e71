package mpi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The library's own version, as the build wrote it. */
final class LibraryVersion {
  private LibraryVersion() {}

  static String text() {
    Properties properties = new Properties();
    try (InputStream stream = LibraryVersion.class.getResourceAsStream("library.properties")) {
      properties.load(stream);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return "ob1j " + properties.getProperty("version");
  }
}
