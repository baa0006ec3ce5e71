package org.ob1j.btl.tcp.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.GatheringByteChannel;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.ob1j.btl.BtlCompletion;
import org.ob1j.runtime.memory.Memory;

/**
 * The bytes on their way to one peer: frames in a ring of staging, and between them payloads that
 * are sent from where they are.
 *
 * <p>Positions count from the last time the queue was empty; a position modulo the staging's
 * capacity is the offset. Where the stream leaves the ring there is a <em>splice</em>: at its
 * position a payload of the user goes out, then the ring resumes at another position. A frame that
 * does not fit before the ring's end causes a splice without payload.
 *
 * <pre>
 *   ring:     | frame | frame | header |pad| frame |  gap |
 *             head                 \    /        \ .... /
 *   stream:   | frame | frame | header | payload |pad| frame | frame at the ring's start
 * </pre>
 */
public final class SendQueue {
  /** The most splices that may wait; each reserve needs up to two. */
  private static final int MAX_SPLICES = 32;

  private static final int SPLICES_OF_ONE_FRAME = 2;

  /** Where the stream leaves the ring. */
  public static final class Splice {
    private long position;
    private long resumePosition;
    private ByteBuffer payload;

    /** The payload's array, if it is in one, and where in it the payload ends, in bytes. */
    private Object array;

    private long arrayEnd;
    private int remainingBytes;
    private BtlCompletion completion;
    private boolean beingSent;
    private boolean finishedWhileSent;
  }

  private final StagingPool pool;
  private final int capacity;
  private final ByteBuffer[] pieces = new ByteBuffer[2 * Staging.VIEWS];
  private final ArrayDeque<Splice> splices = new ArrayDeque<>(MAX_SPLICES);
  private final ArrayDeque<Splice> finished = new ArrayDeque<>(MAX_SPLICES);
  private final ArrayDeque<Splice> free = new ArrayDeque<>(MAX_SPLICES);
  private Staging staging;
  private long head;
  private long tail;
  private long waitingBytes;

  /** The latest position at the ring's start that has its splice. */
  private long ringStart;

  private boolean claimed;

  public SendQueue(StagingPool pool) {
    this.pool = pool;
    this.capacity = pool.capacity();
  }

  /** Bytes that were sent to this queue and not yet taken by the socket. */
  public long waitingBytes() {
    return waitingBytes;
  }

  Memory memory() {
    return staging.memory();
  }

  /**
   * Sets room aside.
   *
   * @param lengthBytes a multiple of 8, at most half the staging's capacity
   * @return its offset in {@link #memory}, or -1 if there is none now
   */
  int claim(int lengthBytes) {
    if (splices.size() > MAX_SPLICES - SPLICES_OF_ONE_FRAME) {
      return -1;
    }
    if (staging == null) {
      staging = pool.take();
    }
    int offset = (int) (tail & capacity - 1);
    int untilEnd = capacity - offset;
    int needed = untilEnd < lengthBytes ? untilEnd + lengthBytes : lengthBytes;
    if (tail + needed - head > capacity) {
      return -1;
    }
    claimed = true;
    if (untilEnd < lengthBytes) {
      splice(tail + untilEnd);
      tail += untilEnd;
      ringStart = tail;
      return 0;
    }
    if (offset == 0 && tail != ringStart) {
      // The frame before ended just at the ring's end: one piece must not span it.
      splice(tail);
      ringStart = tail;
    }
    return offset;
  }

  /** Gives claimed room back. */
  public void unclaim() {
    claimed = false;
    releaseIfEmpty();
  }

  /** Appends claimed room to the stream. */
  void commit(int lengthBytes) {
    claimed = false;
    tail += lengthBytes;
    waitingBytes += lengthBytes;
  }

  /** Appends the goodbye; false if there is no room yet. */
  public boolean commitGoodbye() {
    int offset = claim(FramePrefix.BYTES);
    if (offset < 0) {
      return false;
    }
    FramePrefix.writeGoodbye(memory(), offset);
    commit(FramePrefix.BYTES);
    return true;
  }

  /** Whether the room that is claimed now could as well be this long. */
  boolean couldClaim(int lengthBytes) {
    return (tail & capacity - 1) + lengthBytes <= capacity && tail + lengthBytes - head <= capacity;
  }

  /**
   * Appends a payload where it is, and its padding. The frame's prefix and header must have been
   * committed just before, out of claimed room that was eight bytes longer.
   *
   * @param payload a view of the user's memory, from position to limit
   * @return to be passed to {@link #endOfSend}
   */
  Splice commitInPlace(ByteBuffer payload, BtlCompletion completion) {
    Splice splice = commitSplice(payload.remaining(), completion);
    splice.payload = payload;
    return splice;
  }

  /**
   * The same for a payload in an array of numbers.
   *
   * @param offset where in the array it begins, in bytes
   */
  Splice commitInPlace(Object array, long offset, int payloadBytes, BtlCompletion completion) {
    Splice splice = commitSplice(payloadBytes, completion);
    splice.array = array;
    splice.arrayEnd = offset + payloadBytes;
    return splice;
  }

  private Splice commitSplice(int payloadBytes, BtlCompletion completion) {
    int paddingBytes = FramePrefix.padded(payloadBytes) - payloadBytes;
    int skippedBytes = paddingBytes == 0 ? 0 : Long.BYTES - paddingBytes;
    if (paddingBytes > 0) {
      memory().putLong((int) (tail & capacity - 1), 0);
    }
    Splice splice = splice(tail + skippedBytes);
    splice.remainingBytes = payloadBytes;
    splice.completion = completion;
    splice.beingSent = true;
    tail += skippedBytes + paddingBytes;
    waitingBytes += payloadBytes + paddingBytes;
    return splice;
  }

