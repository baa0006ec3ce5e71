package org.ob1j.btl.ucx;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.Frame;
import org.ob1j.btl.TagLane;
import org.ob1j.btl.order.RequestedOrder;
import org.ob1j.btl.ucx.frame.Block;
import org.ob1j.btl.ucx.frame.BlockPool;
import org.ob1j.btl.ucx.frame.FramePrefix;
import org.ob1j.btl.ucx.frame.UcxFrame;
import org.ob1j.btl.ucx.rdma.Initiator;
import org.ob1j.btl.ucx.rdma.RemoteMemory;
import org.ob1j.btl.ucx.shim.Operation;
import org.ob1j.btl.ucx.shim.Operations;
import org.ob1j.btl.ucx.shim.Shim;
import org.ob1j.btl.ucx.shim.UcxLibrary;
import org.ob1j.btl.ucx.tag.TaggedSends;
import org.ob1j.btl.ucx.tag.UcxTagLane;
import org.ob1j.runtime.datatype.Convertor;

/**
 * The endpoint of one peer: one of UCX's, made on first use, and what has been sent by it and has
 * not ended.
 *
 * <pre>
 *   IDLE ──► CONNECTING ──► OPEN ──► DEPARTED (the peer said goodbye)
 *    │           │            ├────► FAILED
 *    └───────────┴────────────┴────► CLOSED
 * </pre>
 */
final class UcxEndpoint extends BtlEndpoint implements Initiator, TaggedSends {
  private enum Stage {
    IDLE,
    CONNECTING,
    OPEN,
    DEPARTED,
    FAILED,
    CLOSED
  }

  private static final int STARTED = Shim.OB1J_UCX_STARTED;

  private final UcxModule module;
  private final UcxAddress address;
  private final UcxTagLane tagLane;
  private final boolean tellsFailures;
  private final long incomingProof;
  private final int maxSendSize;
  private final boolean sendsInPlace;
  private final UcxFrame frame = new UcxFrame();
  private final Outgoing outgoing;
  private final FrameSender sender;
  private final Fence fence = new Fence(this);
  private final RemoteMemory remoteMemory = new RemoteMemory(this);
  private final List<BtlCompletion> failedSends = new ArrayList<>();
  private Stage stage = Stage.IDLE;
  private long handle;
  private BtlException pendingFailure;
  private boolean hasHeardFromPeer;

  UcxEndpoint(UcxModule module, int peer, UcxAddress address, boolean tellsFailures) {
    super(peer);
    this.module = module;
    this.address = address;
    this.tellsFailures = tellsFailures;
    maxSendSize = module.attributes().maxSendSize();
    outgoing = new Outgoing(module, this);
    sender = new FrameSender(this, module, outgoing);
    sendsInPlace = module.attributes().capabilities().sendsInPlace();
    incomingProof = module.proof(peer, module.rank());
    int taggedBytes = Math.min(module.tagMessageBytes(), address.tagMessageBytes());
    tagLane = taggedBytes == 0 ? null : new UcxTagLane(this, taggedBytes);
  }

  @Override
  public BtlModule module() {
    return module;
  }

  @Override
  public BtlEndpoint endpoint() {
    return this;
  }

  /** UCX's endpoint; 0 if there is none. */
  @Override
  public long handle() {
    return handle;
  }

  @Override
  public boolean isOpen() {
    return stage == Stage.OPEN;
  }

  boolean hasBeenOpen() {
    return outgoing.isOpen();
  }

  /** Whether UCX has finished with all that was begun. */
  boolean isIdle() {
    return outgoing.inFlightBytes() == 0 && remoteMemory.isIdle();
  }

  int inFlightBytes() {
    return outgoing.inFlightBytes();
  }

  /** Whether a message proves that the peer has sent it. */
  boolean hasSent(long proof) {
    return proof == incomingProof;
  }

  // ---- sending

  @Override
  public Frame reserve(int headerBytes, int payloadBytes, int ordering) {
    int frameBytes = headerBytes + payloadBytes;
    if (frameBytes > maxSendSize) {
      throw module.tooLong(frameBytes, peer());
    }
    if (!isReady(ordering) || !outgoing.hasRoom(frameBytes)) {
      return null;
    }
    Block block = outgoing.take(FramePrefix.BYTES + frameBytes);
    int headerOffset = block.offset() + FramePrefix.BYTES;
    frame.setBlock(block);
    frame.setHeader(block.memory(), headerOffset, headerBytes);
    if (payloadBytes == 0) {
      frame.setPayload(null, 0, 0);
    } else {
      frame.setPayload(block.memory(), headerOffset + headerBytes, payloadBytes);
    }
    return frame;
  }

