package org.ob1j.btl.sm.copy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.btl.service.SingleCopy;
import org.ob1j.btl.sm.copy.SingleCopyRange.Mode;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.job.ProcessId;
import org.ob1j.runtime.memory.FoundService;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.memory.MemoryRegion;

/**
 * Ordinary direct memory that peers read from where it is, if some module provides {@link
 * SingleCopy}; of a long message the sender writes a part to where it is to be, meanwhile. A key,
 * little-endian:
 *
 * <pre>
 *    0  process id (8)
 *    8  rank (4) | zero (4)
 *   16  address (8)
 *   24  length (8)        in bytes
 * </pre>
 */
public final class SingleCopyMemory {
  /** How much is read to find out how quickly that goes. */
  static final int TRIED_BYTES = 64 << 10;

  private static final int KEY_BYTES = 32;
  private static final int RANK = 8;
  private static final int ZERO = 12;
  private static final int ADDRESS = 16;
  private static final int LENGTH = 24;

  /** What is read at a time into memory of the transport, for a target that is an array. */
  private static final int STAGING_BYTES = 256 << 10;

  /**
   * Targets that a peer, which was given up while it was to write a chunk, writes to if it ever
   * goes on. Their place would be somebody else's if they were freed.
   */
  private final List<ByteBuffer> kept = new ArrayList<>();

  /** Null if peers are to read nothing. */
  private final SingleCopy service;

  /** Why there is no service; null if there is one. */
  private final String reason;

  private final SingleCopyRange range;
  private final int rank;
  private final long processId = ProcessId.current();
  private Memory staging;
  private final List<Registration> open = new ArrayList<>();
  private long gets;
  private long refusals;
  private String trouble = "";

  /**
   * Decides for good whether peers read messages.
   *
   * @param found the service, or why there is none
   */
  public SingleCopyMemory(FoundService<SingleCopy> found, SingleCopyRange range, int rank) {
    this.range = range;
    this.rank = rank;
    reason = refusal(found, range);
    service = reason == null ? found.service() : null;
  }

  /** Why peers are to read nothing; null if they are. */
  private static String refusal(FoundService<SingleCopy> found, SingleCopyRange range) {
    if (range.mode() == Mode.NONE) {
      return "off";
    }
    if (found.service() == null || range.mode() == Mode.CMA) {
      return found.reason();
    }
    try {
      long nanos = found.service().readNanos(TRIED_BYTES);
      return nanos < range.quickNanos()
          ? null
          : "slower than copying, "
              + TRIED_BYTES
              + " bytes take "
              + nanos
              + " ns and btl_sm_quick_read_nanos is "
              + range.quickNanos();
    } catch (BtlException cannotRead) {
      return cannotRead.getMessage();
    }
  }

  /** Whether peers should read a message of this length. */
  public boolean covers(long lengthBytes) {
    return service != null && range.covers(lengthBytes);
  }

  /** Null for memory that peers are not to use so: they read and do not write. */
  public BtlRegistration register(ByteBuffer memory, int access) {
    int written = BtlRegistration.REMOTE_WRITE | BtlRegistration.REMOTE_ATOMIC;
    if (service == null || !memory.isDirect() || (access & written) != 0) {
      return null;
    }
    Registration registration = new Registration(memory, service.addressOf(memory), open.size());
    open.add(registration);
    return registration;
  }

  public int registrationCount() {
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
  public BtlResult get(Convertor target, long position, byte[] key, long offset, long lengthBytes) {
    if (service == null || !range.readsAlone(lengthBytes)) {
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

  public String describe() {
    if (service == null) {
      return "single copy: " + reason;
    }
    return "single copy by %s: %d gets, %d refused%s, targets kept %d, registrations %d"
        .formatted(
            service.getClass().getSimpleName(), gets, refusals, trouble, kept.size(), open.size());
  }

  /** Whether it is used on this host, for the user. */
  public String explain() {
    return service == null ? reason : "works, by " + service.getClass().getSimpleName();
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
    return service != null && target != null && target.root().isDirect()
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
    private int index;

    Registration(ByteBuffer memory, long address, int index) {
      this.memory = memory;
      this.address = address;
      this.index = index;
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
      if (index < 0) {
        return;
      }
      Registration last = open.remove(open.size() - 1);
      if (last != this) {
        open.set(index, last);
        last.index = index;
      }
      index = -1;
    }
  }
}
