package org.ob1j.btl.sm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.btl.SingleCopy;
import org.ob1j.btl.sm.SingleCopyRange.Mode;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.memory.FoundService;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.memory.MemoryRegion;

/**
 * Ordinary direct memory that peers read from where it is, if some module provides {@link
 * SingleCopy}; of a long message the sender writes a part to where it is to be, meanwhile. The
 * service is looked for when it is first needed. A key, little-endian:
 *
 * <pre>
 *    0  process id (8)
 *    8  rank (4) | zero (4)
 *   16  address (8)
 *   24  length (8)        in bytes
 * </pre>
 */
final class SingleCopyMemory {
  private static final int KEY_BYTES = 32;
  private static final int RANK = 8;
  private static final int ZERO = 12;
  private static final int ADDRESS = 16;
  private static final int LENGTH = 24;

  /** How much is read to find out how quickly that goes. */
  static final int TRIED_BYTES = 64 << 10;

  /** What is read at a time into memory of the transport, for a target that is an array. */
  private static final int STAGING_BYTES = 256 << 10;

  /**
   * Targets that a peer, which was given up while it was to write a chunk, writes to if it ever
   * goes on. Their place would be somebody else's if they were freed.
   */
  private final List<ByteBuffer> kept = new ArrayList<>();

  private final Supplier<Iterable<SingleCopy>> services;
  private final SingleCopyRange range;
  private final int rank;
  private final long processId = ProcessHandle.current().pid();
  private SingleCopy service;

  /** Why there is no service; null while it has not been looked for, or if there is one. */
  private String reason;

  /** Bytes that may still be sent otherwise before it is worth finding out what is quicker. */
  private long bytesUntilTrial;

  /** Whether peers read messages without being told to; null as long as that is not known. */
  private Boolean quick;

  private Memory staging;
  private final List<Registration> open = new ArrayList<>();
  private long gets;
  private long refusals;
  private String trouble = "";

  /**
   * @param triedAfterBytes how much is sent otherwise before the service is looked for, unless the
   *     user has asked for it
   */
  SingleCopyMemory(
      Supplier<Iterable<SingleCopy>> services,
      SingleCopyRange range,
      int rank,
      long triedAfterBytes) {
    this.services = services;
    this.range = range;
    this.rank = rank;
    bytesUntilTrial = triedAfterBytes;
  }

  /**
   * Whether peers should read the next message, of this length. Looks for no service, except where
   * it is for this to find out whether that is quick.
   */
  boolean covers(long lengthBytes) {
    return range.covers(lengthBytes) && (isWanted() || (quick == null && isQuickNow(lengthBytes)));
  }

  /** Whether peers are to read anything: the user has said so, or it has been found to be quick. */
  private boolean isWanted() {
    return range.mode() == Mode.CMA || Boolean.TRUE.equals(quick);
  }

  private boolean isQuickNow(long lengthBytes) {
    bytesUntilTrial -= lengthBytes;
    if (bytesUntilTrial > 0) {
      return false;
    }
    quick = isUsable() && readsQuickly();
    return quick;
  }

  private boolean readsQuickly() {
    try {
      return service.readNanos(TRIED_BYTES) < range.quickNanos();
    } catch (BtlException cannotRead) {
      trouble = ", last failure: " + cannotRead.getMessage();
      return false;
    }
  }

  /**
   * Whether there is a service. The first call looks for it, which may take long; a rank that sends
   * and receives nothing in this way never calls this.
   */
  private boolean isUsable() {
    if (service == null && reason == null) {
      find();
    }
    return service != null;
  }

  /** Takes the first service that can be used here. */
  private void find() {
    if (range.mode() == Mode.NONE) {
      reason = "off";
      return;
    }
    FoundService<SingleCopy> found = FoundService.among(services);
    service = found.service();
    reason = found.reason();
  }

  /** Null for memory that peers are not to use so: they read and do not write. */
  BtlRegistration register(ByteBuffer memory, int access) {
    int written = BtlRegistration.REMOTE_WRITE | BtlRegistration.REMOTE_ATOMIC;
    if (!memory.isDirect() || (access & written) != 0 || !isWanted() || !isUsable()) {
      return null;
    }
    Registration registration = new Registration(memory, service.addressOf(memory), open.size());
    open.add(registration);
    return registration;
  }

  int registrationCount() {
    return open.size();
  }

  /** Whether a key is of memory of this kind. */
  static boolean isKey(byte[] key) {
    return key.length == KEY_BYTES;
  }

  /** Checks a key that has come from a peer. */
  static void check(byte[] key, long ownerProcessId, int owner, long offset, long lengthBytes) {
    ByteBuffer words = words(key);
    long capacityBytes = words.getLong(LENGTH);
    if (words.getLong(0) != ownerProcessId
        || words.getInt(RANK) != owner
        || words.getInt(ZERO) != 0
        || capacityBytes < 0
        || capacityBytes > Integer.MAX_VALUE
        || offset < 0
        || lengthBytes < 0
        || lengthBytes > capacityBytes - offset) {
      throw new FrameRejectedException(
          Rejection.BAD_KEY,
          "no key of rank " + owner + " for " + lengthBytes + " bytes from " + offset);
    }
  }

