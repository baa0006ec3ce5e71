package org.ob1j.btl.ucx;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlPoller;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.btl.tag.TagMatching;
import org.ob1j.btl.ucx.frame.BlockPool;
import org.ob1j.btl.ucx.frame.FramePrefix;
import org.ob1j.btl.ucx.rdma.KeyCodec;
import org.ob1j.btl.ucx.rdma.UcxRegistrations;
import org.ob1j.btl.ucx.shim.BufferAddresses;
import org.ob1j.btl.ucx.shim.Operations;
import org.ob1j.btl.ucx.shim.Shim;
import org.ob1j.btl.ucx.shim.UcxLibrary;
import org.ob1j.btl.ucx.tag.UcxTagMatching;
import org.ob1j.btl.ucx.worker.UcxParameters;
import org.ob1j.btl.ucx.worker.UcxSettings;
import org.ob1j.btl.ucx.worker.UcxTransports;
import org.ob1j.btl.ucx.worker.UcxWorker;
import org.ob1j.runtime.job.RankTable;
import org.ob1j.runtime.progress.DoorbellAddress;

/**
 * One worker of UCX's, and the endpoints of all peers.
 *
 * <p>A message that is sent is one call of the native library, and so is a poll, however many
 * messages it brings. What does not fit into the memory for events comes by the next poll.
 */
final class UcxModule implements BtlModule, BtlPoller {
  /** While something is under way UCX may need to be polled to get on with it. */
  private static final long UNDER_WAY_SLEEP_NANOS = 1_000_000;

  private final BtlContext context;
  private final int rank;
  private final BtlAttributes attributes;
  private final UcxWorker worker;
  private final UcxTransports transports;
  private final UcxAddress published;
  private final int maxHeaderBytes;
  private final BlockPool blocks;
  private final BufferAddresses addresses = new BufferAddresses();
  private final Operations operations = new Operations();
  private final ArrayDeque<SendOperation> freeSends = new ArrayDeque<>();
  private final EventReader reader;
  private final UcxTagMatching tags;
  private final KeyCodec keys;
  private final UcxRegistrations registrations;
  private final RankTable<UcxEndpoint> endpoints = new RankTable<>();
  private final Closing closer = new Closing(this, endpoints);
  private final List<UcxEndpoint> failing = new ArrayList<>();
  private final Map<Rejection, Long> rejections = new EnumMap<>(Rejection.class);
  private long handle;
  private boolean closing;
  private boolean settlesFirst;

  UcxModule(
      BtlContext context,
      BtlAttributes attributes,
      UcxWorker worker,
      UcxTransports transports,
      UcxAddress published,
      UcxSettings settings) {
    this.context = context;
    rank = context.identity().rank();
    this.attributes = attributes;
    this.worker = worker;
    this.transports = transports;
    this.published = published;
    handle = worker.handle();
    maxHeaderBytes = Shim.ob1j_ucx_max_header(handle);
    blocks = new BlockPool(attributes.eagerLimit(), attributes.maxSendSize());
    reader = new EventReader(this, worker.events());
    keys = new KeyCodec(context.secret());
    registrations = new UcxRegistrations(handle, keys, rank);
    tags =
        published.tagMessageBytes() == 0
            ? null
            : new UcxTagMatching(handle, settings.tagCapacity(), this::countRejection);
  }

  @Override
  public String name() {
    return "ucx.0";
  }

  @Override
  public BtlAttributes attributes() {
    return attributes;
  }

  @Override
  public BtlEndpoint endpoint(int rank) {
    return endpointOf(rank);
  }

  /** The endpoint to who says to have sent a message; null if there can be none. */
  UcxEndpoint endpointOfSource(int rank) {
    return rank < 0 || rank >= context.identity().size() ? null : endpointOf(rank);
  }

  private UcxEndpoint endpointOf(int rank) {
    UcxEndpoint endpoint = endpoints.get(rank);
    if (endpoint == null && rank != rank()) {
      endpoint = newEndpoint(rank);
      endpoints.put(rank, endpoint);
    }
    return endpoint;
  }

  private UcxEndpoint newEndpoint(int rank) {
    // A message proves that it is of this job.
    boolean possible = context.processes().isOfThisJob(rank);
    byte[] value = possible ? context.processes().published(rank, UcxAddress.MODEX_KEY) : null;
    if (value == null) {
      return null;
    }
    UcxAddress theirs;
    try {
      theirs = UcxAddress.decode(value);
    } catch (IllegalArgumentException unreadable) {
      throw new BtlException(
          name() + " cannot read the address of rank " + rank + ": " + unreadable.getMessage(),
          unreadable);
    }
    if (theirs.maxSendSize() != published.maxSendSize()) {
      throw new BtlException(
          "%s: %s is %d here and %d on rank %d; it must be the same on all ranks"
              .formatted(
                  name(),
                  UcxParameters.COMMON.maxSendSize().name(),
                  published.maxSendSize(),
                  theirs.maxSendSize(),
                  rank));
    }
    // UCX's shared memory cannot tell failures, and UCX does not use it if asked to.
    boolean sharesMemory =
        theirs.hostId().equals(published.hostId())
            && theirs.sharesMemory()
            && published.sharesMemory();
    return new UcxEndpoint(this, rank, theirs, !sharesMemory);
  }

  // ---- progress

  @Override
  public BtlPoller poller() {
    return this;
  }

  @Override
  public int progress() {
    int events = settlesFirst ? settleFailures() : 0;
    if (!reader.isAtEnd() || poll() != 0) {
      events += tags == null ? reader.handleAll() : tellAll();
    }
    return failing.isEmpty() ? events : events + settleFailures();
  }

