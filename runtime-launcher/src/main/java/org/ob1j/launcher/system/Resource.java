package org.ob1j.launcher.system;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Text that lies beside a class, in its jar. */
public final class Resource {
  private Resource() {}

  /**
   * Reads it.
   *
   * @throws IOException if the jar cannot be read: its classes may come from a class archive
   */
  public static String text(Class<?> place, String name) throws IOException {
    try (InputStream resource = place.getResourceAsStream(name)) {
      if (resource == null) {
        throw new FileNotFoundException(
            name
                + " cannot be read from ob1j's jar: it is not there any more, or too few files may"
                + " be open at a time (ulimit -n)");
      }
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