  /** Reads a peer's memory without its help; DONE or REFUSED. */
  BtlResult get(Convertor target, long position, byte[] key, long offset, long lengthBytes) {
    if (!isUsable() || !range.readsAlone(lengthBytes)) {
      return BtlResult.REFUSED;
    }
    ByteBuffer words = words(key);
    long address = words.getLong(ADDRESS) + offset;
    MemoryRegion region = target.region();
    try {
      if (region != null) {
        int at = (int) (region.offset() + position);
        service.read(words.getLong(0), address, region.root(), at, (int) lengthBytes);
      } else {
        readStaged(target, position, words.getLong(0), address, lengthBytes);
      }
    } catch (BtlException cannotRead) {
      // The bytes come by another protocol, or the peer's end is found out by what watches it.
      refusals++;
      trouble = ", last failure: " + cannotRead.getMessage();
      return BtlResult.REFUSED;
    }
    gets++;
    return BtlResult.DONE;
  }

  private void readStaged(
      Convertor target, long position, long owner, long address, long lengthBytes) {
    if (staging == null) {
      staging = Memory.allocate(STAGING_BYTES);
    }
    for (long done = 0; done < lengthBytes; done += STAGING_BYTES) {
      int count = (int) Math.min(STAGING_BYTES, lengthBytes - done);
      service.read(owner, address + done, staging.bytes(), 0, count);
      target.unpack(position + done, staging, 0, count);
    }
  }

  private static ByteBuffer words(byte[] key) {
    return ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN);
  }

  String describe() {
    if (service == null) {
      return "single copy: " + (reason == null ? "not asked for" : reason);
    }
    return "single copy by %s%s: %d gets, %d refused%s, targets kept %d, registrations %d"
        .formatted(
            service.getClass().getSimpleName(),
            Boolean.FALSE.equals(quick) ? ", slower than copying" : "",
            gets,
            refusals,
            trouble,
            kept.size(),
            open.size());
  }

  /** Whether it works on this host, for a report; looks for the service. */
  String explain() {
    return isUsable() ? "works, by " + service.getClass().getSimpleName() : reason;
  }

  // Copies that both sides share: the receiver reads some chunks, the sender writes the others

  /** What a key says of where its memory is in its process. */
  static long addressOf(byte[] key) {
    return words(key).getLong(ADDRESS);
  }

  /**
   * For the receiver: the address of a target that its sender can write to.
   *
   * @return 0 if it cannot
   */
  long targetAddress(MemoryRegion target) {
    return target != null && target.root().isDirect() && isUsable()
        ? service.addressOf(target.root())
        : 0;
  }

  /** For the receiver: a peer may write to this target at any time from now on. */
  void keep(ByteBuffer target) {
    kept.add(target);
  }

  /** For the receiver: reads a peer's memory from an offset on, into targets with an address. */
  PendingGet.Source source(byte[] key, long offset) {
    long owner = words(key).getLong(0);
    long address = addressOf(key) + offset;
    return (target, position, at, count) -> {
      MemoryRegion region = target.region();
      int to = (int) (region.offset() + position);
      try {
        service.read(owner, address + at, region.root(), to, count);
      } catch (BtlException cannotRead) {
        refusals++;
        trouble = ", last failure: " + cannotRead.getMessage();
        throw cannotRead;
      }
    };
  }

  /**
   * For the sender: writes from its memory to a peer's.
   *
   * @param address of memory that has been registered here
   * @param offset in it, at least 0
   * @param to an address in the peer
   * @return null if no such memory is registered
   */
  CopyHelp.Copy help(long address, long offset, long lengthBytes, long owner, long to) {
    for (int i = 0; i < open.size(); i++) {
      ByteBuffer memory = open.get(i).memory;
      if (open.get(i).address == address && lengthBytes <= memory.capacity() - offset) {
        return (at, count) -> write(owner, to + at, memory, (int) (offset + at), count);
      }
    }
    return null;
  }

  private void write(long owner, long to, ByteBuffer memory, int from, int count) {
    try {
      service.write(owner, to, memory, from, count);
    } catch (BtlException cannotWrite) {
      trouble = ", last failure: " + cannotWrite.getMessage();
      throw cannotWrite;
    }
  }

  private final class Registration implements BtlRegistration {
    private final ByteBuffer memory;
    private final long address;

    /** Among those that are open; -1 when it is not. */
    private int place;

    Registration(ByteBuffer memory, long address, int place) {
      this.memory = memory;
      this.address = address;
      this.place = place;
    }

    @Override
    public ByteBuffer memory() {
      return memory;
    }

    @Override
    public byte[] key() {
      return ByteBuffer.allocate(KEY_BYTES)
          .order(ByteOrder.LITTLE_ENDIAN)
          .putLong(processId)
          .putInt(rank)
          .putInt(0)
          .putLong(address)
          .putLong(memory.capacity())
          .array();
    }

    @Override
    public void close() {
      if (place < 0) {
        return;
      }
      Registration last = open.remove(open.size() - 1);
      if (last != this) {
        open.set(place, last);
        last.place = place;
      }
      place = -1;
    }
  }
}
