package org.ob1j.launcher.system;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;

/**
 * Signals that mpirun or an agent gets.
 *
 * <p>The JDK's only way to handle them is sun.misc.Signal, a supported class of module
 * jdk.unsupported. It is called by reflection because javac's warning about its name cannot be
 * turned off.
 */
public final class Signals {
  /** A sun.misc.SignalHandler in disguise. */
  private record Handling(String name, Consumer<String> handler) implements InvocationHandler {
    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) {
      if (method.getName().equals("handle")) {
        handler.accept(name);
      }
      return null;
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
      Class<?> signalClass = Class.forName("sun.misc.Signal");
      Class<?> handlerClass = Class.forName("sun.misc.SignalHandler");
      Object proxy =
          Proxy.newProxyInstance(
              Signals.class.getClassLoader(),
              new Class<?>[] {handlerClass},
              new Handling(name, handler));
      Object signal = signalClass.getConstructor(String.class).newInstance(name);
      signalClass.getMethod("handle", signalClass, handlerClass).invoke(null, signal, proxy);
      return true;
    } catch (ReflectiveOperationException notAvailable) {
      return false;
    }
  }
}
