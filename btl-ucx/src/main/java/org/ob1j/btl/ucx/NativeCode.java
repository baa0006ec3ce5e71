package org.ob1j.btl.ucx;

import java.nio.ByteBuffer;
import org.ob1j.runtime.memory.NativeService;

/**
 * A service by the native library, which is loaded when it is first asked whether it can be used:
 * that takes 0.1 seconds, which a rank that does not need it must not pay.
 */
abstract class NativeCode implements NativeService {
  private boolean probed;
  private String reason;

  @Override
  public final synchronized String unavailableReason() {
    if (!probed) {
      reason = NativeLibrary.unavailableReason(NativeCode.class.getClassLoader());
      if (reason == null) {
        reason = probe();
      }
      probed = true;
    }
    return reason;
  }

  /** Why the library cannot do it here; null if it can. */
  String probe() {
    return null;
  }

  @Override
  public long addressOf(ByteBuffer memory) {
    checkDirect(memory);
    return NativeLibrary.addressOf(memory);
  }

  static void checkDirect(ByteBuffer memory) {
    if (!memory.isDirect()) {
      throw new IllegalArgumentException("the buffer is not direct, so it has no address");
    }
  }

  /** What an errno means. */
  static String text(int error) {
    ByteBuffer text = NativeLibrary.newText();
    Shim.ob1j_error_text(error, text, text.capacity());
    return NativeLibrary.read(text);
  }
}
