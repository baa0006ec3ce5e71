package org.ob1j.pml.select;

import org.ob1j.btl.BtlAttributes;

/**
 * How a FIN is kept from overtaking the put that it reports: by whatever the transport offers
 * (source: "Ordering Rules for FI_MSG and FI_RDM Endpoints").
 */
public enum PutArrival {
  /** The completion of a put says that it has arrived, or a later send cannot overtake it. */
  KNOWN,
  /** The transport says when asked: flush, then FIN. */
  FLUSHED,
  /** FIN waits for all that was issued before it to complete at the peer. */
  FENCED;

  /** What a module offers; the first that fits. */
  public static PutArrival of(BtlAttributes attributes) {
    if (attributes.capabilities().completesRemotely() || attributes.order().sendAfterPut()) {
      return KNOWN;
    }
    return attributes.capabilities().flushes() ? FLUSHED : FENCED;
  }
}
