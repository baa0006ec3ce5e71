package org.ob1j.btl.sm.copy;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.sm.buffer.BlocksKey;
import org.ob1j.btl.sm.buffer.BufferKey;
import org.ob1j.btl.sm.buffer.PublishedLayouts;
import org.ob1j.btl.sm.buffer.SharedBuffers;
import org.ob1j.btl.sm.copy.CopyBoard.SourceKind;
import org.ob1j.runtime.datatype.BlockSource;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.job.ProcessName;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.memory.MemoryRegion;

/**
 * Put and get to one peer: copies in memory that both map, or out of the peer's own. A put is done
 * when it returns. So is a short get; a long one is shared with the peer if both sides' memory
 * allows it, and goes on in progress.
 */
public final class PeerMemory {
  /** The control message that asks the peer for help; its words: board, operation. */
  public static final long HELP = 2;

  /** For the peer to copy a chunk, which takes it microseconds. */
  private static final long CHUNK_PATIENCE_NANOS = 1_000_000_000;

  /** Copied at once; then others get their turn. */
  private static final int TURN_BYTES = 4 << 20;

  /** A chunk of a copy that is not shared. */
  private static final int UNSHARED_CHUNK_BYTES = 1 << 20;

  /** Two cores must not write to the same line. */
  private static final int LINE_BYTES = 64;

  private static final int MAX_COPY_BYTES = 1 << 30;

  private final OwnMemory own;
  private final int peerRank;
  private final long peerProcessId;
  private final CopyEnds ends;
  private final HelpRequests requests;
  private final CopyBoard[] boards;
  private final boolean[] boardInUse;
  private final SharedCopySizes sharedCopies;

  private final List<PendingGet> gets = new ArrayList<>();
  private final Deque<CopyHelp> helps = new ArrayDeque<>();
  private boolean givenUp;

  /** Until one side could not reach the other's memory. */
  private boolean sharesOrdinary = true;

  private long operations;
  private long puts;
  private long directGets;
  private long blockGets;
  private long longGets;
  private long sharedGets;
  private long helped;
  private String trouble = "";

  public PeerMemory(
      OwnMemory own,
      ProcessName peer,
      long peerProcessId,
      HelpRequests requests,
      CopyBoard[] boards) {
    this.own = own;
    peerRank = peer.rank();
    this.peerProcessId = peerProcessId;
    this.requests = requests;
    this.boards = boards;
    ends = new CopyEnds(own, peerProcessId, peer);
    boardInUse = new boolean[boards.length];
    sharedCopies = own.sharedCopies();
  }

  /** Checks a key that has come from the peer. */
  public void checkKey(byte[] remoteKey, long remoteOffset, long lengthBytes) {
    if (SingleCopyMemory.isKey(remoteKey)) {
      SingleCopyMemory.check(remoteKey, peerProcessId, peerRank, remoteOffset, lengthBytes);
    } else if (BlocksKey.isKey(remoteKey)) {
      BlocksKey.of(remoteKey).check(peerProcessId, peerRank, remoteOffset, lengthBytes);
    } else {
      BufferKey.of(remoteKey).check(peerProcessId, peerRank, remoteOffset, lengthBytes);
    }
  }

  public BtlResult put(
      Convertor source, long position, byte[] remoteKey, long remoteOffset, long lengthBytes) {
    if (SingleCopyMemory.isKey(remoteKey) || BlocksKey.isKey(remoteKey)) {
      return BtlResult.REFUSED;
    }
    BufferKey key = BufferKey.of(remoteKey);
    Memory file = find(key, BtlRegistration.REMOTE_WRITE, remoteOffset, lengthBytes);
    if (file == null) {
      return BtlResult.REFUSED;
    }
    int offset = key.begin() + (int) remoteOffset;
    for (long done = 0; done < lengthBytes; done += MAX_COPY_BYTES) {
      int count = (int) Math.min(MAX_COPY_BYTES, lengthBytes - done);
      source.pack(position + done, file, offset + (int) done, count);
    }
    puts++;
    return BtlResult.DONE;
  }

  public BtlResult get(
      Convertor target,
      long position,
      BtlRegistration local,
      byte[] remoteKey,
      long remoteOffset,
      long lengthBytes,
      BtlCompletion completion) {
    if (SingleCopyMemory.isKey(remoteKey)) {
      SingleCopyMemory.check(remoteKey, peerProcessId, peerRank, remoteOffset, lengthBytes);
      return getOrdinary(target, position, remoteKey, remoteOffset, lengthBytes, completion);
    }
    Origin origin =
        BlocksKey.isKey(remoteKey)
            ? blocks(BlocksKey.of(remoteKey), remoteOffset, lengthBytes)
            : run(BufferKey.of(remoteKey), remoteOffset, lengthBytes, target.isContiguous());
    if (origin == null) {
      return BtlResult.REFUSED;
    }
    CopyBoard.Job job =
        lengthBytes < leastSharedBytes(origin.inBlocks() || !target.isContiguous())
            ? null
            : job(origin, target, position, local, remoteOffset, lengthBytes);
    if (job == null && lengthBytes <= TURN_BYTES) {
      origin.bytes().copyTo(target, position, 0, (int) lengthBytes);
      directGets++;
      return BtlResult.DONE;
    }
    int chunk = job == null ? UNSHARED_CHUNK_BYTES : job.chunkBytes();
    PendingGet get =
        new PendingGet(origin.bytes(), target, position, lengthBytes, chunk, completion);
    if (job != null && !givenUp) {
      share(get, job);
    }
    return begin(get);
  }

