package org.ob1j.btl.ucx;

import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.btl.PayloadTarget;
import org.ob1j.btl.ucx.frame.Block;
import org.ob1j.btl.ucx.frame.FramePrefix;
import org.ob1j.btl.ucx.shim.Operation;
import org.ob1j.btl.ucx.shim.Operations;
import org.ob1j.btl.ucx.shim.Shim;
import org.ob1j.btl.ucx.shim.Windows;
import org.ob1j.runtime.memory.Memory;

/**
 * Reads what UCX has to tell and has it done. The records are described in ob1j_ucx.h:
 *
 * <pre>
 *    0               4               8                              16
 *   +---------------+---------------+-------------------------------+
 *   | record bytes  | kind          | token                         |
 *   +---------------+---------------+-------------------------------+
 *   | address                       | header bytes  | status        |
 *   +-------------------------------+---------------+---------------+
 *   | payload bytes                 | header …
 *   +-------------------------------+
 * </pre>
 *
 * The header of a message is a prefix ({@link FramePrefix}) and the header of a frame. A short
 * message is one piece, prefix, header and payload:
 *
 * <pre>
 *    0               4       5               8
 *   +---------------+-------+---------------+
 *   | record bytes  | kind  | message bytes |
 *   +---------------+-------+---------------+
 *   | message …
 * </pre>
 *
 * The reader is left in a good state before each delivery, so a receiver may throw.
 */
final class EventReader {
  private static final int KIND_SHIFT = 32;
  private static final int SHORT_BYTES_SHIFT = KIND_SHIFT + Shim.OB1J_UCX_EVENT_SHORT_SHIFT;
  private static final int SHORT_KIND_MASK = (1 << Shim.OB1J_UCX_EVENT_SHORT_SHIFT) - 1;
  private static final int SHORT_MESSAGE = Shim.OB1J_UCX_EVENT_SHORT_HEAD_BYTES;
  private static final int TOKEN = 8;
  private static final int ADDRESS = 16;
  private static final int HEADER_BYTES = 24;
  private static final int STATUS = 28;
  private static final int PAYLOAD_BYTES = 32;
  private static final int HEADER = Shim.OB1J_UCX_EVENT_HEAD_BYTES;

  private final UcxModule module;
  private final Memory events;
  private final Windows windows = new Windows();
  private int next;
  private int end;
  private boolean more;

  EventReader(UcxModule module, Memory events) {
    this.module = module;
    this.events = events;
  }

  /** Whether there is nothing left of what has been read before. */
  boolean isAtEnd() {
    return next == end;
  }

  /**
   * There is something now.
   *
   * @param told what the poll has returned, not negative
   */
  void begin(int told) {
    next = 0;
    end = told & ~Shim.OB1J_UCX_MORE;
    more = end != told;
  }

  /** Whether the next poll brings what did not fit. */
  boolean hasMore() {
    return more;
  }

  /** Handles all events; returns how many. */
  int handleAll() {
    int count = 0;
    while (next != end) {
      int at = next;
      long head = events.getLong(at);
      next = at + (int) head;
      count++;
      int kind = (int) (head >>> KIND_SHIFT);
      if ((kind & SHORT_KIND_MASK) == Shim.OB1J_UCX_EVENT_SHORT) {
        handleShort(at + SHORT_MESSAGE, (int) (head >>> SHORT_BYTES_SHIFT));
      } else {
        handle(kind, at);
      }
    }
    return count;
  }

  private void handle(int kind, int at) {
    switch (kind) {
      case Shim.OB1J_UCX_EVENT_MESSAGE -> handleMessage(at, false);
      case Shim.OB1J_UCX_EVENT_ARRIVAL -> handleMessage(at, true);
      case Shim.OB1J_UCX_EVENT_ENDED -> {
        Operation ended = module.operations().of(events.getLong(at + TOKEN));
        module.operations().remove(ended);
        ended.ended(events.getInt(at + STATUS));
      }
      case Shim.OB1J_UCX_EVENT_TAG_RECEIVED ->
          module
              .tags()
              .ended(
                  events.getLong(at + TOKEN),
                  events.getInt(at + STATUS),
                  events.getLong(at + ADDRESS),
                  (int) Math.min(Integer.MAX_VALUE, events.getLong(at + PAYLOAD_BYTES)));
      case Shim.OB1J_UCX_EVENT_TAG_UNMATCHED ->
          module
              .tags()
              .unmatched(
                  events.getLong(at + TOKEN),
                  events,
                  at + HEADER,
                  events.getLong(at + PAYLOAD_BYTES));
      default -> module.broken((int) events.getLong(at + TOKEN), events.getInt(at + STATUS));
    }
  }

