package org.ob1j.pml.header;

import org.ob1j.pml.select.SendProtocol;
import org.ob1j.runtime.pml.SendMode;

/**
 * The flags of a header that begins a message: how the sender sent it. The receiver of an eager
 * message needs them for its counters only; zero is the hot path. The protocol of a rendezvous
 * tells whether the sender's memory is one run of bytes, and ready for RDMA.
 *
 * <pre>
 *    7   6   5       2   1   0
 *  +-------+-----------+-------+
 *  | zero  | protocol  | mode  |
 *  +-------+-----------+-------+
 * </pre>
 */
public final class MessageFlags {
  /** The flags of a standard message sent immediately. */
  public static final int IMMEDIATE_STANDARD = of(SendMode.STANDARD, SendProtocol.EAGER_IMMEDIATE);

  /** The flags of a standard message copied into the transport's memory. */
  public static final int ALLOCATED_STANDARD = of(SendMode.STANDARD, SendProtocol.EAGER_ALLOCATED);

  /** How many values there are below the first that is never valid. */
  public static final int VALUES = 64;

  private static final int PROTOCOL_SHIFT = 2;
  private static final int MODE_MASK = 3;
  private static final SendMode[] MODES = SendMode.values();
  private static final SendProtocol[] PROTOCOLS = SendProtocol.values();

  private MessageFlags() {}

  /** The flags of a message. */
  public static int of(SendMode mode, SendProtocol protocol) {
    return protocol.ordinal() << PROTOCOL_SHIFT | mode.ordinal();
  }

  /** The flags of a message that no header announces: one of a process to itself. */
  public static int of(SendMode mode) {
    return mode.ordinal();
  }

  /** True if a header of type MATCH can have these flags. */
  public static boolean isEager(int flags) {
    return flags >>> PROTOCOL_SHIFT <= SendProtocol.EAGER_ALLOCATED.ordinal();
  }

  /** True if a header of type RNDV can have these flags. */
  public static boolean isRendezvous(int flags) {
    int protocol = flags >>> PROTOCOL_SHIFT;
    return protocol < PROTOCOLS.length
        && !PROTOCOLS[protocol].isEager()
        && !PROTOCOLS[protocol].isGet();
  }

  /** True if a header of type RGET can have these flags. */
  public static boolean isGet(int flags) {
    int protocol = flags >>> PROTOCOL_SHIFT;
    return protocol < PROTOCOLS.length && PROTOCOLS[protocol].isGet();
  }

  /** The mode that valid flags name. */
  public static SendMode mode(int flags) {
    return MODES[flags & MODE_MASK];
  }

  /** The protocol that valid flags name. */
  public static SendProtocol protocol(int flags) {
    return PROTOCOLS[flags >>> PROTOCOL_SHIFT];
  }
}
