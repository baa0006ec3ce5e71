package org.ob1j.btl.inmemory;

import java.util.function.BooleanSupplier;
import org.ob1j.btl.AtomicOperation;
import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.btl.order.BtlOperation;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.memory.Memory;

/**
 * A put, a get, an atomic, or another operation that is under way and ends later. The source of a
 * put is read as late as is allowed, so that a test sees whether it was changed too early.
 */
final class InMemoryRdma {
  /** What an atomic does, and where the old value goes if it is wanted. */
  record Atomic(
      AtomicOperation operation, long operand, long comparand, Memory result, int resultOffset) {}

  private final BtlEndpoint endpoint;
  private final BtlOperation operation;
  private final Convertor local;
  private final long position;
  private final byte[] key;
  private final int offset;
  private final int lengthBytes;
  private final BtlCompletion completion;
  private Atomic atomic;
  private BooleanSupplier end = () -> true;
  private BtlResult result = BtlResult.DONE;
  private Memory taken;
  private boolean arrived;

  InMemoryRdma(
      BtlEndpoint endpoint,
      BtlOperation operation,
      Convertor local,
      long position,
      byte[] key,
      long offset,
      long lengthBytes,
      BtlCompletion completion) {
    this.endpoint = endpoint;
    this.operation = operation;
    this.local = local;
    this.position = position;
    this.key = key;
    this.offset = Math.toIntExact(offset);
    this.lengthBytes = Math.toIntExact(lengthBytes);
    this.completion = completion;
  }

  /** An operation of which nothing but its completion is left. */
  static InMemoryRdma ended(BtlEndpoint endpoint, BtlCompletion completion) {
    return new InMemoryRdma(endpoint, BtlOperation.SEND, null, 0, null, 0, 0, completion);
  }

  static InMemoryRdma atomic(
      BtlEndpoint endpoint, Atomic atomic, byte[] key, long offset, BtlCompletion completion) {
    InMemoryRdma made =
        new InMemoryRdma(
            endpoint, BtlOperation.ATOMIC, null, 0, key, offset, Long.BYTES, completion);
    made.atomic = atomic;
    return made;
  }

  BtlEndpoint endpoint() {
    return endpoint;
  }

  BtlOperation operation() {
    return operation;
  }

  /** It ends once this is true. Asked until then. */
  void endsWhen(BooleanSupplier condition) {
    end = condition;
  }

  boolean isReady() {
    return end.getAsBoolean();
  }

  void complete() {
    completion.completed(endpoint, result);
  }

  void fail() {
    completion.completed(endpoint, BtlResult.FAILED);
  }

  /** Reads the source of a put, which is the caller's again after that. */
  boolean take() {
    if (taken == null) {
      taken = Memory.allocate(lengthBytes);
      local.pack(position, taken, 0, lengthBytes);
    }
    return true;
  }

  /**
   * Takes effect at the peer.
   *
   * @throws FrameRejectedException if the memory is not registered for that any more
   */
  void execute(InMemoryRegistrations registrations) {
    arrived = true;
    Memory remote = registrations.find(key, access(), offset, lengthBytes);
    if (remote == null) {
      result = operation == BtlOperation.PUT ? BtlResult.DONE : BtlResult.FAILED;
      take(operation);
      throw new FrameRejectedException(Rejection.BAD_KEY, "not registered for this " + operation);
    }
    take(operation);
    switch (operation) {
      case PUT -> remote.copyFrom(offset, taken, 0, lengthBytes);
      case GET -> local.unpack(position, remote, offset, lengthBytes);
      default -> change(remote);
    }
  }

  private void take(BtlOperation kind) {
    if (kind == BtlOperation.PUT) {
      take();
    }
  }

  private void change(Memory remote) {
    long old = remote.getLong(offset);
    long operand = atomic.operand();
    remote.putLong(
        offset,
        switch (atomic.operation()) {
          case ADD -> old + operand;
          case AND -> old & operand;
          case OR -> old | operand;
          case XOR -> old ^ operand;
          case SWAP -> operand;
          case MIN -> Math.min(old, operand);
          case MAX -> Math.max(old, operand);
          case COMPARE_AND_SWAP -> old == atomic.comparand() ? operand : old;
        });
    if (atomic.result() != null) {
      atomic.result().putLong(atomic.resultOffset(), old);
    }
  }

  private int access() {
    return switch (operation) {
      case GET -> BtlRegistration.REMOTE_READ;
      case ATOMIC -> BtlRegistration.REMOTE_ATOMIC;
      default -> BtlRegistration.REMOTE_WRITE;
    };
  }

  /** Whether it has taken effect. */
  boolean hasArrived() {
    return arrived;
  }

  /** Whether its memory is registered for it now. */
  boolean isPossible(InMemoryRegistrations registrations) {
    return registrations.find(key, access(), offset, lengthBytes) != null;
  }
}