  @Override
  public void sendImmediate(Frame reserved) {
    sender.send(((UcxFrame) reserved).block(), reserved.headerBytes(), reserved.payloadBytes());
  }

  @Override
  public boolean send(Frame reserved, BtlCompletion completion) {
    // The frame is ours, so its sender need not wait until UCX has done with it.
    sendImmediate(reserved);
    return true;
  }

  @Override
  public boolean sendInPlace(
      Frame reserved, ByteBuffer payload, int offset, int payloadBytes, BtlCompletion completion) {
    if (!sendsInPlace) {
      return super.sendInPlace(reserved, payload, offset, payloadBytes, completion);
    }
    int headerBytes = reserved.headerBytes();
    if (headerBytes + payloadBytes > maxSendSize) {
      throw module.tooLong(headerBytes + payloadBytes, peer());
    }
    return sender.send(
        ((UcxFrame) reserved).block(),
        headerBytes,
        module.addresses().of(payload) + offset,
        payloadBytes,
        completion);
  }

  /**
   * UCX has been given a message; true if it has ended.
   *
   * @param completion called when it has, unless true is returned; null if nobody waits for it
   */
  boolean handedOver(int status, Block block, int lengthBytes, BtlCompletion completion) {
    outgoing.handedOver(status, block, lengthBytes, completion);
    if (status < 0) {
      failLater(lost(status));
      if (completion != null) {
        failedSends.add(completion);
      }
    }
    return status == 0;
  }

  // ---- tagged messages

  @Override
  public TagLane tagLane() {
    return tagLane;
  }

  @Override
  public Block takeForTagged(int lengthBytes) {
    return isReady(RequestedOrder.DEFAULT) && outgoing.hasRoom(lengthBytes)
        ? outgoing.take(lengthBytes)
        : null;
  }

  @Override
  public void sendTagged(Block block, int lengthBytes, long tag) {
    fence.raise();
    int status =
        Shim.ob1j_ucx_tag_send(handle, block.address(), lengthBytes, tag, outgoing.token());
    handedOver(status, block, lengthBytes, null);
  }

  @Override
  public void cancel(Frame reserved) {
    outgoing.keep(((UcxFrame) reserved).block());
  }

  @Override
  public void push() {
    // Nothing is held back.
  }

  /** A frame has ended that had not when it was sent. */
  void sent(int lengthBytes, int status, BtlCompletion completion) {
    outgoing.ended(lengthBytes);
    if (status != 0) {
      broken(status);
    }
    if (completion != null) {
      completion.completed(this, status == 0 ? BtlResult.DONE : BtlResult.FAILED);
    }
  }

  /** Asks that all that was sent arrives; the operation is told. False if it has. */
  boolean startFlush(Operation operation) {
    int status = Shim.ob1j_ucx_flush(handle, operation.token);
    if (status < 0) {
      failLater(lost(status));
    }
    return status == STARTED;
  }

  // ---- put, get and flush

  @Override
  public void checkKey(byte[] remoteKey, long remoteOffset, long lengthBytes) {
    module.keys().check(remoteKey, peer(), remoteOffset, lengthBytes);
  }

  @Override
  public BtlResult put(
      Convertor source,
      long position,
      BtlRegistration local,
      byte[] remoteKey,
      long remoteOffset,
      long lengthBytes,
      int ordering,
      BtlCompletion completion) {
    if (!module.attributes().capabilities().puts()) {
      return super.put(
          source, position, local, remoteKey, remoteOffset, lengthBytes, ordering, completion);
    }
    return remoteMemory.move(
        true, source, position, local, remoteKey, remoteOffset, lengthBytes, ordering, completion);
  }

  @Override
  public BtlResult get(
      Convertor target,
      long position,
      BtlRegistration local,
      byte[] remoteKey,
      long remoteOffset,
      long lengthBytes,
      int ordering,
      BtlCompletion completion) {
    if (!module.attributes().capabilities().gets()) {
      return super.get(
          target, position, local, remoteKey, remoteOffset, lengthBytes, ordering, completion);
    }
    return remoteMemory.move(
        false, target, position, local, remoteKey, remoteOffset, lengthBytes, ordering, completion);
  }

  @Override
  public BtlResult flush(BtlCompletion completion) {
    if (!module.attributes().capabilities().flushes()) {
      return super.flush(completion);
    }
    return isReady(RequestedOrder.DEFAULT) ? remoteMemory.flush(completion) : BtlResult.BUSY;
  }

