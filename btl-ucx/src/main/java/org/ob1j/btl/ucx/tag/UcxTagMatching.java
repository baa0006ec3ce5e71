package org.ob1j.btl.ucx.tag;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.btl.tag.TagListener;
import org.ob1j.btl.tag.TagMatching;
import org.ob1j.btl.tag.TagPost;
import org.ob1j.btl.ucx.shim.NativeLibrary;
import org.ob1j.btl.ucx.shim.Shim;
import org.ob1j.btl.ucx.worker.UcxSettings;
import org.ob1j.runtime.memory.Memory;

/**
 * Tag matching by UCX, in its software or, on ConnectX, in the network's hardware. UCX calls back
 * for what has matched; after that the native library asks it for what has not, so that nothing
 * stays with UCX between two polls.
 */
public final class UcxTagMatching implements TagMatching {
  /** UCX's statuses. */
  private static final int TRUNCATED = -9;

  private static final int CANCELLED = -16;
  private static final int NO_MEMORY = -4;
  private static final int BUSY = -15;

  private final long worker;
  private final int capacity;
  private final PostedTags posted;
  private final Consumer<FrameRejectedException> onRejected;
  private TagListener listener;
  private boolean telling;
  private boolean closed;

  /**
   * The matching of one worker.
   *
   * @param worker for calls of the native library
   * @param capacity how many receives UCX is given at a time
   * @param onRejected told of each message that is dropped
   */
  public UcxTagMatching(long worker, int capacity, Consumer<FrameRejectedException> onRejected) {
    this.worker = worker;
    this.capacity = capacity;
    this.onRejected = onRejected;
    posted = new PostedTags(capacity);
  }

  @Override
  public int capacity() {
    return capacity;
  }

  @Override
  public int maxMessageBytes() {
    return UcxSettings.MAX_TAGGED_BYTES;
  }

  @Override
  public void listen(TagListener newListener) {
    listener = newListener;
    Shim.ob1j_ucx_tag_listen(worker);
  }

  /** Until the listener has been told all that UCX has found out. */
  public void setTelling(boolean isTelling) {
    telling = isTelling;
  }

  @Override
  public TagPost post(
      long token, long tag, long mask, ByteBuffer memory, int offset, int lengthBytes) {
    if (telling) {
      return TagPost.RETRY;
    }
    if (posted.count() >= capacity) {
      return TagPost.NO_ROOM;
    }
    long handle =
        Shim.ob1j_ucx_tag_post(
            worker, tag, mask, NativeLibrary.addressOf(memory) + offset, lengthBytes, token);
    if (handle <= 0) {
      return handle == NO_MEMORY || handle == BUSY ? TagPost.RETRY : TagPost.UNSUPPORTED;
    }
    posted.put(token, handle, memory);
    return TagPost.POSTED;
  }

  @Override
  public void cancel(long token) {
    long handle = posted.handle(token);
    if (handle != 0 && !closed) {
      Shim.ob1j_ucx_tag_cancel(worker, handle, token);
    }
  }

  /** A receive has ended. */
  public void ended(long token, int status, long tag, int lengthBytes) {
    if (!posted.remove(token)) {
      throw new IllegalStateException("UCX tells the end of a receive that is not posted");
    }
    if (closed) {
      return;
    }
    if (status == CANCELLED) {
      listener.cancelled(token);
      return;
    }
    listener.consumed(token);
    if (status == 0 || status == TRUNCATED) {
      complete(token, tag, lengthBytes);
    } else {
      listener.lost(token);
    }
  }

  private void complete(long token, long tag, int lengthBytes) {
    try {
      listener.completed(token, tag, lengthBytes);
    } catch (FrameRejectedException rejected) {
      onRejected.accept(rejected);
    }
  }

  /** A message has matched nothing. */
  public void unmatched(long tag, Memory memory, int offset, long lengthBytes) {
    if (closed) {
      return;
    }
    try {
      if (lengthBytes > UcxSettings.MAX_TAGGED_BYTES) {
        throw new FrameRejectedException(
            Rejection.BAD_LENGTH, "a tagged message of " + lengthBytes + " bytes");
      }
      listener.unexpected(tag, lengthBytes == 0 ? null : memory, offset, (int) lengthBytes);
    } catch (FrameRejectedException rejected) {
      onRejected.accept(rejected);
    }
  }

  /** Takes all receives back; nobody is told any more. */
  public void close() {
    closed = true;
    posted.forEach((handle, token) -> Shim.ob1j_ucx_tag_cancel(worker, handle, token));
  }
}
