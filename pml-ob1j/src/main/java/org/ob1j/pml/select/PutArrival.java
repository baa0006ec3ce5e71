package org.ob1j.pml.select;

import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.order.BtlOperation;

/**
 * How a FIN is kept from overtaking the put that it reports: by whatever the transport offers
 * (source: "Ordering Rules for FI_MSG and FI_RDM Endpoints").
 */
public enum PutArrival {
  /** The completion of a put says that it has arrived, or a later send cannot overtake it. */
  KNOWN,
  /** Put and FIN are one ordered sequence: FIN leaves at once. */
  SEQUENCED,
  /** The transport says when asked: flush, then FIN. */
  FLUSHED,
  /** FIN waits for all that was issued before it to complete at the peer. */
  FENCED;

  /** What a module offers; the first that fits. */
  public static PutArrival of(BtlAttributes attributes) {
    BtlCapabilities can = attributes.capabilities();
    if (can.completesRemotely() || attributes.order().keeps(BtlOperation.SEND, BtlOperation.PUT)) {
      return KNOWN;
    } else if (can.keepsSequences()) {
      return SEQUENCED;
    }
    return can.flushes() ? FLUSHED : FENCED;
  }
}
