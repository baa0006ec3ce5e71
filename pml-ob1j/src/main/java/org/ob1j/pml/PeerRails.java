package org.ob1j.pml;

import org.ob1j.bml.Rail;
import org.ob1j.bml.Rails;
import org.ob1j.bml.RailsListener;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.UpperLayers;

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
    Peer peer = pml.knownPeer(rank);
    if (peer != null) {
      rails.attach(UpperLayers.PML, peer);
      peer.use(new SendPlan(rails));
      peer.giveUpIfFailed();
    }
  }

  /**
   * Where a transport matches tags, the messages to a peer all go by its first rail, or none by it:
   * of two ways one would overtake the other.
   */
  @Override
  public String whyNeeded(int rank, Rail rail) {
    Peer peer = pml.knownPeer(rank);
    return pml.tagFrames() != null && peer != null && peer.rails().first() == rail
        ? "it is the first rail, and " + pml.tagFrames().moduleName() + " matches tags"
        : null;
  }
}
