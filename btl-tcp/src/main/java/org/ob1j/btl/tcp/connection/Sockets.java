package org.ob1j.btl.tcp.connection;

import java.io.Closeable;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import org.ob1j.btl.tcp.parameter.TcpSettings;

/** What is done to every socket. */
public final class Sockets {
  private Sockets() {}

  /** Sets up a socket before it is connected or used. */
  static void configure(SocketChannel channel, TcpSettings settings) throws IOException {
    channel.configureBlocking(false);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    if (settings.sendBufferBytes() > 0) {
      channel.setOption(StandardSocketOptions.SO_SNDBUF, settings.sendBufferBytes());
    }
    if (settings.receiveBufferBytes() > 0) {
      channel.setOption(StandardSocketOptions.SO_RCVBUF, settings.receiveBufferBytes());
    }
  }

  /** Closes what is given up; that it cannot even be closed changes nothing then. */
  public static boolean closeQuietly(Closeable channel) {
    try {
      channel.close();
      return true;
    } catch (IOException alreadyBroken) {
      return false;
    }
  }

  /** Tells the other side that nothing more comes, if it is still there. */
  public static boolean shutdownOutput(SocketChannel channel) {
    try {
      channel.shutdownOutput();
      return true;
    } catch (IOException alreadyBroken) {
      return false;
    }
  }

  /** Why a connection is lost, in the operating system's words, whoever has found it. */
  public static String reason(IOException found) {
    String reason = found.getMessage();
    // The JDK's words for what it has read.
    return "Connection reset".equals(reason) ? "Connection reset by peer" : reason;
  }

  /** Whether a write has only found that the other side ended the connection before. */
  public static boolean isEndOfPeer(IOException found) {
    return "Broken pipe".equals(found.getMessage());
  }

  /** The other side's address, for messages. */
  public static String remoteAddress(SocketChannel channel) {
    try {
      return String.valueOf(channel.getRemoteAddress());
    } catch (IOException closed) {
      return "closed";
    }
  }
}
