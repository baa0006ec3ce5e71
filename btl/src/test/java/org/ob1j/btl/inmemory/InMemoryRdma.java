package org.ob1j.btl.inmemory;

import java.util.function.BooleanSupplier;
import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.memory.Memory;

/**
 * A put, a get, or another operation that is under way and ends later. The source of a put is read
 * as late as is allowed, so that a test sees whether it was changed too early.
 */
final class InMemoryRdma {
  private final BtlEndpoint endpoint;
  private final Convertor local;
  private final long position;
  private final byte[] key;
  private final int offset;
  private final int lengthBytes;
  private final BtlCompletion completion;
  private BooleanSupplier end = () -> true;
  private Memory taken;
  private boolean arrived;

  InMemoryRdma(
      BtlEndpoint endpoint,
      Convertor local,
      long position,
      byte[] key,
      long offset,
      long lengthBytes,
      BtlCompletion completion) {
    this.endpoint = endpoint;
    this.local = local;
    this.position = position;
    this.key = key;
    this.offset = Math.toIntExact(offset);
    this.lengthBytes = Math.toIntExact(lengthBytes);
    this.completion = completion;
  }

  /** An operation of which nothing but its completion is left. */
  static InMemoryRdma ended(BtlEndpoint endpoint, BtlCompletion completion) {
    return new InMemoryRdma(endpoint, null, 0, null, 0, 0, completion);
  }

  BtlEndpoint endpoint() {
    return endpoint;
  }

  /** It ends once this is true. Asked until then. */
  void endsWhen(BooleanSupplier condition) {
    end = condition;
  }

  boolean isReady() {
    return end.getAsBoolean();
  }

  void complete(BtlResult result) {
    completion.completed(endpoint, result);
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
   * At the target of a put.
   *
   * @throws FrameRejectedException if the memory is not registered
   */
  void write(InMemoryRegistrations registrations) {
    take();
    arrived = true;
    Memory target = registrations.find(key, BtlRegistration.REMOTE_WRITE, offset, lengthBytes);
    if (target == null) {
      throw new FrameRejectedException(Rejection.BAD_KEY, "not registered for this put");
    }
    target.copyFrom(offset, taken, 0, lengthBytes);
  }

  boolean hasArrived() {
    return arrived;
  }

  /** A get's copy; false if the memory is not registered. */
  boolean read(InMemoryRegistrations registrations) {
    Memory source = registrations.find(key, BtlRegistration.REMOTE_READ, offset, lengthBytes);
    if (source != null) {
      local.unpack(position, source, offset, lengthBytes);
    }
    return source != null;
  }

  /** Whether a get could be made. */
  boolean isReadable(InMemoryRegistrations registrations) {
    return registrations.find(key, BtlRegistration.REMOTE_READ, offset, lengthBytes) != null;
  }
}
