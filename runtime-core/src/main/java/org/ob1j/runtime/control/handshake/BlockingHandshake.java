package org.ob1j.runtime.control.handshake;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Opens a connection of blocking streams by a {@link Handshake}. */
public final class BlockingHandshake {
  private BlockingHandshake() {}

  /**
   * Opens as the side that connected.
   *
   * @throws HandshakeException if the other side is not what it should be
   * @throws IOException if the connection fails
   */
  public static void connect(Handshake handshake, InputStream in, OutputStream out)
      throws IOException, HandshakeException {
    out.write(handshake.hello());
    handshake.acceptHello(receive(in, Handshake.HELLO_BYTES));
    handshake.acceptProof(receive(in, Handshake.PROOF_BYTES));
    out.write(handshake.proof());
  }

  /** Opens as the side that accepted; see {@link #connect}. */
  public static void accept(Handshake handshake, InputStream in, OutputStream out)
      throws IOException, HandshakeException {
    byte[] hello = receive(in, Handshake.HELLO_BYTES);
    try {
      handshake.acceptHello(hello);
    } catch (HandshakeException refused) {
      if (Handshake.hasMagic(hello)) {
        out.write(handshake.hello());
      }
      throw refused;
    }
    out.write(handshake.hello());
    out.write(handshake.proof());
    handshake.acceptProof(receive(in, Handshake.PROOF_BYTES));
  }

  private static byte[] receive(InputStream in, int sizeBytes) throws IOException {
    byte[] bytes = in.readNBytes(sizeBytes);
    if (bytes.length < sizeBytes) {
      throw new EOFException(
          "the connection closed after "
              + bytes.length
              + " of the "
              + sizeBytes
              + " bytes of the handshake's next step");
    }
    return bytes;
  }
}
