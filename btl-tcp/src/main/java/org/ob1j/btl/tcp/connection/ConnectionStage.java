package org.ob1j.btl.tcp.connection;

/**
 * The stages of the connection to one peer.
 *
 * <pre>
 *   IDLE ──► CONNECTING ──► OPEN ──► DEPARTED (the peer said goodbye)
 *    │          │   ▲         │
 *    │          ▼   │         ▼
 *    │      AWAITING_PEER   FAILED
 *    └────── the peer connects ──► OPEN
 * </pre>
 */
public enum ConnectionStage {
  IDLE,
  CONNECTING,
  /** Our connection was refused in favour of the peer's, which is on its way. */
  AWAITING_PEER,
  OPEN,
  DEPARTED,
  FAILED,
  CLOSED;

  public boolean mayBecome(ConnectionStage next) {
    return switch (next) {
      case IDLE -> false;
      case CONNECTING -> this == IDLE || this == AWAITING_PEER;
      case AWAITING_PEER -> this == CONNECTING;
      case OPEN -> this == IDLE || this == CONNECTING || this == AWAITING_PEER;
      case DEPARTED -> this == OPEN;
      case FAILED -> this != DEPARTED && this != CLOSED;
      case CLOSED -> true;
    };
  }

  /** Whether the connection has ended and does not come back. */
  public boolean isOver() {
    return ordinal() > OPEN.ordinal();
  }

  /** The rule of which connection of a pair is used. */
  public Verdict verdict(int ourRank, int peerRank) {
    return switch (this) {
      case IDLE, AWAITING_PEER -> Verdict.ACCEPTED;
      case CONNECTING -> peerRank < ourRank ? Verdict.ACCEPTED : Verdict.DUPLICATE;
      case OPEN -> Verdict.DUPLICATE;
      case DEPARTED, FAILED, CLOSED -> Verdict.REFUSED;
    };
  }
}