  // ---- short messages

  private void handleShort(int message, int messageBytes) {
    UcxEndpoint from;
    try {
      from = sender(message, messageBytes);
    } catch (FrameRejectedException rejected) {
      module.countRejection(rejected);
      return;
    }
    long first = events.getLong(message);
    int headerBytes = FramePrefix.headerBytes(first);
    int restBytes = messageBytes - FramePrefix.BYTES;
    switch (FramePrefix.kind(first)) {
      case FramePrefix.FRAME -> deliverShort(from, headerBytes, message, restBytes);
      default -> handleNotice(from, first, messageBytes);
    }
  }

  private void handleNotice(UcxEndpoint from, long first, int messageBytes) {
    boolean isPrefixAlone =
        FramePrefix.headerBytes(first) == 0 && messageBytes == FramePrefix.BYTES;
    if (isPrefixAlone && FramePrefix.kind(first) == FramePrefix.HELLO) {
      from.hear();
    } else if (isPrefixAlone && FramePrefix.kind(first) == FramePrefix.GOODBYE) {
      from.depart();
    } else {
      module.countRejection(wrong(first, messageBytes, 0));
    }
  }

  private void deliverShort(UcxEndpoint from, int headerBytes, int message, int restBytes) {
    if (!isHeaderLength(headerBytes) || headerBytes > restBytes) {
      module.countRejection(wrong(events.getLong(message), FramePrefix.BYTES + restBytes, 0));
      return;
    }
    int offset = message + FramePrefix.BYTES;
    deliver(
        from, events, offset, headerBytes, events, offset + headerBytes, restBytes - headerBytes);
  }

  // ---- messages with a payload apart

  /**
   * @param waits whether the payload is still at its sender
   */
  private void handleMessage(int at, boolean waits) {
    int messageBytes = events.getInt(at + HEADER_BYTES);
    UcxEndpoint from;
    int headerBytes;
    try {
      from = sender(at + HEADER, messageBytes);
      headerBytes = headerBytes(at, messageBytes);
    } catch (FrameRejectedException rejected) {
      module.countRejection(rejected);
      if (waits) {
        discard(at);
      }
      return;
    }
    if (waits) {
      receive(from, at, headerBytes);
    } else {
      deliverMessage(from, at, messageBytes, headerBytes);
    }
  }

  /** Who has sent a message that begins here. */
  private UcxEndpoint sender(int message, int messageBytes) {
    if (messageBytes < FramePrefix.BYTES) {
      throw rejected("a message of " + messageBytes + " bytes, header and all");
    }
    long first = events.getLong(message);
    UcxEndpoint from = module.endpointOfSource(FramePrefix.source(first));
    if (from == null
        || !FramePrefix.isOfThisVersion(first)
        || !from.hasSent(events.getLong(message + Long.BYTES))) {
      throw rejected(
          "a message that is not from rank " + FramePrefix.source(first) + " of this job");
    }
    return from;
  }

  private int headerBytes(int at, int messageBytes) {
    long first = events.getLong(at + HEADER);
    int headerBytes = FramePrefix.headerBytes(first);
    long payloadBytes = events.getLong(at + PAYLOAD_BYTES);
    if (FramePrefix.kind(first) != FramePrefix.FRAME
        || !isHeaderLength(headerBytes)
        || messageBytes != FramePrefix.BYTES + headerBytes
        || payloadBytes > module.attributes().maxSendSize() - headerBytes) {
      throw wrong(first, messageBytes, payloadBytes);
    }
    return headerBytes;
  }

