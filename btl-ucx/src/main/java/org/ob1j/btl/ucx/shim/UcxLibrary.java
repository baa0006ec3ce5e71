package org.ob1j.btl.ucx.shim;

import java.nio.ByteBuffer;

/** UCX's library, which the native library opens at run time. */
public final class UcxLibrary {
  private UcxLibrary() {}

  /**
   * Opens it, once for this process.
   *
   * @param library its name as the dynamic linker takes it; empty for the usual one
   * @return why it cannot be used, or null
   */
  public static String unavailableReason(String library) {
    String reason = NativeLibrary.unavailableReason(UcxLibrary.class.getClassLoader());
    if (reason != null) {
      return reason;
    }
    ByteBuffer text = NativeLibrary.newText();
    int loaded = Shim.ob1j_ucx_load(NativeLibrary.write(library), text, text.capacity());
    return loaded == 0 ? null : NativeLibrary.read(text);
  }

  /** Its version, such as 1.13.1. */
  public static String version() {
    int version = Shim.ob1j_ucx_version();
    return version / 1_000_000 + "." + version / 1_000 % 1_000 + "." + version % 1_000;
  }

  /** What a status means. */
  public static String statusText(int status) {
    ByteBuffer text = NativeLibrary.newText();
    Shim.ob1j_ucx_status_text(status, text, text.capacity());
    return NativeLibrary.read(text);
  }
}
