package org.ob1j.btl.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.function.Consumer;
import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.Frame;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.tcp.address.Paths.Candidate;
import org.ob1j.btl.tcp.connection.ConnectionStage;
import org.ob1j.btl.tcp.connection.ReadyHandler;
import org.ob1j.btl.tcp.connection.Sockets;
import org.ob1j.btl.tcp.connection.Verdict;
import org.ob1j.btl.tcp.parameter.TcpParameters;
import org.ob1j.btl.tcp.stream.ArrayChannel;
import org.ob1j.btl.tcp.stream.FrameReader;
import org.ob1j.btl.tcp.stream.FrameWriter;
import org.ob1j.btl.tcp.stream.OutgoingPuts;
import org.ob1j.btl.tcp.stream.SendQueue;
import org.ob1j.btl.tcp.stream.TcpRegistrations;
import org.ob1j.runtime.datatype.Convertor;

/**
 * The endpoint of one peer: one connection, made on first use by whichever side is first ({@link
 * Connecting}).
 */
final class TcpEndpoint extends BtlEndpoint implements ReadyHandler {
  /** When so much has gathered it is written at once. */
  private static final int GATHER_BYTES = 32 << 10;

  /** One long write of what stays in its place costs the kernel a fifth less than several. */
  private static final int GATHER_IN_PLACE_BYTES = 2 << 20;

  private final TcpModule module;
  private final BtlAttributes attributes;
  private final Connecting connecting;
  private final boolean sendsInPlace;
  private final SendQueue queue;
  private final FrameWriter writer;
  private final OutgoingPuts puts;
  private final FrameReader reader;
  private ConnectionStage stage = ConnectionStage.IDLE;
  private SocketChannel channel;

  /** The same connection, for payloads in arrays. */
  private ArrayChannel arrays;

  private SelectionKey key;
  private BtlException pendingFailure;

  /** What a write has found: a socket tells that once, and then that it has ended. */
  private BtlException broken;

  private boolean givenUp;

  /** Kept by {@link PendingOutput}: is it in there? */
  boolean dirty;

  /** Kept by the module: how many reads in a row found nothing. */
  int emptyPolls;

  /** It is hot, but read at every eighth poll only, and by the selector. */
  boolean lazy;

  /** Kept by the module: is it in the list of those polled directly? */
  boolean hot;

  /** True if the socket did not take everything at the last write. */
  private boolean blocked;

  private boolean saidGoodbye;

  /**
   * Not connected yet.
   *
   * @param attributes those of the module, with the bandwidth on the way to the peer
   */
  TcpEndpoint(TcpModule module, int peer, BtlAttributes attributes, List<Candidate> candidates) {
    super(peer);
    this.module = module;
    this.attributes = attributes;
    this.connecting = new Connecting(module, this, candidates);
    int maxSendSize = module.attributes().maxSendSize();
    this.sendsInPlace = module.attributes().capabilities().sendsInPlace();
    this.queue = new SendQueue(module.pool());
    this.writer = new FrameWriter(peer, maxSendSize, queue);
    this.puts = new OutgoingPuts(queue, maxSendSize);
    this.reader =
        new FrameReader(
            this,
            module.receiver(),
            module.pool(),
            module.registrations(),
            module.attributes(),
            new Consumer<>() {
              @Override
              public void accept(FrameRejectedException rejected) {
                module.countRejectedFrame(rejected);
              }
            });
  }

  @Override
  public BtlModule module() {
    return module;
  }

  @Override
  public BtlAttributes attributes() {
    return attributes;
  }

  ConnectionStage stage() {
    return stage;
  }

  boolean isConnected() {
    return channel != null;
  }

  boolean isBlocked() {
    return blocked;
  }

  boolean hasOutput() {
    return queue.waitingBytes() > 0 || puts.isPacking();
  }

  // ---- sending

  @Override
  public Frame reserve(int headerBytes, int payloadBytes, int ordering) {
    if (stage != ConnectionStage.OPEN || pendingFailure != null) {
      return notOpen();
    }
    if (puts.isPacking()) {
      return null;
    }
    Frame reserved = writer.reserve(headerBytes, payloadBytes);
    if (reserved == null) {
      // Completions wait for the next progress: none may be called from inside reserve.
      write();
      reserved = pendingFailure != null ? null : writer.reserve(headerBytes, payloadBytes);
    }
    return reserved;
  }

  @Override
  public void sendImmediate(Frame reserved) {
    writer.commit(reserved);
    committed(GATHER_BYTES);
  }

