/**
 * TCP transport over NIO: one connection for each pair of ranks, made on first use.
 *
 * <p>The wire is in docs/protocol.md, chapter "TCP". Where to look:
 *
 * <ul>
 *   <li>{@link org.ob1j.btl.tcp.TcpComponent} chooses addresses ({@code InterfaceSelection}), opens
 *       the listening sockets ({@code Listeners}) and publishes ({@code TcpAddresses}).
 *   <li>{@code TcpModule} polls; {@code TcpEndpoint} is the way to one peer and its stages.
 *   <li>{@code Acceptor} and {@code Connector} make connections; {@code Opening} authenticates
 *       them.
 *   <li>{@code SendQueue} gathers and writes frames; {@code FrameReader} reads and delivers them.
 * </ul>
 *
 * No thread is used: everything happens inside {@code progress} and the sends.
 */
package org.ob1j.btl.tcp;
