package org.ob1j.pml.trace;

import java.nio.ByteBuffer;
import org.ob1j.btl.tag.TagListener;
import org.ob1j.btl.tag.TagMatching;
import org.ob1j.btl.tag.TagPost;
import org.ob1j.runtime.memory.Memory;

/** Writes which receives are given to another matching, and what that tells. */
final class TracingTagMatching implements TagMatching {
  /** In place of a peer: the tag tells who it is, in a communicator. */
  private static final int ANYBODY = -1;

  private final TracingModule module;
  private final TagMatching inner;

  TracingTagMatching(TracingModule module, TagMatching inner) {
    this.module = module;
    this.inner = inner;
  }

  static String textOf(long tag) {
    return " tagged=0x" + Long.toHexString(tag);
  }

  private void line(String what, String more) {
    module.trace().line(what, ANYBODY, module, more);
  }

  @Override
  public int capacity() {
    return inner.capacity();
  }

  @Override
  public int maxMessageBytes() {
    return inner.maxMessageBytes();
  }

  @Override
  public void listen(TagListener listener) {
    inner.listen(new Listener(listener));
  }

  @Override
  public TagPost post(
      long token, long tag, long mask, ByteBuffer memory, int offset, int lengthBytes) {
    TagPost answer = inner.post(token, tag, mask, memory, offset, lengthBytes);
    line(
        "post",
        "token=" + token + textOf(tag) + " mask=0x" + Long.toHexString(mask) + " " + answer);
    return answer;
  }

  @Override
  public void cancel(long token) {
    line("cancel", "token=" + token);
    inner.cancel(token);
  }

  private final class Listener implements TagListener {
    private final TagListener to;

    Listener(TagListener to) {
      this.to = to;
    }

    @Override
    public void consumed(long token) {
      line("consumed", "token=" + token);
      to.consumed(token);
    }

    @Override
    public void completed(long token, long tag, int lengthBytes) {
      line("completed", "token=" + token + textOf(tag) + " bytes=" + lengthBytes);
      to.completed(token, tag, lengthBytes);
    }

    @Override
    public void unexpected(long tag, Memory message, int offset, int lengthBytes) {
      line("unexpected", "bytes=" + lengthBytes + textOf(tag));
      to.unexpected(tag, message, offset, lengthBytes);
    }

    @Override
    public void cancelled(long token) {
      line("cancelled", "token=" + token);
      to.cancelled(token);
    }

    @Override
    public void lost(long token) {
      line("lost", "token=" + token);
      to.lost(token);
    }
  }
}
