package org.ob1j.pml.peer;

import java.util.ArrayList;
import java.util.List;
import org.ob1j.runtime.progress.ProgressEngine;
import org.ob1j.runtime.progress.Progressable;
import org.ob1j.runtime.progress.WaitDescription;

/** The peers for which something waits because a transport was busy. */
public final class DrainQueue implements Progressable {
  private final ProgressEngine engine;
  private final List<Peer> peers = new ArrayList<>();

  /** Is polled by this engine while something waits, so that otherwise it costs nothing. */
  DrainQueue(ProgressEngine engine) {
    this.engine = engine;
  }

  void add(Peer peer) {
    if (peers.isEmpty()) {
      engine.register(this);
    }
    peers.add(peer);
  }

  public boolean isEmpty() {
    return peers.isEmpty();
  }

  @Override
  public int progress() {
    int moved = 0;
    for (int i = peers.size() - 1; i >= 0; i--) {
      Peer peer = peers.get(i);
      long before = peer.drained();
      if (peer.drain()) {
        peers.remove(i);
      }
      moved += peer.drained() == before ? 0 : 1;
    }
    if (peers.isEmpty()) {
      engine.unregister(this);
    }
    return moved;
  }

  public void describe(WaitDescription wait) {
    for (Peer peer : peers) {
      wait.operation("messages to rank " + peer.rank() + ", whose transport is busy");
      wait.needs(peer.rank());
    }
  }
}
