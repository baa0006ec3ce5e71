package org.ob1j.runtime.control;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/**
 * A socket that speaks the control protocol. One thread reads; any thread may send, a message at a
 * time.
 */
final class ControlConnection implements Closeable {
  /** How many parts a time limit of reading has: a process that is frozen loses one of them. */
  private static final int TIMEOUT_PARTS = 6;

  private final Socket socket;
  private final PatientInput received;
  private final InputStream in;
  private final OutputStream out;

  ControlConnection(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    this.received = new PatientInput(socket.getInputStream());
    this.in = new BufferedInputStream(received);
    this.out = socket.getOutputStream();
  }

  /** Opens as the side that connected. */
  void open(Handshake handshake) throws IOException, HandshakeException {
    send(handshake.hello());
    handshake.acceptHello(receive(Handshake.HELLO_BYTES));
    handshake.acceptProof(receive(Handshake.PROOF_BYTES));
    send(handshake.proof());
  }

  /** Opens as the side that accepted. */
  void accept(Handshake handshake) throws IOException, HandshakeException {
    byte[] hello = receive(Handshake.HELLO_BYTES);
    try {
      handshake.acceptHello(hello);
    } catch (HandshakeException refused) {
      if (Handshake.hasMagic(hello)) {
        send(handshake.hello());
      }
      throw refused;
    }
    send(handshake.hello());
    send(handshake.proof());
    handshake.acceptProof(receive(Handshake.PROOF_BYTES));
  }

  void send(ControlMessage message) throws IOException {
    send(ControlCodec.encode(message));
  }

  /** The next message, or null at the end of the stream. */
  ControlMessage read() throws IOException, ControlProtocolException {
    return ControlCodec.read(in);
  }

  /** Reading fails after this long without a byte, while this process is awake; 0: never. */
  void setReadTimeoutMillis(int timeoutMillis) throws IOException {
    received.setLimits(TIMEOUT_PARTS);
    socket.setSoTimeout((timeoutMillis + TIMEOUT_PARTS - 1) / TIMEOUT_PARTS);
  }

  String remoteAddress() {
    return String.valueOf(socket.getRemoteSocketAddress());
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  private byte[] receive(int sizeBytes) throws IOException {
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

  private synchronized void send(byte[] bytes) throws IOException {
    out.write(bytes);
  }
}
