package org.ob1j.runtime.progress;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A selector in which one thread blocks. It holds the channels that transports have watched, and a
 * pipe that other processes of this host ring by writing into it. (A datagram on the loopback
 * interface takes twice as long.)
 *
 * <p>Transports that have a selector of their own for looking at channels keep it: a thread that
 * blocks in a selector keeps others from using it.
 *
 * <p>Opened on first use.
 */
final class SelectorDoorbell implements Doorbell, AutoCloseable {
  private static final int DRAINED_BYTES = 64;
  private static final Consumer<SelectionKey> NOTHING =
      new Consumer<>() {
        @Override
        public void accept(SelectionKey key) {}
      };

  private final ByteBuffer drained = ByteBuffer.allocateDirect(DRAINED_BYTES);
  private boolean tried;
  private volatile Selector selector;
  private volatile boolean wokenBeforeOpen;
  private Pipe pipe;
  private DoorbellAddress address;
  private String trouble = "";

  /** True if a thread can block here and be woken. */
  boolean isUsable() {
    if (!tried) {
      tried = true;
      open();
    }
    return selector != null;
  }

  private void open() {
    try {
      Selector opened = Selector.open();
      openPipe(opened);
      selector = opened;
      if (wokenBeforeOpen) {
        opened.wakeup();
      }
    } catch (IOException noneLeft) {
      trouble = "cannot sleep: " + noneLeft.getMessage();
    }
  }

  /** Without a pipe the selector still serves transports that have channels. */
  private void openPipe(Selector opened) {
    try {
      PipeOfThisProcess made = PipeOfThisProcess.make();
      pipe = made.pipe();
      pipe.source().configureBlocking(false);
      pipe.source().register(opened, SelectionKey.OP_READ);
      address = made.address();
    } catch (IOException notHere) {
      trouble = "cannot be rung: " + notHere.getMessage();
    }
  }

  @Override
  public DoorbellAddress address() {
    return isUsable() ? address : null;
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

  /** Forgets that it was rung. */
  void silence() {
    if (address == null) {
      return;
    }
    try {
      while (pipe.source().read(drained.clear()) == DRAINED_BYTES) {
        // As long as there is more.
      }
    } catch (IOException broken) {
      trouble = "cannot be rung: " + broken.getMessage();
      address = null;
    }
  }

  /** Blocks until something is ready, {@link #wakeUp}, an interrupt, or the end of the time. */
  void sleep(long nanos) {
    try {
      selector.select(NOTHING, Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
    } catch (IOException broken) {
      throw new UncheckedIOException("cannot sleep: " + broken.getMessage(), broken);
    }
  }

  void wakeUp() {
    Selector opened = selector;
    if (opened == null) {
      wokenBeforeOpen = true;
      // It may have been opened just before that.
      opened = selector;
    }
    if (opened != null) {
      opened.wakeup();
    }
  }

  String describe() {
    return address == null
        ? trouble
        : "doorbell at descriptor "
            + address.descriptor()
            + (trouble.isEmpty() ? "" : ", ")
            + trouble;
  }

  /** Channels that were watched and have been closed go with it. */
  @Override
  public void close() {
    tried = true;
    address = null;
    if (pipe != null) {
      close(pipe.source());
      close(pipe.sink());
    }
    if (selector != null) {
      close(selector);
    }
    selector = null;
  }

  private void close(Closeable resource) {
    try {
      resource.close();
    } catch (IOException failed) {
      trouble = "closing failed: " + failed.getMessage();
    }
  }
}
