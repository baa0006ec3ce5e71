package org.ob1j.btl.sm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.memory.MemoryRegion;

/**
 * Put and get to one peer: copies in memory that both map. A put is done when it returns. So is a
 * short get; a long one is shared with the peer if both sides' memory allows it, and goes on in
 * progress.
 */
final class PeerMemory {
  /** The control message that asks the peer for help; its words: board, operation. */
  static final long HELP = 2;

  /** Copied at once; then others get their turn. */
  private static final int TURN_BYTES = 4 << 20;

  /** A chunk of a copy that is not shared. */
  private static final int UNSHARED_CHUNK_BYTES = 1 << 20;

  /** Two cores must not write to the same line. */
  private static final int LINE_BYTES = 64;

  private static final int MAX_COPY_BYTES = 1 << 30;

  private final SharedBuffers ownBuffers;
  private final SingleCopyMemory singleCopy;
  private final int peer;
  private final long peerProcessId;
  private final PeerBuffers peerBuffers;
  private final OutgoingRing ring;
  private final CopyBoard[] ownBoards;
  private final CopyBoard[] peerBoards;
  private final boolean[] boardInUse;
  private final long splitBytes;
  private final int chunkBytes;

  private final List<PendingGet> gets = new ArrayList<>();
  private final Deque<CopyHelp> helps = new ArrayDeque<>();
  private long operations;
  private long puts;
  private long directGets;
  private long longGets;
  private long sharedGets;
  private long helped;
  private String trouble = "";

  PeerMemory(
      SharedBuffers ownBuffers,
      SingleCopyMemory singleCopy,
      int peer,
      long peerProcessId,
      String jobId,
      OutgoingRing ring,
      CopyBoard[] ownBoards,
      CopyBoard[] peerBoards,
      SharedMemorySettings settings) {
    this.ownBuffers = ownBuffers;
    this.singleCopy = singleCopy;
    this.peer = peer;
    this.peerProcessId = peerProcessId;
    this.ring = ring;
    this.ownBoards = ownBoards;
    this.peerBoards = peerBoards;
    peerBuffers = new PeerBuffers(jobId);
    boardInUse = new boolean[ownBoards.length];
    splitBytes = settings.splitBytes();
    chunkBytes = settings.splitChunkBytes();
  }

  /** Checks a key that has come from the peer. */
  void checkKey(byte[] remoteKey, long remoteOffset, long lengthBytes) {
    if (SingleCopyMemory.isKey(remoteKey)) {
      SingleCopyMemory.check(remoteKey, peerProcessId, peer, remoteOffset, lengthBytes);
    } else {
      BufferKey.of(remoteKey).check(peerProcessId, peer, remoteOffset, lengthBytes);
    }
  }

  BtlResult put(
      Convertor source, long position, byte[] remoteKey, long remoteOffset, long lengthBytes) {
    if (SingleCopyMemory.isKey(remoteKey)) {
      return BtlResult.REFUSED;
    }
    BufferKey key = BufferKey.of(remoteKey);
    Memory file = find(key, BtlRegistration.REMOTE_WRITE, remoteOffset, lengthBytes);
    if (file == null) {
      return BtlResult.REFUSED;
    }
    int offset = SharedBufferFile.HEADER_BYTES + (int) remoteOffset;
    for (long done = 0; done < lengthBytes; done += MAX_COPY_BYTES) {
      int count = (int) Math.min(MAX_COPY_BYTES, lengthBytes - done);
      source.pack(position + done, file, offset + (int) done, count);
    }
    puts++;
    return BtlResult.DONE;
  }

  BtlResult get(
      Convertor target,
      long position,
      BtlRegistration local,
      byte[] remoteKey,
      long remoteOffset,
      long lengthBytes,
      BtlCompletion completion) {
    if (SingleCopyMemory.isKey(remoteKey)) {
      SingleCopyMemory.check(remoteKey, peerProcessId, peer, remoteOffset, lengthBytes);
      return singleCopy.get(target, position, remoteKey, remoteOffset, lengthBytes);
    }
    BufferKey key = BufferKey.of(remoteKey);
    Memory file = find(key, BtlRegistration.REMOTE_READ, remoteOffset, lengthBytes);
    if (file == null) {
      return BtlResult.REFUSED;
    }
    int offset = SharedBufferFile.HEADER_BYTES + (int) remoteOffset;
    MemoryRegion region = lengthBytes < splitBytes ? null : regionOf(target, local);
    if (region == null && lengthBytes <= TURN_BYTES) {
      target.unpack(position, file, offset, (int) lengthBytes);
      directGets++;
      return BtlResult.DONE;
    }
    int chunk = region == null ? UNSHARED_CHUNK_BYTES : sharedChunkBytes(lengthBytes);
    PendingGet get = new PendingGet(file, offset, target, position, lengthBytes, chunk, completion);
    if (region != null) {
      share(get, key, remoteOffset, local, region.offset() + position, lengthBytes);
    }
    return begin(get);
  }

  private BtlResult begin(PendingGet get) {
    longGets++;
    // Those before it wait for the peer at most, so this process has time for the next.
    boolean isNext = gets.isEmpty() || gets.get(gets.size() - 1).isTaken();
    if (isNext && get.advance(TURN_BYTES)) {
      release(get);
      return BtlResult.DONE;
    }
    gets.add(get);
    return BtlResult.STARTED;
  }

