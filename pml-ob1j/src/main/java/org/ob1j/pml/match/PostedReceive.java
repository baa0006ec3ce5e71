package org.ob1j.pml.match;

import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.pml.PmlRequest;

/** A receive as the matching engine sees it: what it accepts, and its place in the queues. */
public abstract class PostedReceive extends PmlRequest {
  private int source;
  private int tag;
  boolean posted;

  // For PostedTable
  long postNumber;
  PostedReceive next;
  PostedReceive previous;

  /** This request's place in its pool: no other request of the same engine has it. */
  public abstract int slot();

  /** Sets what the receive accepts; wildcards as in {@link PmlCommunicator}. */
  protected final void accept(int newSource, int newTag) {
    source = newSource;
    tag = newTag;
  }

  /** True while no message has matched the receive, and it has not been taken back. */
  public final boolean isPosted() {
    return posted;
  }

  /** True if some message matches both receives. */
  public final boolean overlaps(PostedReceive other) {
    return (source == other.source
            || source == PmlCommunicator.ANY_SOURCE
            || other.source == PmlCommunicator.ANY_SOURCE)
        && (tag == other.tag
            || tag == PmlCommunicator.ANY_TAG
            || other.tag == PmlCommunicator.ANY_TAG);
  }

  /** Whether a message from this source with this tag matches. */
  final boolean accepts(int messageSource, int messageTag) {
    return (tag == messageTag || tag == PmlCommunicator.ANY_TAG)
        && (source == messageSource || source == PmlCommunicator.ANY_SOURCE);
  }

  /** The source accepted, or ANY_SOURCE. */
  public final int wantedSource() {
    return source;
  }

  /** The tag accepted, or ANY_TAG. */
  public final int wantedTag() {
    return tag;
  }
}
