package org.ob1j.runtime.job;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Loads all of ob1j's classes in a jar: a JVM that makes a class archive at its end puts into it
 * what it has loaded. A class that the archive has not costs a job the time in which the jar is
 * opened (some milliseconds), and no single job uses all that others do.
 */
public final class ClassesOfJar {
  private static final String SUFFIX = ".class";

  private ClassesOfJar() {}

  /**
   * Loads those of the jar that has a class; does not initialize them.
   *
   * @throws IOException if the jar cannot be read
   */
  public static void loadAll(Class<?> one) throws IOException {
    try {
      Path jar = Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
      try (JarFile file = new JarFile(jar.toFile())) {
        load(file.entries(), one.getClassLoader());
      }
    } catch (URISyntaxException | ClassNotFoundException damaged) {
      throw new IOException(damaged);
    }
  }

  private static void load(Enumeration<JarEntry> entries, ClassLoader loader)
      throws ClassNotFoundException {
    while (entries.hasMoreElements()) {
      String name = entries.nextElement().getName();
      boolean isOurs = name.startsWith("mpi/") || name.startsWith("org/ob1j/");
      if (isOurs && name.endsWith(SUFFIX) && !name.endsWith("-info.class")) {
        String className = name.substring(0, name.length() - SUFFIX.length()).replace('/', '.');
        Class.forName(className, false, loader);
      }
    }
  }
}
