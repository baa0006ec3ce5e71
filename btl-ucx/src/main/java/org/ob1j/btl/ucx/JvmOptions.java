package org.ob1j.btl.ucx;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/** What the JVM was started with, or has chosen itself. */
final class JvmOptions {
  private JvmOptions() {}

  /** The value of an option; the default if this JVM has no such option, or does not show it. */
  static String value(String name, String otherwise) {
    try {
      HotSpotDiagnosticMXBean options =
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
      return options == null ? otherwise : options.getVMOption(name).getValue();
    } catch (IllegalArgumentException unknown) {
      return otherwise;
    }
  }

  /** How much direct memory Java may have, in bytes. */
  static long maxDirectBytes() {
    long limit = Long.parseLong(value("MaxDirectMemorySize", "0"));
    return limit > 0 ? limit : Runtime.getRuntime().maxMemory();
  }
}