  private static MemoryRegion regionOf(Convertor target, BtlRegistration local) {
    MemoryRegion region = target.region();
    return local instanceof SharedBuffers.Registration
            && region != null
            && region.root() == local.memory()
        ? region
        : null;
  }

  /** The peer's file, or null if these bytes cannot be reached. */
  private Memory find(BufferKey key, int access, long offset, long lengthBytes) {
    key.check(peerProcessId, peer, offset, lengthBytes);
    return (key.access() & access) == 0 ? null : find(key);
  }

  private Memory find(BufferKey key) {
    try {
      return peerBuffers.find(key);
    } catch (IOException cannotMap) {
      trouble = ", cannot map: " + cannotMap.getMessage();
      return null;
    }
  }

  /** Offers the peer a part of the copy, if a board is free and the message gets through. */
  private void share(
      PendingGet get,
      BufferKey source,
      long sourceOffset,
      BtlRegistration local,
      long targetOffset,
      long lengthBytes) {
    int board = 0;
    while (board < boardInUse.length && boardInUse[board]) {
      board++;
    }
    if (board == boardInUse.length) {
      return;
    }
    long operation = ++operations;
    ownBoards[board].offer(
        operation,
        new CopyBoard.Job(
            source.buffer(),
            sourceOffset,
            ((SharedBuffers.Registration) local).bufferKey(),
            targetOffset,
            lengthBytes,
            sharedChunkBytes(lengthBytes)));
    if (asksForHelp(board, operation)) {
      boardInUse[board] = true;
      get.share(ownBoards[board], board, operation);
      sharedGets++;
    }
  }

  /** Half of what is copied at most: there is a part for each side. */
  private int sharedChunkBytes(long lengthBytes) {
    long halfBytes = (lengthBytes + 1) / 2 + LINE_BYTES - 1 & -LINE_BYTES;
    return (int) Math.min(chunkBytes, halfBytes);
  }

  private boolean asksForHelp(int board, long operation) {
    try {
      return ring.sendControl(HELP, board, operation, 0);
    } catch (BrokenRingException broken) {
      // The next frame finds that out too, and reports it.
      return false;
    }
  }

  private void release(PendingGet get) {
    if (get.boardIndex() >= 0) {
      boardInUse[get.boardIndex()] = false;
    }
  }

  /**
   * The peer asks for help with a get.
   *
   * @return false if the request is of no more use
   * @throws FrameRejectedException if it cannot be right
   */
  boolean help(long boardIndex, long operation) {
    if (boardIndex < 0 || boardIndex >= peerBoards.length) {
      throw new FrameRejectedException(Rejection.BAD_OFFSET, "copy board " + boardIndex);
    }
    CopyBoard board = peerBoards[(int) boardIndex];
    CopyBoard.Job job = board.read(peerProcessId, peer);
    ByteBuffer source = ownBuffers.registered(job.sourceBuffer(), BtlRegistration.REMOTE_READ);
    // What is read may belong to a later operation already: it is dropped, not found wrong.
    if (source == null || !isPossible(job, source)) {
      return false;
    }
    Memory target = find(job.target());
    if (target == null) {
      return false;
    }
    helps.add(new CopyHelp(board, operation, job, source, target));
    helped++;
    return true;
  }

  private static boolean isPossible(CopyBoard.Job job, ByteBuffer source) {
    BufferKey target = job.target();
    return job.lengthBytes() > 0
        && job.chunkBytes() > 0
        && job.sourceOffset() >= 0
        && job.targetOffset() >= 0
        && target.descriptor() >= 0
        && target.capacityBytes() <= SharedBufferFile.MAX_CAPACITY
        && job.lengthBytes() <= source.capacity() - job.sourceOffset()
        && job.lengthBytes() <= target.capacityBytes() - job.targetOffset();
  }

  boolean isPending() {
    return !gets.isEmpty() || !helps.isEmpty();
  }

  /** Goes on with what is under way; returns whether anything ended. */
  boolean progress(BtlEndpoint endpoint) {
    while (!helps.isEmpty() && !helps.peek().advance(TURN_BYTES)) {
      helps.remove();
    }
    boolean ended = false;
    int i = 0;
    // A completion may begin another get and so append to the list.
    while (i < gets.size()) {
      PendingGet get = gets.get(i);
      if (get.advance(TURN_BYTES)) {
        gets.remove(i);
        release(get);
        get.completion().completed(endpoint, BtlResult.DONE);
        ended = true;
      } else if (get.isTaken()) {
        i++;
      } else {
        break;
      }
    }
    return ended;
  }

  /** The peer is gone. */
  void failed(BtlEndpoint endpoint) {
    helps.clear();
    List<PendingGet> lost = new ArrayList<>(gets);
    gets.clear();
    lost.forEach(get -> get.completion().completed(endpoint, BtlResult.FAILED));
  }

  String describe() {
    return String.format(
        "puts %d, gets %d and %d long, %d of them shared, helped %d times, %d buffers mapped, %d"
            + " gets under way%s",
        puts, directGets, longGets, sharedGets, helped, peerBuffers.count(), gets.size(), trouble);
  }
}
