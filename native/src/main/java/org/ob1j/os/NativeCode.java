package org.ob1j.os;

import java.nio.ByteBuffer;
import org.ob1j.runtime.memory.NativeService;
import org.ob1j.runtime.parameter.ParameterSet;

/** A service by the native library. */
abstract class NativeCode implements NativeService {
  @Override
  public final String unavailableReason(ParameterSet parameters) {
    String reason = NativeLibrary.unavailableReason(parameters);
    return reason == null ? refusal(parameters) : reason;
  }

  /** Why the library cannot do it here; null if it can. */
  abstract String refusal(ParameterSet parameters);

  @Override
  public final long addressOf(ByteBuffer memory) {
    checkDirect(memory);
    return Native.addressOf(memory);
  }

  static void checkDirect(ByteBuffer memory) {
    if (!memory.isDirect()) {
      throw new IllegalArgumentException("the buffer is not direct, so it has no address");
    }
  }
}
