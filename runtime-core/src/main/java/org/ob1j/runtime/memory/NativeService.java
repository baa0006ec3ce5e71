package org.ob1j.runtime.memory;

import java.nio.ByteBuffer;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * Something that only native code can do. A service that one module may provide to others through
 * {@link java.util.ServiceLoader}; where none is found, they do without. For any thread.
 */
public interface NativeService {
  /**
   * Why it cannot be used on this host, or null if it can. The first call may load a library, in
   * some milliseconds. Nothing else may be called before.
   */
  String unavailableReason(ParameterSet parameters);

  /**
   * The address of a direct buffer's first byte, wherever its position is; it holds as long as the
   * buffer is reachable.
   *
   * @throws IllegalArgumentException if the buffer is not direct
   */
  long addressOf(ByteBuffer memory);
}
