package org.ob1j.btl.ucx;

import java.util.Map;
import java.util.function.IntToLongFunction;

/**
 * How long payloads go to who shares memory with this process.
 *
 * @param copiedBytes the longest of which UCX does not decide
 * @param farSendNanos from how many nanoseconds on, to send a few lines there, a peer is far, whose
 *     payloads are left to it; or {@link FarCores#NONE_IS_FAR}
 * @param readsAreQuick whether payloads in the user's memory are left to every receiver; those that
 *     have been copied already, out of arrays, are copied once more then, which is no slower
 */
record LongPayloads(int copiedBytes, int farSendNanos, boolean readsAreQuick) {
  /** How much is read to find out how quickly that goes: the longest that is copied by default. */
  static final int TRIED_BYTES = 64 << 10;

  /**
   * What follows from the settings and what UCX has found.
   *
   * @param readNanos how long it takes to read so many bytes of another process's memory; or a
   *     negative number if that cannot be told
   */
  static LongPayloads of(
      UcxTransports transports,
      UcxSettings settings,
      Map<String, String> environment,
      IntToLongFunction readNanos) {
    int copied = transports.copyMessages() ? settings.copiedBytes(environment) : 0;
    if (!transports.readMemory()) {
      // Its sender would have to take part, which may have gone on.
      return new LongPayloads(copied, FarCores.NONE_IS_FAR, false);
    }
    boolean triesReads =
        copied >= FarCores.MIN_PAYLOAD_BYTES
            && settings.farSendNanos() > 0
            && settings.quickReadNanos() > 0;
    long nanos = triesReads ? readNanos.applyAsLong(TRIED_BYTES) : -1;
    return nanos >= 0 && nanos < settings.quickReadNanos()
        ? new LongPayloads(copied, FarCores.NONE_IS_FAR, true)
        : new LongPayloads(copied, settings.farSendNanos(), false);
  }
}
