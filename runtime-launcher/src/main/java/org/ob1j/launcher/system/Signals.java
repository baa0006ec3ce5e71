package org.ob1j.launcher.system;

import java.util.function.Consumer;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Signals that mpirun or an agent gets.
 *
 * <p>The JDK's only way to handle them is sun.misc.Signal, a supported class of module
 * jdk.unsupported.
 */
public final class Signals {
  /** What is called for one signal. */
  private record Handler(String name, Consumer<String> handler) implements SignalHandler {
    @Override
    public void handle(Signal signal) {
      handler.accept(name);
    }
  }

  private Signals() {}

  /**
   * Handles a signal from now on.
   *
   * @param name without SIG
   * @param handler called with the signal's name, on a thread of its own
   * @return false if this JVM or the system reserves the signal, or it is ignored
   */
  public static boolean handle(String name, Consumer<String> handler) {
    try {
      Signal.handle(new Signal(name), new Handler(name, handler));
      return true;
    } catch (IllegalArgumentException reserved) {
      return false;
    }
  }
}
