package org.ob1j.launcher;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Runs as mpirun does, once all classes of its jar are loaded: the start script makes the
 * launcher's archive of that. A class that the archive has not costs a job the time in which its
 * jar is opened (some milliseconds), and no single job uses all that others do.
 */
final class Training {
  private static final String SUFFIX = ".class";

  private Training() {}

  /**
   * Runs a job.
   *
   * @param arguments mpirun's
   */
  public static void main(String[] arguments)
      throws IOException, ClassNotFoundException, URISyntaxException {
    URL jar = Training.class.getProtectionDomain().getCodeSource().getLocation();
    try (JarFile file = new JarFile(Path.of(jar.toURI()).toFile())) {
      load(file.entries());
    }
    Mpirun.main(arguments);
  }

  private static void load(Enumeration<JarEntry> entries) throws ClassNotFoundException {
    while (entries.hasMoreElements()) {
      String name = entries.nextElement().getName();
      if (name.endsWith(SUFFIX) && !name.endsWith("-info.class")) {
        String className = name.substring(0, name.length() - SUFFIX.length()).replace('/', '.');
        Class.forName(className, false, Training.class.getClassLoader());
      }
    }
  }
}
