package org.ob1j.pml;

import org.ob1j.bml.Rails;
import org.ob1j.bml.RailsListener;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.UpperLayers;
import org.ob1j.pml.peer.Peer;
import org.ob1j.pml.peer.SendPlan;

/** What the engine does when there are new modules, or other rails to a peer. */
final class PeerRails implements RailsListener {
  private final Ob1Pml pml;

  PeerRails(Ob1Pml pml) {
    this.pml = pml;
  }

  @Override
  public void opened(BtlModule module) {
    pml.use(module);
  }

  @Override
  public void changed(int rank, Rails rails) {
    Peer peer = pml.peers().known(rank);
    if (peer != null) {
      rails.attach(UpperLayers.PML, peer);
      peer.use(new SendPlan(rails));
      if (pml.tagFrames() != null) {
        pml.tagFrames().railsChanged(peer);
      }
      peer.giveUpIfFailed();
    }
  }
}