  /** Out of memory that only the peer has. */
  private BtlResult getOrdinary(
      Convertor target,
      long position,
      byte[] remoteKey,
      long remoteOffset,
      long lengthBytes,
      BtlCompletion completion) {
    CopyBoard.Job job =
        givenUp || !sharesOrdinary || lengthBytes < sharedCopies.leastOrdinaryBytes()
            ? null
            : ordinaryJob(target.region(), position, remoteKey, remoteOffset, lengthBytes);
    if (job == null) {
      return own.singleCopy().get(target, position, remoteKey, remoteOffset, lengthBytes);
    }
    PendingGet.Source source = own.singleCopy().source(remoteKey, remoteOffset);
    PendingGet get =
        new PendingGet(source, target, position, lengthBytes, job.chunkBytes(), completion);
    get.letPeerWrite(target.region().root());
    share(get, job);
    return begin(get);
  }

  /** Null if the peer cannot write to the target. */
  private CopyBoard.Job ordinaryJob(
      MemoryRegion target, long position, byte[] remoteKey, long remoteOffset, long lengthBytes) {
    long address = own.singleCopy().targetAddress(target);
    int chunk = sharedChunkBytes(lengthBytes);
    if (address == 0 || lengthBytes / chunk >= CopyBoard.MAX_CHUNKS) {
      return null;
    }
    return new CopyBoard.Job(
        SingleCopyMemory.addressOf(remoteKey),
        SourceKind.ORDINARY,
        remoteOffset,
        BufferKey.ofAddress(address, target.root().capacity()),
        null,
        target.offset() + position,
        lengthBytes,
        chunk);
  }

  private long leastSharedBytes(boolean inBlocks) {
    return sharedCopies.leastBytes(inBlocks && !own.natives().isThere());
  }

  /**
   * Where a get finds its bytes.
   *
   * @param number by which the peer knows them: of a buffer, or of the registration of blocks
   */
  private record Origin(PendingGet.Source bytes, long number, boolean inBlocks) {}

  /** Null if these bytes cannot be reached. */
  private Origin run(BufferKey key, long offset, long lengthBytes, boolean intoRun) {
    Memory file = find(key, BtlRegistration.REMOTE_READ, offset, lengthBytes);
    if (file == null) {
      return null;
    }
    if (intoRun || lengthBytes == 0) {
      return new Origin(
          PendingGet.Source.of(file, key.begin() + (int) offset), key.buffer(), false);
    }
    return new Origin(
        bytesOf(ends.run(file, key.begin() + offset, lengthBytes), 0), key.buffer(), false);
  }

  private static PendingGet.Source bytesOf(BlockSource message, long offset) {
    return (target, position, at, count) -> message.copyTo(target, offset + at, position, count);
  }

