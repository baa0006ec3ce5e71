package org.ob1j.runtime.collective.round;

import java.util.Arrays;
import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.datatype.BufferSection;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.pml.CompletionWatcher;
import org.ob1j.runtime.pml.MessageStatus;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.pml.SendMode;
import org.ob1j.runtime.progress.WaitDescription;

/**
 * The messages of a collective that are under way, and how they are sent.
 *
 * <p>In a round all receives come before the sends. Then it makes no difference for progress
 * whether the sends are waited for one by one: a message's receiver posts its receive on entering
 * the round, whatever its own sends wait for.
 */
public class Round {
  private static final int FIRST_MESSAGES = 4;

  private final Pml pml;
  private final PmlCommunicator communicator;
  private final int tag;
  private final boolean waits;
  private boolean isTagTaken;

  /** The operation that was started; null if the rank waits for it. */
  private CollectiveRequest request;

  private final BufferSection section = new BufferSection();
  private PmlRequest[] pending;
  private int count;

  /** The first message that was longer than its buffer; null if there was none. */
  private CollectiveException truncated;

  /**
   * @param tag the same for the operation on all ranks, and different from those of operations that
   *     it may overlap with
   * @param waits whether a send may wait until it is done
   */
  Round(Pml pml, PmlCommunicator communicator, int tag, boolean waits) {
    this.pml = pml;
    this.communicator = communicator;
    this.tag = tag;
    this.waits = waits;
    pending = new PmlRequest[FIRST_MESSAGES];
  }

  /** Another way to begin the messages of a round, which has them. */
  Round(Round of) {
    pml = of.pml;
    communicator = of.communicator;
    tag = of.tag;
    waits = of.waits;
    isTagTaken = true;
  }

  /** Whether the rank waits for the operation, and may wait within a round. */
  public boolean waits() {
    return waits;
  }

  /** Tells whose messages these are. */
  void belongTo(CollectiveRequest started) {
    request = started;
  }

  /** Ends the operation, which was started, before its time. Called while the engine polls. */
  public void fail(RuntimeException reason) {
    request.fail(reason);
  }

  /**
   * The tag of an operation that was started, for the first who asks: an operation may consist of
   * others, all of which have it.
   *
   * @return 0 for all others, and if the rank waits for the operation
   */
  public int takeTag() {
    int taken = waits || isTagTaken ? 0 : tag;
    isTagTaken = true;
    return taken;
  }

  /** Receives elements of a rank, so many bytes after the beginning of an array or buffer. */
  public void receive(Object storage, long offsetBytes, int elements, TypeMap type, int source) {
    Object buffer = offsetBytes == 0 ? storage : at(storage, offsetBytes);
    add(communicator.irecv(buffer, elements, type, source, tag));
  }

  /** Receives a rank's block. */
  public void receiveBlock(Blocks blocks, int owner, int source) {
    receive(blocks.storage, blocks.offsetBytes(owner), blocks.count(owner), blocks.type, source);
  }

  /** Sends elements to a rank, in the same way. */
  public void send(Object storage, long offsetBytes, int elements, TypeMap type, int destination) {
    Object buffer = offsetBytes == 0 ? storage : at(storage, offsetBytes);
    if (waits) {
      communicator.send(SendMode.STANDARD, buffer, elements, type, destination, tag);
    } else {
      add(communicator.isend(SendMode.STANDARD, buffer, elements, type, destination, tag));
    }
  }

  /** Sends a rank's block. */
  public void sendBlock(Blocks blocks, int owner, int destination) {
    send(blocks.storage, blocks.offsetBytes(owner), blocks.count(owner), blocks.type, destination);
  }

  private Object at(Object storage, long offsetBytes) {
    section.set(storage, offsetBytes);
    return section;
  }

  /** Has the round wait for something that is no message of it, too. */
  public void add(PmlRequest request) {
    if (count == pending.length) {
      extend();
    }
    pending[count++] = request;
  }

  private void extend() {
    pending = Arrays.copyOf(pending, 2 * count);
  }

  /** True if all of the round's messages have come and gone. Does not poll. */
  boolean isComplete() {
    for (int i = 0; i < count; i++) {
      if (!pending[i].isComplete()) {
        return false;
      }
    }
    return true;
  }

  int messages() {
    return count;
  }

  /**
   * Has somebody told of each message that comes or goes from now on.
   *
   * @return how many have done so before
   */
  int watch(CompletionWatcher watcher) {
    int before = 0;
    for (int i = 0; i < count; i++) {
      before += pml.watch(pending[i], watcher, i) ? 0 : 1;
    }
    return before;
  }

  /** What the round still waits for. */
  void describe(WaitDescription wait) {
    for (int i = 0; i < count; i++) {
      if (!pending[i].isComplete()) {
        pending[i].describe(wait);
      }
    }
  }

  /**
   * Waits for the round's messages.
   *
   * @throws CollectiveException as {@link #finish}
   */
  public void await() {
    for (int i = 0; i < count; i++) {
      pml.await(pending[i]);
    }
    finish();
  }

  /**
   * Lets go of the round's messages, all of which have come and gone. If one was longer than its
   * buffer the operation goes on, since other ranks wait for what this one passes on.
   *
   * @throws CollectiveException if a peer failed
   */
  void finish() {
    CollectiveException failure = null;
    for (int i = 0; i < count; i++) {
      PmlRequest request = pending[i];
      if (request.error() != PmlError.NONE) {
        failure = first(failure, request);
      }
      pml.release(request);
    }
    count = 0;
    if (failure != null) {
      note(failure);
    }
  }

  private CollectiveException first(CollectiveException before, PmlRequest failed) {
    return before == null ? failureOf(failed) : before;
  }

  private void note(CollectiveException failure) {
    if (failure.error() != PmlError.TRUNCATED) {
      throw failure;
    }
    truncated = truncated == null ? failure : truncated;
  }

  /** The round has no messages, and the next must not begin before the engine has polled. */
  void pause() {
    if (waits) {
      pml.progress();
    }
  }

  /** True if the round has no messages: the next is not to begin before the engine has polled. */
  boolean isEmpty() {
    return count == 0;
  }

  /**
   * The operation has done its last round.
   *
   * @throws CollectiveException if a message was longer than its buffer
   */
  public void requireWhole() {
    if (truncated != null) {
      throw truncated;
    }
  }

  private CollectiveException failureOf(PmlRequest request) {
    MessageStatus status = new MessageStatus();
    request.copyStatus(status);
    String text =
        status.error == PmlError.TRUNCATED
            ? "the message from rank "
                + status.source
                + " has "
                + status.messageBytes
                + " bytes, longer than the "
                + status.lengthBytes
                + " bytes that this rank expects; all ranks must give the same amount of data"
            : "a message from rank " + status.source + ": " + communicator.failureOf(status.source);
    return new CollectiveException(status.error, text);
  }

  /** Gives up what is under way. */
  public void abandon() {
    for (int i = 0; i < count; i++) {
      pml.cancel(pending[i], pending[i].generation());
      pml.release(pending[i]);
    }
    count = 0;
    truncated = null;
  }
}
