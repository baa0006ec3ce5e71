package osu.compare.row;

import java.util.Locale;

/** Figures and sizes as people read them. */
public final class Figures {
  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;

  private Figures() {}

  /** With as many decimals as are worth a look. */
  public static String number(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.1f", value);
  }

  /** A number of bytes, with its unit. */
  public static String size(int bytes) {
    if (bytes >= MIB) {
      return bytes / MIB + " MiB";
    }
    return bytes >= KIB ? bytes / KIB + " KiB" : bytes + " B";
  }
}