  private static boolean isHeaderLength(int headerBytes) {
    return headerBytes >= Long.BYTES && headerBytes % Long.BYTES == 0;
  }

  private static FrameRejectedException wrong(long first, int messageBytes, long payloadBytes) {
    return rejected(
        "kind %d with a header of %d bytes in a message of %d and %d"
            .formatted(
                FramePrefix.kind(first),
                FramePrefix.headerBytes(first),
                messageBytes,
                payloadBytes));
  }

  private void deliverMessage(UcxEndpoint from, int at, int messageBytes, int headerBytes) {
    int headerOffset = at + HEADER + FramePrefix.BYTES;
    int payloadBytes = (int) events.getLong(at + PAYLOAD_BYTES);
    long address = events.getLong(at + ADDRESS);
    if (address == 0) {
      int payloadOffset = at + HEADER + padded(messageBytes);
      deliver(from, events, headerOffset, headerBytes, events, payloadOffset, payloadBytes);
    } else {
      Memory payload = windows.at(address);
      int payloadOffset = Windows.offset(address);
      deliver(from, events, headerOffset, headerBytes, payload, payloadOffset, payloadBytes);
    }
  }

  /** Hands a frame to the engine. */
  private void deliver(
      UcxEndpoint from,
      Memory header,
      int headerOffset,
      int headerBytes,
      Memory payload,
      int payloadOffset,
      int payloadBytes) {
    if (!from.isHeard()) {
      return;
    }
    try {
      module
          .receiver()
          .receive(
              from,
              header,
              headerOffset,
              headerBytes,
              payloadBytes == 0 ? null : payload,
              payloadOffset,
              payloadBytes);
    } catch (FrameRejectedException rejected) {
      module.countRejection(rejected);
    }
  }

  /** The same for one whose payload has come to a block, behind the header. */
  void deliverBlock(UcxEndpoint from, Block block, int headerBytes, int payloadBytes) {
    Memory memory = block.memory();
    int offset = block.offset();
    deliver(from, memory, offset, headerBytes, memory, offset + headerBytes, payloadBytes);
  }

  /** The payload waits at its sender for us to say where it should go. */
  private void receive(UcxEndpoint from, int at, int headerBytes) {
    if (!from.isHeard()) {
      discard(at);
      return;
    }
    int headerOffset = at + HEADER + FramePrefix.BYTES;
    int payloadBytes = (int) events.getLong(at + PAYLOAD_BYTES);
    PayloadTarget target = null;
    Block block = null;
    boolean placed = false;
    try {
      target = module.receiver().place(from, events, headerOffset, headerBytes, payloadBytes);
      block = target == null ? module.blocks().take(headerBytes + payloadBytes) : null;
      placed = true;
    } catch (FrameRejectedException rejected) {
      module.countRejection(rejected);
    } finally {
      if (!placed) {
        // Its sender waits for an answer, whatever goes wrong here.
        discard(at);
      }
    }
    if (block != null) {
      block.memory().copyFrom(block.offset(), events, headerOffset, headerBytes);
      start(
          at,
          new ReceiveOperation(module, from, block, headerBytes, payloadBytes),
          block.address() + headerBytes,
          payloadBytes);
    } else if (target != null) {
      long address = module.addresses().of(target.memory()) + target.offset();
      start(at, new ReceiveOperation(module, from, target), address, payloadBytes);
    }
  }

  private void start(int at, ReceiveOperation operation, long address, int payloadBytes) {
    Operations operations = module.operations();
    operations.add(operation);
    int status =
        Shim.ob1j_ucx_receive(
            module.worker(), events.getLong(at + ADDRESS), address, payloadBytes, operation.token);
    if (status != Shim.OB1J_UCX_STARTED) {
      operations.remove(operation);
      operation.ended(status);
    }
  }

  private void discard(int at) {
    Shim.ob1j_ucx_discard(module.worker(), events.getLong(at + ADDRESS));
  }

  private static FrameRejectedException rejected(String message) {
    return new FrameRejectedException(Rejection.BAD_FRAMING, message);
  }

  private static int padded(int bytes) {
    return bytes + Long.BYTES - 1 & -Long.BYTES;
  }
}
