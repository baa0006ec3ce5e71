package org.ob1j.runtime.pml;

import java.lang.invoke.VarHandle;
import org.ob1j.runtime.progress.Awaited;

/**
 * A pending operation of a point-to-point engine. Requests are pooled: whoever keeps one also keeps
 * the {@link #generation} it had, and looks at the request only while the two agree.
 */
public abstract class PmlRequest implements Awaited {
  private int generation;

  /** Published last, so that a thread that sees it sees the outcome and the data, too. */
  private boolean complete;

  private boolean cancelled;
  private int source;
  private int tag;
  private long lengthBytes;
  private long messageBytes;
  private PmlError error = PmlError.NONE;
  private CompletionWatcher watcher;
  private int watchNumber;

  /** Counts how often this object has been given back. */
  public final int generation() {
    return generation;
  }

  /** True once the operation has ended: done, failed or cancelled. */
  public final boolean isComplete() {
    boolean is = complete;
    VarHandle.acquireFence();
    return is;
  }

  /** Copies the outcome of a complete operation. */
  public final void copyStatus(MessageStatus target) {
    target.set(source, tag, lengthBytes, cancelled, error);
    if (error == PmlError.TRUNCATED) {
      target.messageBytes = messageBytes;
    }
  }

  public final PmlError error() {
    return error;
  }

  /** What {@link Pml#watch} does; for engines. */
  public final boolean watch(CompletionWatcher newWatcher, int number) {
    if (complete) {
      return false;
    }
    watcher = newWatcher;
    watchNumber = number;
    // Differs from every outcome: whoever completes a request need not ask whether it is watched.
    error = null;
    return true;
  }

  /** Begins a new life of a pooled request. */
  protected final void open() {
    complete = false;
    cancelled = false;
  }

  /** Ends this life: from now on nobody who kept the request may look at it. */
  protected final void retire() {
    generation++;
  }

  /** Ends the operation. */
  protected final void complete(int fromSource, int withTag, long bytes, PmlError outcome) {
    source = fromSource;
    tag = withTag;
    lengthBytes = bytes;
    if (error != outcome) {
      // Requests are old objects, and a store of a reference into one is not cheap.
      error = outcome;
      if (watcher != null) {
        tellWatcher();
        return;
      }
    }
    publish();
  }

  private void publish() {
    // Fences take a fraction of the bytecodes of an access by a VarHandle.
    VarHandle.releaseFence();
    complete = true;
  }

  /** Ends a receive into which only the first bytes of a message went. */
  protected final void completeTruncated(int fromSource, int withTag, long bytes, long ofBytes) {
    messageBytes = ofBytes;
    complete(fromSource, withTag, bytes, PmlError.TRUNCATED);
  }

  private void tellWatcher() {
    CompletionWatcher told = watcher;
    watcher = null;
    publish();
    told.completed(watchNumber);
  }

  /** Ends the operation as cancelled: there is no message, so it has no source and no tag. */
  protected final void completeCancelled() {
    cancelled = true;
    complete(PmlCommunicator.ANY_SOURCE, PmlCommunicator.ANY_TAG, 0, PmlError.NONE);
  }
}
