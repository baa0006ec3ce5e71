package org.ob1j.btl.tcp.connection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.ob1j.btl.tcp.connection.RejectionCounts.Reason;
import org.ob1j.runtime.control.handshake.Handshake;
import org.ob1j.runtime.control.handshake.HandshakeException;

/**
 * The opening of one connection, without blocking: the handshake, then the acceptor's verdict.
 *
 * <pre>
 *   connector                                      acceptor
 *     │ ── hello ───────────────────────────────────► │ AWAITING_HELLO
 *     │ AWAITING_HELLO ◄───────────── hello, proof ── │
 *     │ ── proof ───────────────────────────────────► │ AWAITING_PROOF
 *     │ AWAITING_VERDICT ◄─────────────── verdict ─── │ PROVEN
 * </pre>
 *
 * The verdict is eight bytes, the first of which is {@link Verdict}'s code, the others zero.
 */
final class Opening {
  /** What comes next from the other side. */
  enum Stage {
    AWAITING_HELLO,
    AWAITING_PROOF,
    AWAITING_VERDICT,
    /** Nothing more comes: on an acceptor the verdict is due, on a connector it is known. */
    PROVEN
  }

  /** The connection is refused. */
  static final class OpeningException extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Reason reason;

    OpeningException(Reason reason, String message) {
      super(message, null, false, false);
      this.reason = reason;
    }

    Reason reason() {
      return reason;
    }
  }

  private static final int VERDICT_BYTES = 8;

  private final SocketChannel channel;
  private final Handshake handshake;
  private final boolean connector;
  private final ByteBuffer in = ByteBuffer.allocate(Handshake.HELLO_BYTES);
  private final ByteBuffer out =
      ByteBuffer.allocate(Handshake.HELLO_BYTES + Handshake.PROOF_BYTES).limit(0);
  private Stage stage = Stage.AWAITING_HELLO;
  private Verdict verdict;

  private Opening(SocketChannel channel, Handshake handshake, boolean connector) {
    this.channel = channel;
    this.handshake = handshake;
    this.connector = connector;
    expect(Stage.AWAITING_HELLO, Handshake.HELLO_BYTES);
  }

  static Opening connector(SocketChannel connected, Handshake handshake) {
    Opening opening = new Opening(connected, handshake, true);
    opening.say(handshake.hello());
    return opening;
  }

  static Opening acceptor(SocketChannel accepted, Handshake handshake) {
    return new Opening(accepted, handshake, false);
  }

  Stage stage() {
    return stage;
  }

  /** Who the other side is; proven when the stage is PROVEN. */
  int peerRank() {
    return handshake.peerRank();
  }

  /** The channel that the other side named; proven when the stage is PROVEN. */
  int peerChannel() {
    return handshake.peerChannel();
  }

  /** What the acceptor has decided; known to a connector when the stage is PROVEN. */
  Verdict verdict() {
    return verdict;
  }

  /**
   * Gets on with it as far as it goes without waiting.
   *
   * @return true if the stage is PROVEN
   * @throws OpeningException if the connection is refused; the caller closes the channel
   */
  boolean advance() throws OpeningException {
    try {
      flush();
      while (stage != Stage.PROVEN && readWhole()) {
        in.flip();
        byte[] message = new byte[in.remaining()];
        in.get(message);
        accept(message);
        flush();
      }
      return stage == Stage.PROVEN;
    } catch (IOException broken) {
      throw new OpeningException(
          Reason.ENDED_EARLY, "the connection broke: " + broken.getMessage());
    }
  }

  /** Tells the connector the verdict. Its eight bytes always fit into a fresh socket's buffer. */
  void conclude(Verdict decided) throws OpeningException {
    verdict = decided;
    byte[] message = new byte[VERDICT_BYTES];
    message[0] = (byte) decided.code();
    say(message);
    advance();
    if (out.hasRemaining()) {
      throw new OpeningException(Reason.TOO_SLOW, "the connector does not take the verdict");
    }
  }

  private void accept(byte[] message) throws OpeningException, IOException {
    switch (stage) {
      case AWAITING_HELLO -> acceptHello(message);
      case AWAITING_PROOF -> acceptProof(message);
      case AWAITING_VERDICT -> acceptVerdict(message);
      default -> throw new IllegalStateException("nothing is expected in stage " + stage);
    }
  }

  private void acceptHello(byte[] message) throws OpeningException, IOException {
    try {
      handshake.acceptHello(message);
    } catch (HandshakeException refused) {
      if (!connector && Handshake.hasMagic(message)) {
        // Lets the other side name both values too.
        say(handshake.hello());
        flush();
      }
      throw new OpeningException(Reason.BAD_HELLO, refused.getMessage());
    }
    if (!connector) {
      say(handshake.hello(), handshake.proof());
    }
    expect(Stage.AWAITING_PROOF, Handshake.PROOF_BYTES);
  }

  private void acceptProof(byte[] message) throws OpeningException {
    try {
      handshake.acceptProof(message);
    } catch (HandshakeException refused) {
      throw new OpeningException(Reason.BAD_PROOF, refused.getMessage());
    }
    if (connector) {
      say(handshake.proof());
      expect(Stage.AWAITING_VERDICT, VERDICT_BYTES);
    } else {
      expect(Stage.PROVEN, 0);
    }
  }

  private void acceptVerdict(byte[] message) throws OpeningException {
    for (Verdict known : Verdict.values()) {
      if (known.code() == message[0]) {
        verdict = known;
      }
    }
    if (verdict == null) {
      throw new OpeningException(Reason.BAD_VERDICT, "the verdict has the code " + message[0]);
    }
    expect(Stage.PROVEN, 0);
  }

  private void expect(Stage next, int lengthBytes) {
    stage = next;
    in.clear().limit(lengthBytes);
  }

  private void say(byte[]... messages) {
    out.compact();
    for (byte[] message : messages) {
      out.put(message);
    }
    out.flip();
  }

  private void flush() throws IOException {
    if (out.hasRemaining()) {
      channel.write(out);
    }
  }

  private boolean readWhole() throws IOException, OpeningException {
    if (channel.read(in) < 0) {
      throw new OpeningException(
          Reason.ENDED_EARLY, "the other side closed the connection in stage " + stage);
    }
    return !in.hasRemaining();
  }
}
