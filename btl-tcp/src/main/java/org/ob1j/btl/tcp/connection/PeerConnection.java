package org.ob1j.btl.tcp.connection;

import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.ob1j.btl.BtlException;

/** The connection to one peer, as it is seen by those who make it. */
public interface PeerConnection {
  /** The peer's rank. */
  int peer();

  /** The link that the connection is of. */
  Link link();

  /** What to answer to a connection of the peer that has proven itself. */
  Verdict verdictOnIncoming();

  /** The connection stands, whoever opened it. */
  void opened(SocketChannel channel, SelectionKey key);

  /** The peer has decided for the connection that it opens itself. */
  void awaitPeer();

  /** No address works. */
  void unreachable(BtlException cause);
}
