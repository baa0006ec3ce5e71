package org.ob1j.btl.ucx.worker;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lengths as UCX's variables have them: a number with a unit, such as {@code 16k} or {@code 2MB}.
 */
final class UcxLength {
  private static final Pattern LENGTH =
      Pattern.compile("(\\d+)([kmgt]?)b?", Pattern.CASE_INSENSITIVE);

  private static final String UNITS = "kmgt";

  private UcxLength() {}

  /** A length in bytes; none if it is a word, such as {@code auto} or {@code inf}. */
  static OptionalLong inBytes(String text) {
    Matcher length = LENGTH.matcher(text.strip());
    return length.matches()
        ? OptionalLong.of(bytes(length.group(1), length.group(2)))
        : OptionalLong.empty();
  }

  private static long bytes(String number, String unit) {
    int tenBits = unit.isEmpty() ? 0 : 1 + UNITS.indexOf(unit.toLowerCase(Locale.ROOT));
    // So many digits are no length any more.
    long value = number.length() > 9 ? Integer.MAX_VALUE : Long.parseLong(number);
    return value << 10 * tenBits;
  }
}
