/**
 * The transport interface (Byte Transfer Layer), in the spirit of Open MPI's {@code btl.h}.
 *
 * <h2>Life of a transport</h2>
 *
 * <ol>
 *   <li><b>Initialise.</b> {@link org.ob1j.btl.BtlComponent#initialise} opens what the transport
 *       needs, such as a segment or a listening socket, and returns a module for each path (a
 *       network interface, say). What cannot work here and now is a {@link
 *       org.ob1j.btl.BtlUnavailableException} with one clear line; nothing stays open then.
 *   <li><b>Publish.</b> Still inside it, each module puts its address into the modex. Nobody may
 *       look one up before the modex fence, which the BML calls once for all transports.
 *   <li><b>Select.</b> {@link org.ob1j.btl.BtlModule#endpoint} answers for one peer: an endpoint,
 *       or null where this module does not reach that peer. It costs no traffic. The BML chooses
 *       among the endpoints of a peer by exclusivity, latency and bandwidth, and by nothing else.
 *   <li><b>Connect lazily.</b> The first operation on an endpoint makes the connection. Until it
 *       stands, the endpoint answers busy. Both sides may begin at once.
 *   <li><b>Close.</b> All ranks have agreed that no more operations come. {@link
 *       org.ob1j.btl.BtlModule#close} gives back every file, socket and thread.
 * </ol>
 *
 * <h2>Sending</h2>
 *
 * A message unit is a <em>frame</em>: a header of at most {@link
 * org.ob1j.btl.BtlEndpoint#MAX_HEADER_BYTES} bytes and a payload. The sender asks for a frame
 * ({@link org.ob1j.btl.BtlEndpoint#reserve}), writes header and payload in place into the
 * transport's memory, and sends it:
 *
 * <pre>
 *   PML                                   transport
 *    | reserve(header, payload, order) ---> |  null: busy, nothing happened
 *    | &lt;--------------------- Frame ------- |  memory of the transport, the PML's to write
 *    | writes header and payload            |
 *    | sendImmediate(frame) --------------> |  done on return, no callback
 *    |   or send(frame, completion) ------> |  true: done; false: completion follows
 *    |   or sendInPlace(frame, …) --------> |  payload is the user's memory until completion
 *    |   or sendArrayInPlace(frame, …) ---> |  the same of an array, if movesArrays says so
 *    |   or cancel(frame) ----------------> |  gives the frame back unsent
 * </pre>
 *
 * <ul>
 *   <li><b>Who owns what.</b> A frame is the PML's from reserve until it is sent or cancelled; then
 *       the transport's. At most one frame of an endpoint is reserved at a time. Memory that is
 *       sent in place, put or got belongs to the operation until its completion.
 *   <li><b>Busy</b> is a result: reserve returns null, put and get return {@link
 *       org.ob1j.btl.BtlResult#BUSY}. Nothing was taken and nothing will be called back. The caller
 *       queues its operation and tries again after the next progress. A transport is never busy for
 *       ever towards a peer that makes progress.
 *   <li><b>Holding back.</b> A transport may keep small frames back and send several together,
 *       until {@link org.ob1j.btl.BtlEndpoint#push}, the module's next poll, or until enough has
 *       gathered.
 *   <li><b>Re-entry.</b> Completions are called from inside progress, push or a send, never from
 *       inside reserve, and may send again. Progress is never called from a callback.
 * </ul>
 *
 * <h2>Receiving</h2>
 *
 * {@link org.ob1j.btl.BtlPoller#progress} delivers to the {@link org.ob1j.btl.BtlReceiver}. The
 * memory of a delivered frame belongs to the transport: it may be read during the call only. For a
 * long payload the transport may ask first where it should go ({@link
 * org.ob1j.btl.BtlReceiver#place}), and read it there without a copy: into direct memory, or into
 * an array if its endpoint {@link org.ob1j.btl.BtlEndpoint#movesArrays}.
 *
 * <p>Everything that arrives is checked: the transport checks lengths before it uses them, the PML
 * checks the header and answers with a {@link org.ob1j.btl.FrameRejectedException}, upon which the
 * transport drops the frame, counts it, and reports it as a failure where the peer can only be
 * broken.
 *
 * <h2>Sleeping</h2>
 *
 * A process that waits for long blocks in one selector, and any module may have something for it:
 *
 * <pre>
 *   engine                                    poller of a module
 *    | prepareSleep() ----------------------&gt; | from now on, peers that bring something ring
 *    | progress() for some microseconds         |   context.doorbell().port()
 *    | maxSleepNanos() ---------------------&gt; | looks once more at all there is;
 *    | &lt;------------------------ nanoseconds  |   doorbell.watch(channel, …) for its channels
 *    : blocked until a ring, a channel, or the time
 *    | endSleep() --------------------------&gt; |
 *    | progress()                             |
 * </pre>
 *
 * <ul>
 *   <li>A poller that answers 0 is polled for ever. That is the default.
 *   <li>Whatever would make progress return anything but 0 must wake the process, or be looked for
 *       within the time that the module has answered. That includes room for a frame, if an
 *       endpoint has been busy since the last poll.
 *   <li>Peers that do not sleep pay nothing for those that do, and sending to a process that is
 *       awake costs no more than it did.
 *   <li>{@code prepareSleep} may be followed by frames as ever, and no sleep.
 * </ul>
 *
 * <h2>RDMA and atomics</h2>
 *
 * The remote side of put, get and atomics is registered memory ({@link
 * org.ob1j.btl.BtlModule#register}, which answers null for memory that a transport cannot do it
 * with); the bytes of {@link org.ob1j.btl.BtlRegistration#key} are opaque to all but the transport
 * of the same name at the peer, and are checked there ({@link org.ob1j.btl.BtlEndpoint#checkKey}).
 * The local side is whatever a {@link org.ob1j.runtime.datatype.Convertor} holds, an array as well;
 * only with {@link org.ob1j.btl.BtlCapabilities#needsRegistration} must it be registered too.
 *
 * <pre>
 *   owner                                      initiator
 *    | register(memory, access): key             |
 *    | ── key, by a message of the PML's ──────► | checkKey(key, offset, length)
 *    |                                           | get(convertor, …, key, …) or put(…)
 *    |                                           |   DONE, STARTED, BUSY, or REFUSED:
 *    |                                           |   the PML takes another protocol
 *    | ◄─────────────── that it is done ──────── |
 *    | close the registration                    |
 * </pre>
 *
 * Local completion of a put says that its memory may be used again; whether it has arrived is said
 * by {@link org.ob1j.btl.BtlCapabilities#completesRemotely} or by flush. Calling what an endpoint
 * does not declare is a programming error and throws.
 *
 * <h2>Order</h2>
 *
 * An endpoint declares which order it keeps among its sends, puts, gets and atomics ({@link
 * org.ob1j.btl.order.GuaranteedOrder}). An operation may ask for less or more by {@link
 * org.ob1j.btl.order.RequestedOrder} (source: "Ordering Rules for FI_MSG and FI_RDM Endpoints"):
 *
 * <ul>
 *   <li><b>relaxed</b>: it may pass earlier ones. May be ignored.
 *   <li><b>fence, local</b>: it waits until earlier ones have completed locally.
 *   <li><b>fence, global</b>: it waits until earlier ones have completed at the peer.
 *   <li><b>ordered sequence</b>: it stays behind those just before it with the same id. Transports
 *       with {@link org.ob1j.btl.BtlCapabilities#keepsSequences} do that without waiting.
 * </ul>
 *
 * <h2>Tag matching</h2>
 *
 * A transport that can match tags by itself has a {@link org.ob1j.btl.tag.TagMatching} for each
 * module, to which receives are posted, and a {@link org.ob1j.btl.TagLane} for each endpoint whose
 * peer has it too, by which tagged messages are sent. They go beside the frames and in no order
 * with them.
 *
 * <h2>Failure</h2>
 *
 * Failures are told by {@link org.ob1j.btl.BtlReceiver#failed}, once for each peer and module,
 * after which every pending completion of that endpoint is called with {@link
 * org.ob1j.btl.BtlResult#FAILED} and the endpoint refuses further operations by {@link
 * org.ob1j.btl.BtlException}.
 *
 * <h2>Threads</h2>
 *
 * One thread at a time is inside a module and its endpoints. A transport may have threads of its
 * own for connecting; they never call the receiver or a completion.
 *
 * <h2>Packages</h2>
 *
 * Each knows only those above it:
 *
 * <pre>
 *   order     what order an endpoint guarantees, and an operation asks for
 *   tag       receives that a transport matches
 *   (this)    component, module, endpoint, and who is delivered to
 *   service   what only native code can do for transports
 * </pre>
 */
package org.ob1j.btl;
