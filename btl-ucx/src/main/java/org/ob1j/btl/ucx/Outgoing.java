package org.ob1j.btl.ucx;

import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.ucx.frame.Block;
import org.ob1j.btl.ucx.frame.BlockPool;
import org.ob1j.btl.ucx.shim.Shim;

/** What an endpoint has handed to UCX and UCX has not finished with, and memory for the next. */
final class Outgoing {
  /** So much may be under way; at least some frames. */
  private static final int MIN_IN_FLIGHT_BYTES = 1 << 20;

  private static final int MIN_IN_FLIGHT_FRAMES = 4;

  private final UcxModule module;
  private final UcxEndpoint endpoint;
  private final int maxInFlightBytes;
  private Block spare;

  /** A store of a reference into an old object is not cheap, so the block stays where it is. */
  private boolean spareIsTaken = true;

  private SendOperation next;
  private int inFlightBytes;

  Outgoing(UcxModule module, UcxEndpoint endpoint) {
    this.module = module;
    this.endpoint = endpoint;
    maxInFlightBytes =
        Math.max(MIN_IN_FLIGHT_BYTES, MIN_IN_FLIGHT_FRAMES * module.attributes().maxSendSize());
  }

  /** The endpoint is being opened. */
  void open() {
    next = module.newSend();
  }

  boolean isOpen() {
    return next != null;
  }

  int inFlightBytes() {
    return inFlightBytes;
  }

  boolean hasRoom(int lengthBytes) {
    return inFlightBytes == 0 || lengthBytes <= maxInFlightBytes - inFlightBytes;
  }

  /** Memory for a message. */
  Block take(int lengthBytes) {
    if (spareIsTaken || lengthBytes > BlockPool.SHORT_BYTES) {
      return module.blocks().take(lengthBytes);
    }
    spareIsTaken = true;
    return spare;
  }

  /** The next message takes it, or one of another endpoint. */
  void keep(Block block) {
    if (spareIsTaken && block.capacityBytes() == BlockPool.SHORT_BYTES) {
      spareIsTaken = false;
      if (spare != block) {
        spare = block;
      }
    } else {
      module.blocks().give(block);
    }
  }

  /** What UCX is to tell the end of the next message by. */
  int token() {
    return next.token;
  }

  /**
   * UCX has been given a message.
   *
   * @param status what it has answered; STARTED if it will tell the end
   * @param completion called at the end in that case; null if nobody waits for it
   */
  void handedOver(int status, Block block, int lengthBytes, BtlCompletion completion) {
    if (status == Shim.OB1J_UCX_STARTED) {
      next.start(endpoint, block, lengthBytes, completion);
      inFlightBytes += lengthBytes;
      next = module.newSend();
    } else {
      keep(block);
    }
  }

  /** One has ended. */
  void ended(int lengthBytes) {
    inFlightBytes -= lengthBytes;
  }
}