  /** Tells that the send of a splice returns; true if its payload has been taken already. */
  public boolean endOfSend(Splice splice) {
    splice.beingSent = false;
    if (splice.finishedWhileSent) {
      recycle(splice);
      return true;
    }
    return false;
  }

  /**
   * Writes what the socket takes, in one call if it takes everything and no array is among it.
   *
   * @param arrays the same connection for payloads in arrays; null if there are none
   * @return how many bytes it took
   */
  public long writeTo(GatheringByteChannel channel, ArrayChannel arrays) throws IOException {
    long total = 0;
    boolean tookAll = true;
    while (tookAll && waitingBytes > 0) {
      long written;
      if (splices.isEmpty()) {
        int offset = (int) (head & capacity - 1);
        written = channel.write(staging.view(0, offset, (int) (tail - head)));
        tookAll = written == tail - head;
      } else if (nextArray() != null) {
        gather(arrays, nextArray());
        long gathered = arrays.listedBytes();
        written = arrays.write();
        tookAll = written == gathered;
      } else {
        long gathered = 0;
        int count = gather();
        for (int i = 0; i < count; i++) {
          gathered += pieces[i].remaining();
        }
        written = channel.write(pieces, 0, count);
        Arrays.fill(pieces, 0, count, null);
        tookAll = written == gathered;
      }
      advance(written);
      total += written;
    }
    releaseIfEmpty();
    return total;
  }

  /** Takes an operation that has ended, for its completion to be called; null if there is none. */
  public BtlCompletion nextFinished() {
    Splice splice = finished.poll();
    if (splice == null) {
      return null;
    }
    BtlCompletion completion = splice.completion;
    recycle(splice);
    return completion;
  }

  /** Drops everything. What waits for its completion is then given by {@link #nextFinished}. */
  public void abandon() {
    for (Splice splice = splices.poll(); splice != null; splice = splices.poll()) {
      finish(splice);
    }
    waitingBytes = 0;
    head = tail;
    claimed = false;
    releaseIfEmpty();
  }

  /** The array of the first payload that is sent in place; null if that is direct memory. */
  private Object nextArray() {
    for (Splice splice : splices) {
      if (splice.remainingBytes > 0) {
        return splice.array;
      }
    }
    return null;
  }

  /** Lists what native code can write together: payloads of one array and what is between them. */
  private void gather(ArrayChannel arrays, Object array) {
    arrays.begin(array);
    long position = head;
    for (Splice splice : splices) {
      if (splice.position > position) {
        addStaging(arrays, position, splice.position);
      }
      position = splice.resumePosition;
      if (splice.remainingBytes > 0) {
        if (splice.array != array || arrays.isFull()) {
          return;
        }
        arrays.addArray(splice.arrayEnd - splice.remainingBytes, splice.remainingBytes);
      }
      if (arrays.isFull()) {
        return;
      }
    }
    if (tail > position) {
      addStaging(arrays, position, tail);
    }
  }

  private void addStaging(ArrayChannel arrays, long from, long to) {
    arrays.addStaging(staging, (int) (from & capacity - 1), (int) (to - from));
  }

  /** Fills {@link #pieces} up to the first array and returns how many there are. */
  private int gather() {
    int count = 0;
    int views = 0;
    long position = head;
    for (Splice splice : splices) {
      if (splice.position > position) {
        pieces[count++] = view(views++, position, splice.position);
      }
      if (splice.remainingBytes > 0) {
        if (splice.array != null) {
          return count;
        }
        pieces[count++] = splice.payload;
      }
      position = splice.resumePosition;
      if (views == Staging.VIEWS || count > pieces.length - 2) {
        return count;
      }
    }
    if (tail > position) {
      pieces[count++] = view(views, position, tail);
    }
    return count;
  }

  private ByteBuffer view(int index, long from, long to) {
    return staging.view(index, (int) (from & capacity - 1), (int) (to - from));
  }

  private void advance(long written) {
    waitingBytes -= written;
    long left = written;
    while (true) {
      Splice next = splices.peek();
      if (next != null && next.position == head) {
        int taken = (int) Math.min(left, next.remainingBytes);
        next.remainingBytes -= taken;
        left -= taken;
        if (next.remainingBytes > 0) {
          return;
        }
        head = next.resumePosition;
        splices.remove();
        finish(next);
      } else if (left == 0) {
        return;
      } else {
        long step = Math.min(left, (next == null ? tail : next.position) - head);
        head += step;
        left -= step;
      }
    }
  }

  private Splice splice(long resumePosition) {
    Splice splice = free.isEmpty() ? new Splice() : free.poll();
    splice.position = tail;
    splice.resumePosition = resumePosition;
    splices.add(splice);
    return splice;
  }

  private void finish(Splice splice) {
    splice.payload = null;
    splice.array = null;
    if (splice.beingSent) {
      splice.finishedWhileSent = true;
    } else if (splice.completion != null) {
      finished.add(splice);
    } else {
      recycle(splice);
    }
  }

  private void recycle(Splice splice) {
    splice.payload = null;
    splice.array = null;
    splice.remainingBytes = 0;
    splice.completion = null;
    splice.finishedWhileSent = false;
    free.add(splice);
  }

  private void releaseIfEmpty() {
    if (waitingBytes == 0 && !claimed && staging != null) {
      while (!splices.isEmpty()) {
        finish(splices.remove());
      }
      head = 0;
      tail = 0;
      ringStart = 0;
      pool.give(staging);
      staging = null;
    }
  }
}