  @Override
  public boolean send(Frame reserved, BtlCompletion completion) {
    sendImmediate(reserved);
    return true;
  }

  @Override
  public boolean sendInPlace(
      Frame reserved, ByteBuffer payload, int offset, int payloadBytes, BtlCompletion completion) {
    if (!sendsInPlace) {
      return super.sendInPlace(reserved, payload, offset, payloadBytes, completion);
    }
    if (writer.commitCopied(reserved, payload, offset, payloadBytes)) {
      committed(GATHER_BYTES);
      return true;
    }
    return endOfSend(writer.commitInPlace(reserved, payload, offset, payloadBytes, completion));
  }

  @Override
  public boolean movesArrays(int payloadBytes) {
    return arrays != null && payloadBytes > FrameWriter.COPY_BYTES && arrays.works();
  }

  @Override
  public boolean sendArrayInPlace(
      Frame reserved, Object array, long offset, int payloadBytes, BtlCompletion completion) {
    return endOfSend(writer.commitArray(reserved, array, offset, payloadBytes, completion));
  }

  private boolean endOfSend(SendQueue.Splice splice) {
    committed(module.output().isPolling() ? GATHER_IN_PLACE_BYTES : GATHER_BYTES);
    return queue.endOfSend(splice);
  }

  @Override
  public void cancel(Frame reserved) {
    queue.unclaim();
  }

  @Override
  public void push() {
    if (hasOutput()) {
      flush();
    }
  }

  @Override
  public BtlResult put(
      Convertor source,
      long position,
      BtlRegistration local,
      byte[] remoteKey,
      long remoteOffset,
      long lengthBytes,
      int ordering,
      BtlCompletion completion) {
    BtlCapabilities capabilities = module.attributes().capabilities();
    if (!capabilities.puts()) {
      return super.put(
          source, position, local, remoteKey, remoteOffset, lengthBytes, ordering, completion);
    }
    if (local == null && capabilities.needsRegistration()) {
      throw new IllegalArgumentException(
          TcpParameters.COMMON.flags().name()
              + " declares that local memory is registered; this is not");
    }
    if (stage != ConnectionStage.OPEN || pendingFailure != null || puts.isPacking()) {
      if (stage != ConnectionStage.OPEN) {
        notOpen();
      }
      return BtlResult.BUSY;
    }
    return puts.start(
        source,
        position,
        lengthBytes,
        TcpRegistrations.numberOf(remoteKey),
        remoteOffset,
        completion,
        new Runnable() {
          @Override
          public void run() {
            committed(GATHER_BYTES);
          }
        });
  }

  @Override
  public void checkKey(byte[] remoteKey, long remoteOffset, long lengthBytes) {
    TcpRegistrations.check(remoteKey, peer(), remoteOffset, lengthBytes);
  }

  private void committed(int gatherBytes) {
    module.output().add(this);
    if (queue.waitingBytes() >= gatherBytes && !blocked) {
      flush();
    }
  }

  /** Writes what the socket takes, and calls completions; returns how many bytes it took. */
  long flush() {
    if (stage != ConnectionStage.OPEN || pendingFailure != null) {
      return 0;
    }
    long written = write();
    if (puts.isPacking() && pendingFailure == null) {
      BtlCompletion packed = puts.advance();
      written += write();
      if (packed != null) {
        packed.completed(this, BtlResult.DONE);
      }
    }
    complete(BtlResult.DONE);
    return written;
  }

  private long write() {
    long written = 0;
    try {
      written = queue.writeTo(channel, arrays);
      blocked = queue.waitingBytes() > 0;
    } catch (IOException cause) {
      BtlException found = lost(Sockets.reason(cause));
      broken = Sockets.isEndOfPeer(cause) ? null : found;
      failLater(found);
    }
    return written;
  }

  private void complete(BtlResult result) {
    if (result == BtlResult.FAILED && puts.isPacking()) {
      puts.abandon().completed(this, result);
    }
    for (BtlCompletion next = queue.nextFinished(); next != null; next = queue.nextFinished()) {
      next.completed(this, result);
    }
  }

  private Frame notOpen() {
    switch (stage) {
      case IDLE -> connecting.begin();
      case DEPARTED ->
          throw new BtlException(module.name() + ": rank " + peer() + " has left the job");
      case FAILED ->
          throw new BtlException(
              module.name() + ": the connection to rank " + peer() + " has failed");
      case CLOSED -> throw new BtlException(module.name() + " is closed");
      default -> {
        // Busy until the connection stands or the failure has been reported.
      }
    }
    return null;
  }

  // ---- connecting

  /** For those who make it. */
  Connecting connection() {
    return connecting;
  }

