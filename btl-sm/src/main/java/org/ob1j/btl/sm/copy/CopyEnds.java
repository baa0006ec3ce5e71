package org.ob1j.btl.sm.copy;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.sm.buffer.BlocksKey;
import org.ob1j.btl.sm.buffer.BufferKey;
import org.ob1j.btl.sm.buffer.PeerBuffers;
import org.ob1j.btl.sm.buffer.PeerLayouts;
import org.ob1j.btl.sm.buffer.PublishedLayouts;
import org.ob1j.btl.sm.copy.CopyBoard.SourceKind;
import org.ob1j.runtime.datatype.BlockLayout;
import org.ob1j.runtime.datatype.BlockSource;
import org.ob1j.runtime.datatype.BufferSection;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.job.ProcessName;
import org.ob1j.runtime.memory.Memory;

/**
 * Finds where copies between this process's memory and one peer's begin and end, and whether it all
 * lies within buffers.
 */
final class CopyEnds {
  private final OwnMemory own;
  private final long peerProcessId;
  private final int peerRank;
  private final PeerBuffers peerBuffers;
  private final PeerLayouts peerLayouts;

  CopyEnds(OwnMemory own, long peerProcessId, ProcessName peer) {
    this.own = own;
    this.peerProcessId = peerProcessId;
    peerRank = peer.rank();
    peerBuffers = new PeerBuffers(peer.job());
    peerLayouts = new PeerLayouts(peerBuffers);
  }

  int mappedFiles() {
    return peerBuffers.count();
  }

  /**
   * The peer's file.
   *
   * @return null if these bytes may not be reached, or the peer has freed them
   * @throws IOException if it cannot be mapped
   */
  Memory file(BufferKey key, int access, long offset, long lengthBytes) throws IOException {
    key.check(peerProcessId, peerRank, offset, lengthBytes);
    return (key.access() & access) == 0 ? null : peerBuffers.find(key);
  }

  /**
   * The peer's message in blocks.
   *
   * @return null if it may not be reached, or the peer has freed its buffer or its layout
   * @throws IOException if one of them cannot be mapped
   * @throws IllegalArgumentException if the layout is none
   * @throws IndexOutOfBoundsException if the blocks are not within the buffer
   */
  BlockSource message(BlocksKey key) throws IOException {
    Memory file = file(key.buffer(), BtlRegistration.REMOTE_READ, 0, 0);
    BlockLayout layout = file == null ? null : peerLayouts.find(key);
    if (layout == null) {
      return null;
    }
    BufferKey buffer = key.buffer();
    int count = (int) key.count();
    if (!layout.fits(key.origin(), count, buffer.capacityBytes())) {
      throw new IndexOutOfBoundsException(count + " elements are not all within " + buffer);
    }
    return new BlockSource(own.natives(), file, buffer.begin(), key.origin(), count, layout);
  }

  /** One run of bytes of a file of the peer's, as a message that is received into blocks. */
  BlockSource run(Memory file, long offset, long lengthBytes) {
    BlockLayout layout = BlockLayout.run(lengthBytes);
    return new BlockSource(own.natives(), file, 0, offset, 1, layout);
  }

  /**
   * The copy that a peer wants help with. What the job says may belong to a later one already, so
   * it is not found wrong.
   *
   * @return null if it is not possible
   * @throws IOException if the peer's buffer cannot be mapped
   */
  CopyHelp.Copy help(CopyBoard.Job job) throws IOException {
    BufferKey target = job.target();
    if (job.kind() == null
        || job.lengthBytes() <= 0
        || job.chunkBytes() <= 0
        || job.sourceOffset() < 0
        || job.targetOffset() < 0) {
      return null;
    }
    if (job.kind() == SourceKind.ORDINARY) {
      return helpWithOrdinary(job);
    }
    if (!target.location().isPossible()) {
      return null;
    }
    boolean inBlocks = job.kind() == SourceKind.BLOCKS || job.targetKey() != null;
    return inBlocks ? helpWithBlocks(job) : helpWithRun(job);
  }

  private CopyHelp.Copy helpWithOrdinary(CopyBoard.Job job) {
    return job.lengthBytes() > job.target().capacityBytes() - job.targetOffset()
        ? null
        : own.singleCopy()
            .help(
                job.source(),
                job.sourceOffset(),
                job.lengthBytes(),
                peerProcessId,
                job.target().buffer() + job.targetOffset());
  }

  private CopyHelp.Copy helpWithRun(CopyBoard.Job job) throws IOException {
    ByteBuffer root = own.buffers().readable(job.source());
    if (root == null
        || job.lengthBytes() > root.capacity() - job.sourceOffset()
        || job.lengthBytes() > job.target().capacityBytes() - job.targetOffset()) {
      return null;
    }
    Memory file = peerBuffers.find(job.target());
    if (file == null) {
      return null;
    }
    ByteBuffer source = root.duplicate().clear();
    int to = job.target().begin() + (int) job.targetOffset();
    int from = (int) job.sourceOffset();
    return (at, count) -> file.bytes().put(to + (int) at, source, from + (int) at, count);
  }

  private CopyHelp.Copy helpWithBlocks(CopyBoard.Job job) throws IOException {
    try {
      BlockSource source = ownMessage(job);
      Convertor target = source == null ? null : target(job);
      if (target == null
          || job.sourceOffset() > source.lengthBytes() - job.lengthBytes()
          || job.targetOffset() > target.lengthBytes() - job.lengthBytes()) {
        return null;
      }
      return (at, count) ->
          source.copyTo(target, job.sourceOffset() + at, job.targetOffset() + at, count);
    } catch (FrameRejectedException | IllegalArgumentException | IndexOutOfBoundsException later) {
      return null;
    }
  }

  private BlockSource ownMessage(CopyBoard.Job job) {
    if (job.kind() == SourceKind.BLOCKS) {
      PublishedLayouts.Registration message = own.layouts().registered(job.source());
      return message == null ? null : message.source(own.natives());
    }
    ByteBuffer root = own.buffers().readable(job.source());
    return root == null
        ? null
        : new BlockSource(
            own.natives(), Memory.of(root), 0, 0, 1, BlockLayout.run(root.capacity()));
  }

  /** Where the peer receives, as a buffer of this process. */
  private Convertor target(CopyBoard.Job job) throws IOException {
    BufferKey buffer = job.target();
    BlockLayout layout = BlockLayout.run(buffer.capacityBytes());
    long origin = 0;
    int count = 1;
    if (job.targetKey() != null) {
      BlocksKey key = BlocksKey.of(job.targetKey());
      key.check(peerProcessId, peerRank, 0, 0);
      buffer = key.buffer();
      layout = peerLayouts.find(key);
      origin = key.origin();
      count = (int) key.count();
    }
    Memory file = layout == null ? null : peerBuffers.find(buffer);
    if (file == null || !layout.fits(origin, count, buffer.capacityBytes())) {
      return null;
    }
    BufferSection section = new BufferSection();
    section.set(file.bytes(), buffer.begin() + origin);
    Convertor target = new Convertor();
    TypeMap type = layout.toTypeMap();
    target.prepare(section, count, type);
    return target;
  }
}
