package org.ob1j.pml.trace;

import org.ob1j.btl.Frame;
import org.ob1j.btl.TagLane;
import org.ob1j.pml.header.HeaderText;

/** Writes the tagged messages that leave by another lane. */
final class TracingTagLane extends TagLane {
  private final TracingEndpoint endpoint;
  private final TagLane inner;

  TracingTagLane(TracingEndpoint endpoint, TagLane inner) {
    this.endpoint = endpoint;
    this.inner = inner;
  }

  @Override
  public int maxMessageBytes() {
    return inner.maxMessageBytes();
  }

  @Override
  public Frame reserve(int headerBytes, int payloadBytes) {
    return inner.reserve(headerBytes, payloadBytes);
  }

  @Override
  public void send(Frame frame, long tag) {
    endpoint.line(
        "sent",
        HeaderText.of(
                frame.headerMemory(),
                frame.headerOffset(),
                frame.headerBytes(),
                frame.payloadBytes())
            + TracingTagMatching.textOf(tag));
    inner.send(frame, tag);
  }
}