  /** Lets UCX get on; returns 0 if there is nothing to read. */
  private int poll() {
    int told = Shim.ob1j_ucx_progress(handle);
    if (told < 0) {
      throw new BtlException(name() + " cannot go on: " + UcxLibrary.statusText(told));
    }
    if (told != 0) {
      reader.begin(told);
    }
    return told;
  }

  /** A receive must not be posted between what UCX has matched and what it could not match. */
  private int tellAll() {
    tags.setTelling(true);
    try {
      int events = reader.handleAll();
      while (reader.hasMore()) {
        poll();
        events += reader.handleAll();
      }
      return events;
    } finally {
      tags.setTelling(false);
    }
  }

  private int settleFailures() {
    settlesFirst = false;
    List<UcxEndpoint> settled = List.copyOf(failing);
    failing.clear();
    settled.forEach(UcxEndpoint::settleFailure);
    return settled.size();
  }

  @Override
  public BtlRegistration register(ByteBuffer memory, int access) {
    BtlCapabilities capabilities = attributes.capabilities();
    return capabilities.puts() || capabilities.gets() ? registrations.register(memory) : null;
  }

  @Override
  public int registrationCount() {
    return registrations.count();
  }

  @Override
  public long maxSleepNanos() {
    if (closing) {
      return Long.MAX_VALUE;
    }
    DoorbellAddress bell = context.doorbell().address();
    if (bell == null || !failing.isEmpty() || !reader.isAtEnd()) {
      return 0;
    }
    if (Shim.ob1j_ucx_arm(handle, bell.descriptor(), bell.inode()) != 0) {
      return 0;
    }
    return isQuiet() ? Long.MAX_VALUE : UNDER_WAY_SLEEP_NANOS;
  }

  /** Whether nothing is under way; each endpoint that was used has a send ready for the next. */
  private boolean isQuiet() {
    int ready = 0;
    for (UcxEndpoint endpoint : endpoints.values()) {
      ready += endpoint.hasBeenOpen() ? 1 : 0;
    }
    return operations.count() == ready;
  }

  // ---- for endpoints and the reader of events

  @Override
  public TagMatching tagMatching() {
    return tags;
  }

  UcxTagMatching tags() {
    return tags;
  }

  int tagMessageBytes() {
    return published.tagMessageBytes();
  }

  int rank() {
    return rank;
  }

  long worker() {
    return handle;
  }

  UcxTransports transports() {
    return transports;
  }

  int maxHeaderBytes() {
    return maxHeaderBytes;
  }

  BlockPool blocks() {
    return blocks;
  }

  BufferAddresses addresses() {
    return addresses;
  }

  Operations operations() {
    return operations;
  }

  EventReader reader() {
    return reader;
  }

  KeyCodec keys() {
    return keys;
  }

  BtlReceiver receiver() {
    return context.receiver();
  }

  boolean isClosing() {
    return closing;
  }

  long proof(int source, int target) {
    return FramePrefix.proof(context.secret(), context.identity().jobId(), source, target);
  }

  /** A send that has its token. */
  SendOperation newSend() {
    SendOperation send = freeSends.poll();
    return operations.add(send == null ? new SendOperation(this) : send);
  }

  void recycle(SendOperation send) {
    freeSends.push(send);
  }

  BtlException tooLong(int frameBytes, int peer) {
    return new BtlException(
        "%s: a frame of %d bytes to rank %d; %s is %d"
            .formatted(
                name(),
                frameBytes,
                peer,
                UcxParameters.COMMON.maxSendSize().name(),
                attributes.maxSendSize()));
  }

  void addFailing(UcxEndpoint endpoint) {
    failing.add(endpoint);
  }

  /** What has failed is settled before UCX moves anything more. */
  void settleFirst() {
    settlesFirst = true;
  }

  /** An endpoint cannot be used any more. */
  void broken(int peer, int status) {
    UcxEndpoint endpoint = endpointOfSource(peer);
    if (endpoint != null) {
      endpoint.broken(status);
    }
  }

  void countRejection(FrameRejectedException rejected) {
    rejections.merge(rejected.rejection(), 1L, Long::sum);
  }

  /** Closes one of UCX's endpoints, which tells failures. */
  void disconnect(long endpoint) {
    closer.disconnect(endpoint);
  }

  @Override
  public String describe() {
    StringBuilder peers = new StringBuilder();
    for (UcxEndpoint endpoint : endpoints.values()) {
      peers.append("; ").append(endpoint.describe());
    }
    return "%s: UCX %s with %s; %d operations under way, %d blocks lent; %d registrations; %s; frames rejected: %s%s"
        .formatted(
            name(),
            UcxLibrary.version(),
            transports,
            operations.count(),
            blocks.lentCount(),
            registrationCount(),
            closing ? "closed" : Shim.ob1j_ucx_spilled(handle) + " events kept for later",
            rejections,
            peers);
  }

  // ---- closing

  @Override
  public void close() {
    if (closing) {
      return;
    }
    if (settlesFirst) {
      settleFailures();
    }
    closing = true;
    if (tags != null) {
      tags.close();
    }
    closer.closeEndpoints();
    handle = 0;
    worker.close();
    if (!worker.isOver()) {
      keepMemory();
    }
  }

  /** What UCX may still write to must stay until the JVM ends, and the module knows all of it. */
  private void keepMemory() {
    try {
      Runtime.getRuntime()
          .addShutdownHook(new Thread(() -> Reference.reachabilityFence(this), name()));
    } catch (IllegalStateException ending) {
      // The JVM ends now, and frees no memory any more.
      return;
    }
  }
}
