package org.ob1j.btl.tcp.connection;

/** What the acceptor makes of a connection whose other side has proven itself. */
public enum Verdict {
  /** Frames follow. */
  ACCEPTED(1),
  /** The pair's other connection, opened by the acceptor, is the one to use. */
  DUPLICATE(2),
  /** The acceptor has given this peer up. */
  REFUSED(3);

  private final int code;

  Verdict(int code) {
    this.code = code;
  }

  /** What stands for it on the wire. */
  int code() {
    return code;
  }
}
