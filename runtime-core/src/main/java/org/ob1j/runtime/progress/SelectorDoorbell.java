package org.ob1j.runtime.progress;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A selector in which one thread blocks. It holds the channels that transports have watched, and a
 * datagram socket on the loopback interface that other processes ring. What a datagram says does
 * not matter: one from a stranger wakes for nothing.
 *
 * <p>Transports that have a selector of their own for looking at channels keep it: a thread that
 * blocks in a selector keeps others from using it.
 *
 * <p>Opened on first use.
 */
final class SelectorDoorbell implements Doorbell, AutoCloseable {
  /** A datagram to oneself takes microseconds; where it takes longer, it does not come at all. */
  private static final long TEST_MILLIS = 1_000;

  private static final Consumer<SelectionKey> NOTHING = key -> {};

  private final ByteBuffer message = ByteBuffer.allocate(1);
  private boolean tried;
  private volatile Selector selector;
  private DatagramChannel socket;
  private InetAddress loopback;
  private String trouble = "";
  private int port;

  /** True if a thread can block here and be woken. */
  boolean isUsable() {
    if (!tried) {
      tried = true;
      open();
    }
    return selector != null;
  }

  private void open() {
    Selector opened = null;
    try {
      opened = Selector.open();
      socket = DatagramChannel.open();
      loopback = InetAddress.getLoopbackAddress();
      socket.bind(new InetSocketAddress(loopback, 0));
      socket.configureBlocking(false);
      socket.register(opened, SelectionKey.OP_READ);
      int bound = ((InetSocketAddress) socket.getLocalAddress()).getPort();
      send(bound);
      if (opened.select(NOTHING, TEST_MILLIS) == 0) {
        throw new IOException("a datagram on the loopback interface does not arrive");
      }
      drain();
      port = bound;
      selector = opened;
    } catch (IOException impossible) {
      trouble = ", cannot be woken: " + impossible.getMessage();
      closeQuietly(opened);
      closeQuietly(socket);
    }
  }

  private void send(int to) throws IOException {
    socket.send(message.duplicate(), new InetSocketAddress(loopback, to));
  }

  /** More than the senders of this host is possible only if somebody floods; then it is woken. */
  private void drain() throws IOException {
    ByteBuffer dropped = ByteBuffer.allocate(message.capacity());
    for (int i = 0; i < 64 && socket.receive(dropped.clear()) != null; i++) {
      // What it says does not matter.
    }
  }

  @Override
  public int port() {
    return isUsable() ? port : 0;
  }

  @Override
  public void ring(int to) {
    if (!isUsable()) {
      return;
    }
    try {
      send(to);
    } catch (IOException lost) {
      trouble = ", could not ring at port " + to + ": " + lost.getMessage();
    }
  }

  @Override
  public boolean watch(SelectableChannel channel, int operations) {
    if (!isUsable()) {
      return false;
    }
    SelectionKey key = channel.keyFor(selector);
    try {
      if (key == null) {
        channel.register(selector, operations);
      } else if (key.isValid()) {
        key.interestOps(operations);
      }
      return true;
    } catch (IOException closedMeanwhile) {
      return false;
    }
  }

  /** Blocks until something is ready, {@link #wakeUp}, an interrupt, or the end of the time. */
  void sleep(long nanos) {
    try {
      selector.select(NOTHING, Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
      drain();
    } catch (IOException broken) {
      throw new UncheckedIOException("cannot sleep: " + broken.getMessage(), broken);
    }
  }

  void wakeUp() {
    Selector opened = selector;
    if (opened != null) {
      opened.wakeup();
    }
  }

  String describe() {
    return (port == 0 ? "no doorbell" : "doorbell at port " + port) + trouble;
  }

  /** Channels that were watched and have been closed go with it. */
  @Override
  public void close() {
    tried = true;
    port = 0;
    closeQuietly(socket);
    closeQuietly(selector);
    selector = null;
  }

  private void closeQuietly(AutoCloseable resource) {
    try {
      if (resource != null) {
        resource.close();
      }
    } catch (Exception failed) {
      trouble = ", closing failed: " + failed.getMessage();
    }
  }
}
