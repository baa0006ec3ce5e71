package org.ob1j.btl.sm.copy;

import java.lang.invoke.VarHandle;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.sm.buffer.BlocksKey;
import org.ob1j.btl.sm.buffer.BufferKey;
import org.ob1j.runtime.memory.Memory;

/**
 * Where two processes divide the work of one copy: the receiver, to whose ring in the sender's
 * segment this belongs, and the sender, which owns the segment. Little-endian, 384 bytes.
 *
 * <pre>
 *    0  taken (8)            operation (24 bit) | chunks taken from the end (20 bit) | from the
 *                            beginning (20 bit); changed by compare-and-set; all bits are set
 *                            while the rest is written
 *    8  helped (8)           operation (40 bit) | 1 if the sender could not copy one of its chunks
 *                            (1 bit) | chunks that it is through with (23 bit); sender, release
 *   16  source buffer (8)    the sender's; of blocks, their registration; of ordinary memory, its
 *                            address
 *   24  source offset (8)    in bytes; of blocks, of the message
 *   32  length (8)           in bytes
 *   40  target's key (40)    {@link BufferKey}, without process, rank and access; of ordinary memory,
 *                            its address is the buffer
 *   80  target offset (8)    in bytes; in blocks, of the message
 *   88  chunk bytes (4)
 *   92  kind of the source (4): 0 a run of a buffer, 1 blocks, 2 ordinary memory, and so is the
 *                            target
 *   96  length of the key of the target's blocks (4), else 0
 *  104  that key: {@link BlocksKey}
 * </pre>
 *
 * Whoever takes a chunk copies it: the sender from the beginning on, the receiver from the end
 * backwards. So a buffer that is used again has most of its lines in the cache of the side that
 * copies them. An operation is over when all chunks have been taken and the sender has said how
 * many it has copied; only then is the board used for another, with another operation number, so
 * that a sender that comes late takes nothing.
 */
public final class CopyBoard {
  public static final int BYTES = 384;

  private static final int HELPED = 8;

  /** So many chunks can be counted. */
  static final int MAX_CHUNKS = 1 << 20;

  private static final int SOURCE_BUFFER = 16;
  private static final int SOURCE_OFFSET = 24;
  private static final int LENGTH = 32;
  private static final int TARGET = 40;
  private static final int TARGET_OFFSET = 80;
  private static final int CHUNK_BYTES = 88;
  private static final int SOURCE_KIND = 92;
  private static final int BLOCKS_KEY_BYTES = 96;
  private static final int BLOCKS_KEY = 104;

  private static final int TAKEN_BITS = 20;
  private static final long TAKEN_MASK = MAX_CHUNKS - 1;
  private static final long FROM_BEGINNING = 1;
  private static final long FROM_END = 1L << TAKEN_BITS;
  private static final int TAKEN_OPERATION_SHIFT = 2 * TAKEN_BITS;

  /** While the board is written; of no operation, and nothing is left to take. */
  private static final long CLOSED = -1;

  private static final int HELPED_BITS = 24;
  private static final int HELP_FAILED = 1 << HELPED_BITS - 1;
  private static final int HELPED_MASK = HELP_FAILED - 1;

  private final Memory segment;
  private final int offset;

  public CopyBoard(Memory segment, int offset) {
    this.segment = segment;
    this.offset = offset;
  }

  /** What a copy comes from. The order is that of the numbers on the board. */
  enum SourceKind {
    /** A buffer that the receiver has mapped. */
    RUN,
    /** Blocks in such a buffer. */
    BLOCKS,
    /** Memory that only its own process has, as the target is. */
    ORDINARY;

    private static final SourceKind[] ALL = values();

    /** Null if there is none of this number. */
    static SourceKind of(int number) {
      return number >= 0 && number < ALL.length ? ALL[number] : null;
    }
  }

  /**
   * What is copied.
   *
   * @param source buffer, registration of blocks, or address of ordinary memory
   * @param kind null if it is not known
   * @param target its access is not told
   * @param targetKey of the blocks that the target lies in; null if it is one run
   */
  record Job(
      long source,
      SourceKind kind,
      long sourceOffset,
      BufferKey target,
      byte[] targetKey,
      long targetOffset,
      long lengthBytes,
      int chunkBytes) {
    int chunks() {
      return (int) ((lengthBytes + chunkBytes - 1) / chunkBytes);
    }

    int bytesOf(int chunk) {
      return (int) Math.min(chunkBytes, lengthBytes - (long) chunk * chunkBytes);
    }
  }

