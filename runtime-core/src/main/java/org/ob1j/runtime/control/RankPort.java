package org.ob1j.runtime.control;

import org.ob1j.runtime.control.message.ControlMessage;

/** The way to a rank, whatever host it is on. Any thread may send. */
@FunctionalInterface
public interface RankPort {
  /** Sends a message. A way that is broken is reported where its other end is read, not here. */
  void send(ControlMessage message);
}
