/**
 * The shared memory transport, {@code sm}, in pure Java.
 *
 * <p>Each rank makes one file, its <em>segment</em> ({@link org.ob1j.btl.sm.SegmentLayout}), which
 * the other ranks of the host map. It holds a ring of 64 slots for each sender ({@link
 * org.ob1j.btl.sm.SlotLayout}). Header and payload of a small frame stand in one slot, which is one
 * cache line. A longer payload stands in the pair's <em>payload ring</em>, a file that the sender
 * makes when it first needs it and its budget allows; without one the payload is carried by
 * successive slots.
 *
 * <pre>
 *   sender                                        receiver
 *   {@link org.ob1j.btl.sm.OutgoingRing} -- slots, in the receiver's segment --&gt; {@link org.ob1j.btl.sm.IncomingRing}
 *                -- payload ring, a file of the sender --&gt;
 *                -- doorbell, only if the ring isn't polled --&gt; {@link org.ob1j.btl.sm.PollSet}
 *                &lt;-- consumed positions, polled flag ----------
 * </pre>
 *
 * <p>Memory order: a slot is published by its first word, written last with release and read with
 * acquire. Consumed positions are published the same way. Whatever is read from a segment that
 * another process writes is checked before it is used.
 */
package org.ob1j.btl.sm;
