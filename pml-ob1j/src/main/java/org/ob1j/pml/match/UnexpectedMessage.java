package org.ob1j.pml.match;

/** A message that came before its receive, as the matching engine sees it. */
public abstract class UnexpectedMessage {
  private int source;
  private int tag;
  private int sequence;
  UnexpectedMessage next;
  UnexpectedMessage previous;

  // For UnexpectedTable
  UnexpectedMessage nextInBucket;
  UnexpectedMessage previousInBucket;
  UnexpectedMessage nextOfSource;
  UnexpectedMessage previousOfSource;

  /** Sets what the message is matched by. */
  protected final void envelope(int newSource, int newTag, int newSequence) {
    source = newSource;
    tag = newTag;
    sequence = newSequence;
  }

  public final int source() {
    return source;
  }

  public final int tag() {
    return tag;
  }

  public final int sequence() {
    return sequence;
  }
}
