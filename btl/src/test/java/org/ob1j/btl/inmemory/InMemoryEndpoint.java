package org.ob1j.btl.inmemory;

import java.nio.ByteBuffer;
import java.util.List;
import org.ob1j.btl.AtomicOperation;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.Frame;
import org.ob1j.btl.order.BtlOperation;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.memory.Memory;

/** The endpoint of a peer: what is issued goes into a queue. */
final class InMemoryEndpoint extends BtlEndpoint {
  private final InMemoryFabric fabric;
  private final InMemoryModule module;
  private final InMemoryQueue queue;
  private final Frame frame = new Frame();

  /** Null if tags are not matched. */
  private final InMemoryTagLane tagLane;

  private BtlException givenUp;
  private boolean reserved;
  private int reservedOrdering;

  InMemoryEndpoint(InMemoryFabric fabric, InMemoryModule module, int peer) {
    super(peer);
    this.fabric = fabric;
    queue = new InMemoryQueue(fabric.behaviour().order());
    this.module = module;
    tagLane = fabric.behaviour().tags() == null ? null : new InMemoryTagLane(fabric, this);
  }

  @Override
  public InMemoryTagLane tagLane() {
    return tagLane;
  }

  InMemoryQueue queue() {
    return queue;
  }

  @Override
  public BtlModule module() {
    return module;
  }

  @Override
  public Frame reserve(int headerBytes, int payloadBytes, int ordering) {
    synchronized (fabric) {
      if (reserved) {
        throw new IllegalStateException("a frame is reserved already");
      }
      requireOpen();
      if (headerBytes + payloadBytes > module.attributes().maxSendSize()) {
        throw new IllegalArgumentException(
            "a frame of "
                + (headerBytes + payloadBytes)
                + " bytes; at most "
                + module.attributes().maxSendSize()
                + " are possible");
      }
      if (queue.size() >= fabric.behaviour().queuedFrames()) {
        return null;
      }
      reserved = true;
      reservedOrdering = ordering;
      frame.setHeader(Memory.allocate(headerBytes), 0, headerBytes);
      frame.setPayload(payloadBytes == 0 ? null : Memory.allocate(payloadBytes), 0, payloadBytes);
      return frame;
    }
  }

  @Override
  public void sendImmediate(Frame sent) {
    if (!module.attributes().capabilities().sendsImmediately()) {
      throw new IllegalStateException("memory does not declare immediate sends");
    }
    enqueue(sent);
  }

  private void enqueue(Frame sent) {
    synchronized (fabric) {
      reserved = false;
      queue.add(sent, reservedOrdering);
    }
  }

  @Override
  public boolean send(Frame sent, BtlCompletion completion) {
    enqueue(sent);
    return doneAtOnce(completion);
  }

  @Override
  public boolean sendInPlace(
      Frame sent, ByteBuffer payload, int offset, int payloadBytes, BtlCompletion completion) {
    if (!module.attributes().capabilities().sendsInPlace()) {
      return super.sendInPlace(sent, payload, offset, payloadBytes, completion);
    }
    Memory copy = Memory.allocate(payloadBytes);
    copy.bytes().put(0, payload, offset, payloadBytes);
    sent.setPayload(copy, 0, payloadBytes);
    enqueue(sent);
    return doneAtOnce(completion);
  }

