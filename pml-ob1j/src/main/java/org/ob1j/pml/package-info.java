/**
 * The ob1 point-to-point engine. {@link org.ob1j.pml.Ob1Communicator} is where a send or a receive
 * begins; {@link org.ob1j.pml.Ob1Pml} holds what is one in a process. Each package knows only those
 * above it:
 *
 * <pre>
 *   header     what stands on the wire
 *   match      posted receives and unexpected messages
 *   select     which protocol a message takes, as decision tables
 *   offload    receives that a transport matches
 *   pool       memory and requests that are used again
 *   peer       another process: its rails, its credit, what waits for it
 *   protocol   requests, and how each protocol moves a message
 *   dispatch   what arrives, checked and matched
 *   (here)     communicators, failures of peers, reports
 * </pre>
 *
 * {@code trace} writes down the frames of all transports. Transports are known only through {@code
 * org.ob1j.bml} and {@code org.ob1j.btl}.
 */
package org.ob1j.pml;
