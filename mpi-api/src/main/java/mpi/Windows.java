package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ob1j.MessageWindows;
import org.ob1j.runtime.datatype.BufferException;
import org.ob1j.runtime.pml.PmlException;
import org.ob1j.runtime.pml.PmlMessage;
import org.ob1j.runtime.pml.PmlRequest;

/** A message on its way through a window, piece by piece. */
final class Windows implements MessageWindows {
  private final Communicator communicator;
  private final PmlMessage message;
  private final ByteBuffer window;
  private long position;

  /** True while the message is this object's: not before its end, nor before it is given up. */
  private boolean open = true;

  /**
   * Claims a message.
   *
   * @param window of the length of each piece but the last; direct
   */
  Windows(Communicator communicator, PmlMessage message, ByteBuffer window) {
    this.communicator = communicator;
    this.message = message;
    this.window = window;
    if (message.lengthBytes() == 0) {
      close();
    }
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public ByteBuffer next() {
    String operation = "MessageWindows.next";
    if (position == message.lengthBytes()) {
      return null;
    }
    communicator.process().requireRunning();
    if (!open) {
      throw communicator.raise(operation, ErrorClass.REQUEST, "the windows have been closed");
    }
    int pieceBytes = (int) Math.min(window.capacity(), message.lengthBytes() - position);
    start(operation, pieceBytes).finishWithStatus(operation);
    position += pieceBytes;
    if (position == message.lengthBytes()) {
      end();
    }
    return window.duplicate().clear().limit(pieceBytes).order(ByteOrder.nativeOrder());
  }

  private Request start(String operation, int pieceBytes) {
    PmlRequest piece;
    try {
      piece = message.receiveNext(window, pieceBytes);
    } catch (PmlException | BufferException failure) {
      throw communicator.raise(operation, failure);
    }
    return new Request(communicator, piece);
  }

  @Override
  public void close() {
    if (open) {
      communicator.process().requireRunning();
      message.discard();
      end();
    }
  }

  private void end() {
    open = false;
    communicator.requestEnded();
  }
}
