package org.ob1j.btl.sm.copy;

import java.nio.ByteBuffer;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.sm.buffer.PublishedLayouts;
import org.ob1j.btl.sm.buffer.SharedBuffers;
import org.ob1j.runtime.datatype.MessageBlocks;
import org.ob1j.runtime.datatype.NativeBlocks;

/**
 * The memory of this process that peers reach: buffers that they map, and ordinary direct ones that
 * they read in one copy.
 */
public final class OwnMemory {
  /**
   * Shorter messages in blocks are sent: packing them and unpacking them at the same time takes as
   * long as one side takes to copy them, and needs no answer.
   */
  private static final int MIN_BLOCKS_BYTES = 64 * 1024;

  private final BtlCapabilities can;
  private final SharedCopySizes sharedCopies;
  private final SharedBuffers buffers;
  private final SingleCopyMemory singleCopy;
  private final PublishedLayouts layouts;
  private final NativeBlocks natives;

  /**
   * The memory of one process.
   *
   * @param can what is offered to peers
   */
  public OwnMemory(
      BtlCapabilities can,
      SharedCopySizes sharedCopies,
      SharedBuffers buffers,
      SingleCopyMemory singleCopy,
      NativeBlocks natives) {
    this.can = can;
    this.sharedCopies = sharedCopies;
    this.natives = natives;
    this.buffers = buffers;
    this.singleCopy = singleCopy;
    layouts = new PublishedLayouts(buffers);
  }

  public SharedBuffers buffers() {
    return buffers;
  }

  SharedCopySizes sharedCopies() {
    return sharedCopies;
  }

  NativeBlocks natives() {
    return natives;
  }

  PublishedLayouts layouts() {
    return layouts;
  }

  SingleCopyMemory singleCopy() {
    return singleCopy;
  }

  public ByteBuffer allocate(int capacityBytes) {
    return can.puts() || can.gets() ? buffers.allocate(capacityBytes) : null;
  }

  public BtlRegistration register(ByteBuffer memory, int access) {
    if (!can.puts() && !can.gets()) {
      return null;
    }
    BtlRegistration mapped = buffers.register(memory, access);
    return mapped == null && can.gets() ? singleCopy.register(memory, access) : mapped;
  }

  public BtlRegistration registerBlocks(MessageBlocks message, int access) {
    // What is only written here is of use to a peer that helps.
    long least =
        access == BtlRegistration.LOCAL_WRITE
            ? sharedCopies.leastBytes(!natives.isThere())
            : MIN_BLOCKS_BYTES;
    return can.getsBlocks() && message.lengthBytes() >= least
        ? layouts.register(message, access)
        : null;
  }

  public boolean prefersGet(ByteBuffer memory, long lengthBytes) {
    return buffers.isShared(memory) || singleCopy.covers(lengthBytes);
  }

  public int registrationCount() {
    return buffers.registrationCount() + singleCopy.registrationCount();
  }

  public String describe() {
    return buffers.describe() + "; " + singleCopy.describe() + "; " + natives.describe();
  }
}