  @Override
  public boolean isReady(int ordering) {
    return pendingFailure == null
        && (stage == Stage.OPEN || isConnected())
        && (!RequestedOrder.asksForMore(ordering) || fence.isPassed());
  }

  @Override
  public BlockPool blocks() {
    return module.blocks();
  }

  @Override
  public Operations operations() {
    return module.operations();
  }

  @Override
  public void raiseFence() {
    fence.raise();
  }

  @Override
  public int maxPieceBytes() {
    return maxSendSize;
  }

  @Override
  public void failedToStart(int status, BtlCompletion completion) {
    failLater(lost(status));
    failedSends.add(completion);
  }

  // ---- connecting

  /** Makes the connection, or tells whether it stands. */
  private boolean isConnected() {
    switch (stage) {
      case IDLE -> {
        open();
        HelloOperation.send(this, module.rank(), module.proof(module.rank(), peer()));
      }
      case DEPARTED ->
          throw new BtlException(module.name() + ": rank " + peer() + " has left the job");
      case FAILED ->
          throw new BtlException(
              module.name() + ": the connection to rank " + peer() + " has failed");
      case CLOSED -> throw new BtlException(module.name() + " is closed");
      default -> {
        // UCX tells when it stands.
      }
    }
    return stage == Stage.OPEN;
  }

  private void open() {
    handle = HelloOperation.open(this, module, address, tellsFailures);
    outgoing.open();
    stage = Stage.CONNECTING;
  }

  /** The hello has ended. */
  void connected(int status) {
    if (status != 0) {
      failLater(lost(status));
    } else if (stage == Stage.CONNECTING) {
      stage = Stage.OPEN;
    }
  }

  // ---- receiving

  /** Whether frames of the peer still concern anybody. */
  boolean isHeard() {
    hasHeardFromPeer = true;
    return stage != Stage.FAILED && stage != Stage.DEPARTED && !module.isClosing();
  }

  /** The peer knows us. */
  void hear() {
    hasHeardFromPeer = true;
  }

  /** The peer has said goodbye. */
  void depart() {
    if (stage != Stage.FAILED && stage != Stage.CLOSED) {
      stage = Stage.DEPARTED;
    }
  }

  // ---- failing

  private BtlException lost(int status) {
    return new BtlException(
        "%s: the connection to rank %d is lost: %s"
            .formatted(module.name(), peer(), UcxLibrary.statusText(status)));
  }

  private void failLater(BtlException cause) {
    if (pendingFailure == null) {
      pendingFailure = cause;
      module.addFailing(this);
    }
  }

  @Override
  public void giveUp(BtlException cause) {
    if (stage.ordinal() <= Stage.OPEN.ordinal()) {
      failLater(cause);
      module.settleFirst();
    }
  }

  /** Reports a failure that was found outside progress. */
  void settleFailure() {
    BtlException cause = pendingFailure;
    pendingFailure = null;
    fail(cause);
    List<BtlCompletion> ended = List.copyOf(failedSends);
    failedSends.clear();
    ended.forEach(completion -> completion.completed(this, BtlResult.FAILED));
  }

  @Override
  public void broken(int status) {
    fail(lost(status));
  }

  private void fail(BtlException cause) {
    if (stage.ordinal() > Stage.OPEN.ordinal() || module.isClosing()) {
      return;
    }
    stage = Stage.FAILED;
    // Else UCX goes on trying, and what is under way never ends.
    disconnect();
    module.receiver().failed(module, peer(), cause);
  }

  // ---- closing

  /** Tells the peer that nothing more comes, if it knows us. */
  void sayGoodbye() {
    if (stage == Stage.IDLE && hasHeardFromPeer) {
      try {
        open();
      } catch (BtlException gone) {
        // A peer that has closed and cannot be reached any more waits for no goodbye.
        return;
      }
    }
    if (stage == Stage.CONNECTING || stage == Stage.OPEN) {
      Block block = module.blocks().take(FramePrefix.BYTES);
      sender.sendGoodbye(block);
    }
  }

  /**
   * Closes UCX's endpoint, which ends what is under way, where UCX can tell failures. Elsewhere it
   * is left to the worker: the peer may have gone in the meantime, which UCX would report on
   * standard error.
   */
  void disconnect() {
    remoteMemory.close();
    if (handle != 0 && tellsFailures) {
      module.disconnect(handle);
      handle = 0;
    }
  }

  void close() {
    stage = Stage.CLOSED;
  }

  /** How it stands, for a report. */
  String describe() {
    return "rank %d: %s, %d bytes under way".formatted(peer(), stage, inFlightBytes());
  }
}
