package org.ob1j.tests.harness;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Where two JDKs are tested each takes every second of the cases of a test that are many jobs, as
 * {@code ob1j.half} says, 0 or 1. Without it, and with {@code -Dob1j.cover.full=true}, all.
 */
public final class Half {
  private static final int BOTH = -1;
  private static final int HALF =
      Boolean.getBoolean("ob1j.cover.full") ? BOTH : Integer.getInteger("ob1j.half", BOTH);

  private Half() {}

  public static <T> Stream<T> of(List<T> cases) {
    return IntStream.range(0, cases.size())
        .filter(i -> HALF == BOTH || i % 2 == HALF)
        .mapToObj(cases::get);
  }
}
