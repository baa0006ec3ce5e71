package org.ob1j.pml.offload;

import org.ob1j.pml.match.PostedReceive;
import org.ob1j.pml.match.UnexpectedMessage;
import org.ob1j.runtime.memory.Memory;

/**
 * What software knows of a receive that a transport has, or is to have. Pooled.
 *
 * <pre>
 *            post              consumed                 completed, lost
 *   HELD ────────────► POSTED ────────────► CONSUMED ──────────────────► FREE
 *    │ not pending       │ taken back
 *    │ any more          ▼      consumed               completed, lost
 *    ▼               TAKEN_BACK ──────────► LATE ──────────────────────► FREE
 *   FREE                 │ cancelled          its message is matched again
 *                        ▼
 *                       FREE
 * </pre>
 */
final class Shadow<R extends PostedReceive, U extends UnexpectedMessage> {
  enum State {
    FREE,
    HELD,
    POSTED,
    CONSUMED,
    TAKEN_BACK,
    LATE
  }

  private final int slot;
  private int generation;
  private State state = State.FREE;
  private OffloadedContext<R, U> context;
  private OffloadedContext.Place place;

  /** Null once it has been taken back. */
  private R receive;

  private int receiveGeneration;

  /** Where the transport writes a message; made when first needed, and kept. */
  private Memory memory;

  Shadow(int slot) {
    this.slot = slot;
  }

  /** Names this life of the object: a token that is out of date finds nothing. */
  long token() {
    return (long) generation << Integer.SIZE | slot;
  }

  State state() {
    return state;
  }

  void advanceTo(State next) {
    state = next;
  }

  OffloadedContext<R, U> context() {
    return context;
  }

  R receive() {
    return receive;
  }

  boolean mayGo() {
    return place == OffloadedContext.Place.TRANSPORT;
  }

  /** The transport does not take the receive, now or later. */
  void mustStay() {
    place = OffloadedContext.Place.SOFTWARE;
  }

  Memory memory(int lengthBytes) {
    if (memory == null) {
      memory = Memory.allocate(lengthBytes);
    }
    return memory;
  }

  void begin(OffloadedContext<R, U> newContext, OffloadedContext.Place newPlace, R newReceive) {
    state = State.HELD;
    context = newContext;
    place = newPlace;
    receive = newReceive;
    receiveGeneration = newReceive.generation();
  }

  /** The receive goes on without the transport. */
  void forgetReceive() {
    receive = null;
  }

  void end() {
    state = State.FREE;
    generation++;
    context = null;
    receive = null;
  }

  /** True if the receive still is in the matching engine. */
  boolean isPending() {
    return receive.generation() == receiveGeneration && receive.isPosted();
  }
}
