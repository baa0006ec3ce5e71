/**
 * The shared memory transport, {@code sm}, in pure Java.
 *
 * <p>Each rank makes one file, its <em>segment</em> ({@link
 * org.ob1j.btl.sm.segment.SegmentLayout}), which the other ranks of the host map. It holds a ring
 * of one page for each sender. A ring holds records ({@link org.ob1j.btl.sm.ring.RecordLayout}):
 * frames of any length and messages between the transports, each in one piece. When a sender first
 * has a frame of some length it makes a <em>long ring</em>, a file of its own, if its budget
 * allows, and both sides change to that for good ({@link org.ob1j.btl.sm.ring.LongRingSender});
 * without one, frames stay short.
 *
 * <pre>
 *   sender                                        receiver
 *   {@link org.ob1j.btl.sm.ring.OutgoingRing} -- records, in the segment or long ring --&gt; {@link org.ob1j.btl.sm.ring.IncomingRing}
 *                -- doorbell, only if the ring isn't polled --&gt; {@link org.ob1j.btl.sm.ring.PollSet}
 *                &lt;-- consumed position, polled flag ----------
 * </pre>
 *
 * <p>Memory order: a record is published by its first word, written last with release and read with
 * acquire. Where the next one will be there is a 0 before. The consumed position is published the
 * same way. Whatever is read from memory that another process writes is checked before it is used.
 *
 * <p>Packages; each knows only those above it:
 *
 * <pre>
 *   file      files that processes share
 *   buffer    users' buffers that peers map
 *   copy      put and get
 *   segment   what a process's senders map
 *   ring      how records go from one process to another
 *   (this)    the component, its module, and the endpoint of each peer
 * </pre>
 */
package org.ob1j.btl.sm;
