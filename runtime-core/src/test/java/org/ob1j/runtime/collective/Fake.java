package org.ob1j.runtime.collective;

import java.lang.reflect.Proxy;

/** Stands in for an interface of which a test needs a few methods. */
public final class Fake {
  private Fake() {}

  /** What a method of it gives. */
  public interface Call {
    /** What is ignored of one that gives nothing. */
    Object answer(String method, Object[] arguments);
  }

  /** One whose methods all ask for their answer. */
  public static <T> T of(Class<T> type, Call call) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              Object answer = call.answer(method.getName(), arguments);
              return method.getReturnType() == void.class ? null : answer;
            }));
  }
}
