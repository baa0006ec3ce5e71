package org.ob1j.pml.offload;

import static org.ob1j.runtime.pml.PmlCommunicator.ANY_SOURCE;
import static org.ob1j.runtime.pml.PmlCommunicator.ANY_TAG;

/**
 * The tag of a message on an offloaded lane: all that matching needs, in 64 bits.
 *
 * <pre>
 *   6                             3 3             1 1             0
 *   3                             2 1             6 5             0
 *  +-------------------------------+---------------+---------------+
 *  |             Tag               |    Source     |    Context    |
 *  +-------------------------------+---------------+---------------+
 * </pre>
 */
public final class LaneTag {
  /** The highest context id that fits. */
  public static final int MAX_CONTEXT = 0xFFFF;

  /** The size of the largest communicator whose ranks fit. */
  public static final int MAX_SOURCES = 0x10000;

  private static final int SOURCE_SHIFT = 16;
  private static final int TAG_SHIFT = 32;
  private static final long CONTEXT_BITS = 0xFFFFL;
  private static final long SOURCE_BITS = 0xFFFFL << SOURCE_SHIFT;
  private static final long TAG_BITS = 0xFFFFFFFFL << TAG_SHIFT;

  private LaneTag() {}

  /** True if all messages of a communicator can be told apart. */
  public static boolean fits(int contextId, int size) {
    return contextId >= 0 && contextId <= MAX_CONTEXT && size <= MAX_SOURCES;
  }

  /** The tag of a message, or what a receive wants; there either may be a wildcard. */
  public static long of(int contextId, int source, int tag) {
    return (tag == ANY_TAG ? 0 : (long) tag << TAG_SHIFT)
        | (source == ANY_SOURCE ? 0 : (long) source << SOURCE_SHIFT)
        | contextId;
  }

  /** The bits that count of what a receive wants. */
  public static long mask(int source, int tag) {
    return CONTEXT_BITS
        | (source == ANY_SOURCE ? 0 : SOURCE_BITS)
        | (tag == ANY_TAG ? 0 : TAG_BITS);
  }
}
