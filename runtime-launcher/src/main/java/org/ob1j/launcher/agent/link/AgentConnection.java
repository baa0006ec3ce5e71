package org.ob1j.launcher.agent.link;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import org.ob1j.launcher.agent.message.AgentCodec;
import org.ob1j.launcher.agent.message.AgentFrame;
import org.ob1j.runtime.control.message.ControlProtocolException;

/**
 * A connection between an agent and its parent. One thread reads; any thread may send, a frame at a
 * time.
 */
public final class AgentConnection {
  private final Socket socket;
  private final DataInputStream in;
  private final OutputStream out;

  /** Over a socket on which the handshake is done. */
  public AgentConnection(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(0);
    socket.setTcpNoDelay(true);
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    out = socket.getOutputStream();
  }

  public void send(AgentFrame frame) throws IOException {
    byte[] bytes = AgentCodec.encode(frame);
    synchronized (out) {
      out.write(bytes);
    }
  }

  /** The next frame, or null at the end of the stream. */
  public AgentFrame read() throws IOException, ControlProtocolException {
    int lengthBytes;
    try {
      lengthBytes = in.readInt();
    } catch (EOFException end) {
      return null;
    }
    if (lengthBytes < 0 || lengthBytes > AgentCodec.MAX_FRAME_BYTES) {
      throw new ControlProtocolException(
          "a frame's length is " + lengthBytes + "; it must be 0 to " + AgentCodec.MAX_FRAME_BYTES);
    }
    byte[] body = in.readNBytes(lengthBytes);
    if (body.length < lengthBytes) {
      throw new EOFException("the connection closed within a frame");
    }
    return AgentCodec.decode(body);
  }

  /** Nothing more is sent; the other end finds that once it has read what has been. */
  public void finish() throws IOException {
    synchronized (out) {
      socket.shutdownOutput();
    }
  }

  public void close() throws IOException {
    socket.close();
  }
}
