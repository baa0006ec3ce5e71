package org.ob1j.btl.inmemory;

import java.util.ArrayDeque;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.Frame;
import org.ob1j.btl.TagLane;
import org.ob1j.runtime.memory.Memory;

/** Tagged messages to a peer: a queue in which all stay in order. */
final class InMemoryTagLane extends TagLane {
  /** A message on its way. */
  record Tagged(long tag, byte[] message) {}

  private final InMemoryFabric fabric;
  private final InMemoryEndpoint endpoint;
  private final ArrayDeque<Tagged> queue = new ArrayDeque<>();
  private final Frame frame = new Frame();
  private boolean reserved;

  InMemoryTagLane(InMemoryFabric fabric, InMemoryEndpoint endpoint) {
    this.fabric = fabric;
    this.endpoint = endpoint;
  }

  /** What has not arrived. */
  ArrayDeque<Tagged> queue() {
    return queue;
  }

  @Override
  public int maxMessageBytes() {
    return fabric.behaviour().tags().maxMessageBytes();
  }

  @Override
  public Frame reserve(int headerBytes, int payloadBytes) {
    synchronized (fabric) {
      if (reserved) {
        throw new IllegalStateException("a tagged frame is reserved already");
      }
      if (headerBytes % Long.BYTES != 0 || headerBytes + payloadBytes > maxMessageBytes()) {
        throw new IllegalArgumentException(
            "a tagged message of " + headerBytes + " and " + payloadBytes + " bytes");
      }
      if (fabric.moduleOf(endpoint.peer()).isClosed()) {
        throw new BtlException(fabric.name() + ": rank " + endpoint.peer() + " has closed");
      }
      if (queue.size() >= fabric.behaviour().queuedFrames() || fabric.scheduler().nextInt(8) == 0) {
        return null;
      }
      reserved = true;
      frame.setHeader(headerBytes == 0 ? null : Memory.allocate(headerBytes), 0, headerBytes);
      frame.setPayload(payloadBytes == 0 ? null : Memory.allocate(payloadBytes), 0, payloadBytes);
      return frame;
    }
  }

  @Override
  public void send(Frame sent, long tag) {
    synchronized (fabric) {
      if (sent != frame || !reserved) {
        throw new IllegalStateException("a frame that is not reserved");
      }
      reserved = false;
      byte[] message = new byte[frame.headerBytes() + frame.payloadBytes()];
      if (frame.headerBytes() != 0) {
        frame.headerMemory().bytes().get(0, message, 0, frame.headerBytes());
      }
      if (frame.payloadBytes() != 0) {
        frame.payloadMemory().bytes().get(0, message, frame.headerBytes(), frame.payloadBytes());
      }
      queue.add(new Tagged(tag, message));
    }
  }
}
