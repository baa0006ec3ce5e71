/**
 * TCP transport over NIO: one connection for each pair of ranks and network, made on first use.
 *
 * <p>The wire is in docs/protocol.md, chapter "TCP". No thread is used: everything happens inside
 * {@code progress} and the sends. Packages; each knows only those above it:
 *
 * <pre>
 *   parameter   what the user sets
 *   address     InterfaceSelection chooses addresses, TcpAddresses are published, Reachability
 *               pairs them with a peer's, Paths gives each link what to try
 *   stream      SendQueue gathers and writes frames, FrameReader reads and delivers them
 *   connection  Acceptor and Connector make connections, Opening authenticates them
 *   (this)      TcpComponent, a TcpModule for each link, a TcpEndpoint for each peer
 * </pre>
 */
package org.ob1j.btl.tcp;
