/**
 * The UCX transport. {@link org.ob1j.btl.ucx.shim.ShimPreset} makes class Shim of the header in
 * src/main/native, whose functions it has as static methods; the library behind it is in a jar of
 * its own, and opens libucp itself. Whatever is missing is a reason why something cannot be used,
 * never a failure. Class Shim is touched, which takes a tenth of a second, only by who needs it.
 *
 * <pre>
 *   UcxComponent    opens UCX, publishes the worker's address
 *   UcxModule       one worker: polls it, knows the endpoints and what is under way
 *     EventReader     what UCX has told by a poll
 *     Operations      what UCX will tell the end of, by token
 *     BlockPool       memory for frames
 *     Closing         the end of all endpoints
 *     UcxEndpoint     the endpoint of one peer
 *       Outgoing        what has been sent and has not ended
 *       Fence           order where it is asked for
 *       RemoteMemory    put, get and flush
 *       UcxTagLane      tagged messages
 *     UcxTagMatching  receives that UCX matches
 * </pre>
 *
 * Packages; each knows only those above it:
 *
 * <pre>
 *   shim     the native library
 *   frame    frames in memory
 *   worker   a worker of UCX, and the parameters
 *   rdma     put, get and flush
 *   tag      tag matching
 *   (this)   component, module, endpoints, sending and receiving
 * </pre>
 *
 * One thread at a time is inside a module; UCX takes no lock.
 */
package org.ob1j.btl.ucx;
