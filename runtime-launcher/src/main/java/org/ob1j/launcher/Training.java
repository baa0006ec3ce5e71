package org.ob1j.launcher;

import java.io.IOException;
import org.ob1j.runtime.job.ClassesOfJar;

/**
 * Runs as mpirun does, once all classes of its jar are loaded: the start script makes the
 * launcher's class archive of that.
 */
final class Training {
  private Training() {}

  /**
   * Runs a job.
   *
   * @param arguments mpirun's
   */
  public static void main(String[] arguments) throws IOException {
    ClassesOfJar.loadAll(Training.class);
    Mpirun.main(arguments);
  }
}