  private boolean doneAtOnce(BtlCompletion completion) {
    synchronized (fabric) {
      if (fabric.scheduler().nextBoolean()) {
        return true;
      }
      module.operations().add(InMemoryRdma.ended(this, completion));
      return false;
    }
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
    BtlCapabilities capabilities = module.attributes().capabilities();
    if (!capabilities.puts()) {
      return super.put(
          source, position, local, remoteKey, remoteOffset, lengthBytes, ordering, completion);
    }
    synchronized (fabric) {
      checkRdma(local);
      if (queue.size() >= fabric.behaviour().queuedFrames()) {
        return BtlResult.BUSY;
      }
      InMemoryRdma put =
          new InMemoryRdma(
              this,
              BtlOperation.PUT,
              source,
              position,
              remoteKey.clone(),
              remoteOffset,
              lengthBytes,
              completion);
      queue.add(put, ordering);
      if (!capabilities.completesRemotely() && fabric.scheduler().nextBoolean()) {
        put.take();
        return BtlResult.DONE;
      }
      put.endsWhen(capabilities.completesRemotely() ? put::hasArrived : put::take);
      module.operations().add(put);
      return BtlResult.STARTED;
    }
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
    synchronized (fabric) {
      checkRdma(local);
      InMemoryRdma get =
          new InMemoryRdma(
              this,
              BtlOperation.GET,
              target,
              position,
              remoteKey.clone(),
              remoteOffset,
              lengthBytes,
              completion);
      return startAnswered(get, ordering);
    }
  }

  @Override
  public BtlResult atomic(
      AtomicOperation operation,
      byte[] remoteKey,
      long remoteOffset,
      long operand,
      long comparand,
      BtlRegistration result,
      long resultOffset,
      int ordering,
      BtlCompletion completion) {
    if (!module.attributes().capabilities().hasAtomics()) {
      return super.atomic(
          operation,
          remoteKey,
          remoteOffset,
          operand,
          comparand,
          result,
          resultOffset,
          ordering,
          completion);
    }
    synchronized (fabric) {
      requireOpen();
      Memory old = result == null ? null : Memory.of(result.memory());
      InMemoryRdma.Atomic change =
          new InMemoryRdma.Atomic(operation, operand, comparand, old, (int) resultOffset);
      return startAnswered(
          InMemoryRdma.atomic(this, change, remoteKey.clone(), remoteOffset, completion), ordering);
    }
  }

  private BtlResult startAnswered(InMemoryRdma operation, int ordering) {
    InMemoryRegistrations theirs = fabric.moduleOf(peer()).registrations();
    if (!operation.isPossible(theirs)) {
      return BtlResult.REFUSED;
    }
    if (queue.size() >= fabric.behaviour().queuedFrames()) {
      return BtlResult.BUSY;
    }
    if (queue.add(operation, ordering) && fabric.scheduler().nextBoolean()) {
      queue.remove(operation);
      operation.execute(theirs);
      return BtlResult.DONE;
    }
    operation.endsWhen(operation::hasArrived);
    module.operations().add(operation);
    return BtlResult.STARTED;
  }

  @Override
  public BtlResult flush(BtlCompletion completion) {
    if (!module.attributes().capabilities().flushes()) {
      return super.flush(completion);
    }
    synchronized (fabric) {
      List<InMemoryRdma> earlier = queue.writes();
      if (earlier.isEmpty()) {
        return BtlResult.DONE;
      }
      InMemoryRdma flush = InMemoryRdma.ended(this, completion);
      flush.endsWhen(() -> earlier.stream().allMatch(InMemoryRdma::hasArrived));
      module.operations().add(flush);
      return BtlResult.STARTED;
    }
  }

  @Override
  public void checkKey(byte[] remoteKey, long remoteOffset, long lengthBytes) {
    InMemoryRegistrations.check(remoteKey, peer(), remoteOffset, lengthBytes);
  }

  @Override
  public void giveUp(BtlException cause) {
    givenUp = cause;
  }

  /** Why the peer was given up; null if it was not. */
  public BtlException givenUp() {
    return givenUp;
  }

  private void requireOpen() {
    if (givenUp != null) {
      throw new BtlException(module.name() + ": rank " + peer() + " was given up", givenUp);
    }
    if (fabric.moduleOf(peer()).isClosed()) {
      throw new BtlException(module.name() + ": rank " + peer() + " has closed");
    }
  }

  private void checkRdma(BtlRegistration local) {
    requireOpen();
    if (module.attributes().capabilities().needsRegistration() && local == null) {
      throw new IllegalArgumentException("memory needs local memory to be registered");
    }
  }

  @Override
  public void cancel(Frame unsent) {
    reserved = false;
  }

  @Override
  public void push() {
    // Nothing is held back: a frame is in its queue when it has been sent.
  }
}