  /** Null if these bytes of the peer's message cannot be reached. */
  private Origin blocks(BlocksKey key, long offset, long lengthBytes) {
    key.check(peerProcessId, peerRank, offset, lengthBytes);
    try {
      BlockSource message = ends.message(key);
      if (message == null || offset > message.lengthBytes() - lengthBytes) {
        return null;
      }
      blockGets++;
      return new Origin(bytesOf(message, offset), key.registration(), true);
    } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException unusable) {
      trouble = ", cannot get blocks: " + unusable.getMessage();
      return null;
    }
  }

  /** What the peer can help with; null if it cannot reach the target, or the board cannot count. */
  private CopyBoard.Job job(
      Origin origin,
      Convertor target,
      long position,
      BtlRegistration local,
      long remoteOffset,
      long lengthBytes) {
    int chunk = sharedChunkBytes(lengthBytes);
    if (lengthBytes / chunk >= CopyBoard.MAX_CHUNKS) {
      return null;
    }
    BufferKey buffer;
    byte[] key = null;
    long offset = position;
    if (local instanceof PublishedLayouts.Registration blocks) {
      buffer = blocks.bufferKey();
      key = blocks.key();
    } else {
      MemoryRegion region = regionOf(target, local);
      if (region == null) {
        return null;
      }
      buffer = ((SharedBuffers.Registration) local).bufferKey();
      offset += region.offset();
    }
    return new CopyBoard.Job(
        origin.number(),
        origin.inBlocks() ? SourceKind.BLOCKS : SourceKind.RUN,
        remoteOffset,
        buffer,
        key,
        offset,
        lengthBytes,
        chunk);
  }

  private BtlResult begin(PendingGet get) {
    longGets++;
    // Those before it wait for the peer at most, so this process has time for the next.
    boolean isNext = gets.isEmpty() || gets.get(gets.size() - 1).isTaken();
    if (isNext && get.advance(TURN_BYTES)) {
      return end(get);
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
    try {
      return ends.file(key, access, offset, lengthBytes);
    } catch (IOException cannotMap) {
      trouble = ", cannot map: " + cannotMap.getMessage();
      return null;
    }
  }

  /** Offers the peer a part of the copy, if a board is free and the message gets through. */
  private void share(PendingGet get, CopyBoard.Job job) {
    int board = freeBoard();
    if (board < 0) {
      return;
    }
    long operation = ++operations;
    boards[board].offer(operation, job);
    if (requests.send(board, operation)) {
      boardInUse[board] = true;
      get.share(boards[board], board, operation);
      sharedGets++;
    }
  }

  /**
   * A board that is not in use, or -1. If there is none, one is taken from a get that is through
   * but has not been told so yet: that is done in progress, and many messages may begin before.
   */
  private int freeBoard() {
    for (int board = 0; board < boardInUse.length; board++) {
      if (!boardInUse[board]) {
        return board;
      }
    }
    for (int i = 0; i < gets.size(); i++) {
      int left = gets.get(i).leaveBoard();
      if (left >= 0) {
        boardInUse[left] = false;
        return left;
      }
    }
    return -1;
  }

  /** Half of what is copied at most: there is a part for each side. */
  private int sharedChunkBytes(long lengthBytes) {
    long halfBytes = (lengthBytes + 1) / 2 + LINE_BYTES - 1 & -LINE_BYTES;
    return (int) Math.min(sharedCopies.chunkBytes(), halfBytes);
  }

  private BtlResult end(PendingGet get) {
    BtlResult result = get.result();
    if (get.boardIndex() >= 0) {
      boardInUse[get.boardIndex()] = false;
    }
    if (result != BtlResult.DONE) {
      // Only ordinary memory can be found out to be out of reach in the midst of a copy.
      sharesOrdinary = false;
      trouble = ", single copies are not shared, as one side could not reach the other's memory";
    }
    return result;
  }

  /**
   * The peer asks for help with a get.
   *
   * @param board on which the peer has described it
   * @return false if the request is of no more use
   * @throws FrameRejectedException if it cannot be right
   */
  public boolean help(CopyBoard board, long operation) {
    if (givenUp) {
      return false;
    }
    CopyBoard.Job job = board.read(peerProcessId, peerRank);
    CopyHelp.Copy copy;
    try {
      copy = ends.help(job);
    } catch (IOException cannotMap) {
      trouble = ", cannot map: " + cannotMap.getMessage();
      return false;
    }
    if (copy != null) {
      helps.add(new CopyHelp(board, operation, job, copy));
      helped++;
    }
    return copy != null;
  }

  public boolean isPending() {
    return !gets.isEmpty() || !helps.isEmpty();
  }

  /** Goes on with what is under way; returns whether anything ended. */
  public boolean progress(BtlEndpoint endpoint) {
    while (!helps.isEmpty() && !helps.peek().advance(TURN_BYTES)) {
      helps.remove();
    }
    boolean ended = false;
    int i = 0;
    // A completion may begin another get and so append to the list.
    while (i < gets.size() && !givenUp) {
      PendingGet get = gets.get(i);
      if (get.advance(TURN_BYTES)) {
        gets.remove(i);
        get.completion().completed(endpoint, end(get));
        ended = true;
      } else if (get.isTaken()) {
        i++;
      } else {
        break;
      }
    }
    return ended;
  }

  /** Neither side copies any more; what is under way ends when it has {@link #failed}. */
  public void giveUp() {
    if (!givenUp) {
      givenUp = true;
      helps.clear();
      gets.forEach(get -> giveUp(get, CHUNK_PATIENCE_NANOS));
    }
  }

  private void giveUp(PendingGet get, long patienceNanos) {
    if (!get.giveUp(patienceNanos) && get.writtenByPeer() != null) {
      own.singleCopy().keep(get.writtenByPeer());
    }
  }

  /** The peer is gone, or so it is said: it may live and be at a chunk. */
  public void failed(BtlEndpoint endpoint) {
    helps.clear();
    List<PendingGet> lost = new ArrayList<>(gets);
    gets.clear();
    if (!givenUp) {
      lost.forEach(get -> giveUp(get, 0));
    }
    lost.forEach(get -> get.completion().completed(endpoint, BtlResult.FAILED));
  }

  public String describe() {
    return String.format(
        "puts %d, gets %d, %d of blocks and %d long, %d of them shared, helped %d times, %d files of buffers mapped, %d"
            + " gets under way%s",
        puts,
        directGets,
        blockGets,
        longGets,
        sharedGets,
        helped,
        ends.mappedFiles(),
        gets.size(),
        trouble);
  }
}