  /** What to answer to a connection of the peer that has proven itself. */
  Verdict verdictOnIncoming() {
    return pendingFailure != null ? Verdict.REFUSED : stage.verdict(module.rank(), peer());
  }

  /** The connection stands, whoever opened it. */
  void opened(SocketChannel proven, SelectionKey provenKey) {
    channel = proven;
    arrays = ArrayChannel.of(module.natives(), proven);
    key = provenKey;
    key.interestOps(SelectionKey.OP_READ);
    key.attach(this);
    module.opened(this);
  }

  /** Whether the peer is to open the connection, and nothing has failed yet. */
  boolean isAwaitingPeer() {
    return stage == ConnectionStage.AWAITING_PEER && pendingFailure == null;
  }

  // ---- receiving

  @Override
  public void ready() {
    module.polledBySelector(this);
  }

  /** Whether the selector watches for what comes; it makes each packet dearer, for its sender. */
  void watchInSelector(boolean watched) {
    if (key.isValid()) {
      key.interestOps(watched ? SelectionKey.OP_READ : 0);
    }
  }

  /** Reads once and delivers; returns how many bytes came. */
  int poll() {
    if (stage != ConnectionStage.OPEN || pendingFailure != null) {
      return 0;
    }
    int count = 0;
    try {
      count = reader.poll(channel, arrays);
      if (reader.isDeparted()) {
        depart();
      } else if (count < 0) {
        fail(broken == null ? lost("it ended without goodbye") : broken);
      }
    } catch (FrameRejectedException rejected) {
      module.countRejectedFrame(rejected);
      fail(lost(rejected.getMessage()));
    } catch (IOException cause) {
      fail(lost(Sockets.reason(cause)));
    }
    return Math.max(0, count);
  }

  private BtlException lost(String reason) {
    return new BtlException(
        "%s: the connection to rank %d (%s) is lost: %s"
            .formatted(module.name(), peer(), Sockets.remoteAddress(channel), reason));
  }

  void failLater(BtlException cause) {
    if (pendingFailure == null) {
      pendingFailure = cause;
      module.addFailing(this);
    }
  }

  @Override
  public void giveUp(BtlException cause) {
    if (!stage.isOver()) {
      givenUp = true;
      failLater(cause);
    }
  }

  boolean isGivenUp() {
    return givenUp;
  }

  /** Reports a failure that was found outside progress. */
  void settleFailure() {
    BtlException cause = pendingFailure;
    pendingFailure = null;
    // What the peer sent before it went, its goodbye perhaps, is still to be read.
    while (!givenUp && stage == ConnectionStage.OPEN && poll() > 0) {
      module.countEvent();
    }
    if (stage != ConnectionStage.DEPARTED && stage != ConnectionStage.FAILED) {
      fail(cause);
    }
  }

  private void depart() {
    end(ConnectionStage.DEPARTED);
    complete(BtlResult.FAILED);
  }

  private void fail(BtlException cause) {
    end(ConnectionStage.FAILED);
    module.receiver().failed(module, peer(), cause);
    complete(BtlResult.FAILED);
  }

  private void end(ConnectionStage last) {
    advanceTo(last);
    module.closed(this);
    connecting.end();
    if (channel != null) {
      Sockets.closeQuietly(arrays);
      Sockets.closeQuietly(channel);
    }
    reader.abandon();
    queue.abandon();
  }

  // ---- closing

  /**
   * Writes what is left, and a goodbye, at once: its staging is free for the next peer's then, of
   * which a large job has many. What arrives is dropped: nobody wants it any more.
   *
   * @return true if the goodbye and all before it have been written
   */
  boolean leave(ByteBuffer scratch) {
    saidGoodbye = saidGoodbye || queue.commitGoodbye();
    try {
      queue.writeTo(channel, arrays);
      while (channel.read(scratch.clear()) > 0) {
        scratch.clear();
      }
      return saidGoodbye && queue.waitingBytes() == 0;
    } catch (IOException gone) {
      queue.abandon();
      return true;
    }
  }

  void close() {
    if (stage == ConnectionStage.OPEN) {
      Sockets.shutdownOutput(channel);
    }
    if (stage != ConnectionStage.CLOSED) {
      end(ConnectionStage.CLOSED);
      complete(BtlResult.FAILED);
    }
  }

  void advanceTo(ConnectionStage next) {
    if (!stage.mayBecome(next)) {
      throw new IllegalStateException(
          "the connection to rank " + peer() + " cannot go from " + stage + " to " + next);
    }
    stage = next;
  }
}