  /** For the receiver: offers a copy. */
  void offer(long operation, Job job) {
    // A sender that still reads what the last operation was takes nothing from here on.
    segment.putLongRelease(offset, CLOSED);
    VarHandle.storeStoreFence();
    segment.putLong(offset + SOURCE_BUFFER, job.source());
    segment.putLong(offset + SOURCE_OFFSET, job.sourceOffset());
    segment.putLong(offset + LENGTH, job.lengthBytes());
    segment.bytes().put(offset + TARGET, job.target().toBytes());
    segment.putLong(offset + TARGET_OFFSET, job.targetOffset());
    segment.putInt(offset + CHUNK_BYTES, job.chunkBytes());
    segment.putInt(offset + SOURCE_KIND, job.kind().ordinal());
    byte[] key = job.targetKey();
    segment.putInt(offset + BLOCKS_KEY_BYTES, key == null ? 0 : key.length);
    if (key != null) {
      segment.bytes().put(offset + BLOCKS_KEY, key);
    }
    segment.putLong(offset + HELPED, operation << HELPED_BITS);
    segment.putLongRelease(offset, operation << TAKEN_OPERATION_SHIFT);
  }

  /** For the sender: what is offered. Means nothing unless a chunk can be taken afterwards. */
  Job read(long receiverProcessId, int receiver) {
    byte[] target = new byte[BufferKey.BYTES];
    segment.bytes().get(offset + TARGET, target);
    BufferKey told = BufferKey.of(target);
    return new Job(
        segment.getLong(offset + SOURCE_BUFFER),
        SourceKind.of(segment.getInt(offset + SOURCE_KIND)),
        segment.getLong(offset + SOURCE_OFFSET),
        new BufferKey(receiverProcessId, receiver, 0, told.location(), told.buffer()),
        readTargetKey(),
        segment.getLong(offset + TARGET_OFFSET),
        segment.getLong(offset + LENGTH),
        segment.getInt(offset + CHUNK_BYTES));
  }

  private byte[] readTargetKey() {
    int length = segment.getInt(offset + BLOCKS_KEY_BYTES);
    if (length <= 0 || length > BtlRegistration.MAX_KEY_BYTES) {
      return null;
    }
    byte[] key = new byte[length];
    segment.bytes().get(offset + BLOCKS_KEY, key);
    return key;
  }

  /**
   * For the sender: takes the first chunk of an operation that is left.
   *
   * @return -1 if there is none, or the operation is over
   */
  int takeFirst(long operation, int chunks) {
    return take(operation, chunks, FROM_BEGINNING);
  }

  /** For the receiver: takes the last chunk that is left. */
  int takeLast(long operation, int chunks) {
    return take(operation, chunks, FROM_END);
  }

  private int take(long operation, int chunks, long one) {
    while (true) {
      long taken = segment.getLongVolatile(offset);
      int first = (int) (taken & TAKEN_MASK);
      int last = chunks - 1 - (int) (taken >>> TAKEN_BITS & TAKEN_MASK);
      long current = taken >>> TAKEN_OPERATION_SHIFT;
      if (current != operation << TAKEN_OPERATION_SHIFT >>> TAKEN_OPERATION_SHIFT || first > last) {
        return -1;
      }
      if (segment.compareAndSetLong(offset, taken, taken + one)) {
        return one == FROM_BEGINNING ? first : last;
      }
    }
  }

  /**
   * For the sender: it is through with so many chunks of the operation.
   *
   * @param failed whether it could not copy one of them
   */
  void setHelped(long operation, int chunks, boolean failed) {
    int helped = failed ? chunks | HELP_FAILED : chunks;
    segment.putLongRelease(offset + HELPED, operation << HELPED_BITS | helped);
  }

  /** For the receiver: how many chunks the sender is through with. */
  int helped(long operation) {
    return help(operation) & HELPED_MASK;
  }

  /** For the receiver: whether the sender could not copy one of those. */
  boolean helpFailed(long operation) {
    return (help(operation) & HELP_FAILED) != 0;
  }

  private int help(long operation) {
    long help = segment.getLongAcquire(offset + HELPED);
    boolean current = help >>> HELPED_BITS == operation << HELPED_BITS >>> HELPED_BITS;
    return current ? (int) help & (HELP_FAILED | HELPED_MASK) : 0;
  }
}
