package org.ob1j.runtime.control;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import org.ob1j.runtime.control.handshake.BlockingHandshake;
import org.ob1j.runtime.control.handshake.Handshake;
import org.ob1j.runtime.control.handshake.HandshakeException;
import org.ob1j.runtime.control.message.ControlCodec;
import org.ob1j.runtime.control.message.ControlMessage;
import org.ob1j.runtime.control.message.ControlProtocolException;

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

  /**
   * Connects.
   *
   * @param endpoint mpirun's, host:port
   * @throws IOException if it is no such text, or nobody answers in time
   */
  static ControlConnection to(String endpoint, int timeoutMillis) throws IOException {
    int colon = endpoint.lastIndexOf(':');
    try {
      int port = Integer.parseInt(endpoint.substring(colon + 1));
      String host = endpoint.substring(0, colon).replace("[", "").replace("]", "");
      return new ControlConnection(connect(new InetSocketAddress(host, port), timeoutMillis));
    } catch (IllegalArgumentException | IndexOutOfBoundsException malformed) {
      throw new IOException(
          JobEnvironment.CONTROL + " is '" + endpoint + "'; it must be host:port", malformed);
    }
  }

  private static Socket connect(InetSocketAddress address, int timeoutMillis) throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(address, timeoutMillis);
      return socket;
    } catch (IOException failed) {
      socket.close();
      InetAddress host = address.getAddress();
      NetworkInterface loopback =
          host != null && host.isLoopbackAddress() ? NetworkInterface.getByInetAddress(host) : null;
      if (host != null && host.isLoopbackAddress() && (loopback == null || !loopback.isUp())) {
        throw new IOException(
            failed.getMessage()
                + "; the loopback interface is down (ip link set lo up), over which a host's"
                + " processes talk",
            failed);
      }
      throw failed;
    }
  }

  /** Opens as the side that connected. */
  void open(Handshake handshake) throws IOException, HandshakeException {
    BlockingHandshake.connect(handshake, in, out);
  }

  /** Opens as the side that accepted. */
  void accept(Handshake handshake) throws IOException, HandshakeException {
    BlockingHandshake.accept(handshake, in, out);
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

  private synchronized void send(byte[] bytes) throws IOException {
    out.write(bytes);
  }
}
