package org.ob1j.pml.protocol;

import org.ob1j.bml.Registrations.RegisteredMemory;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.pml.select.SendProtocol;

/**
 * RDMA direct put: the sender puts the whole message straight into the receiver's memory (source:
 * "Communication Protocols in the ob1 PML"). Taken where there is put and no get, and as the
 * fallback where a get is not possible.
 *
 * <pre>
 *   sender                                     receiver
 *     |  RNDV, CONTIG | PIN, without data         |
 *     | ----------------------------------------> | matched: registers its memory
 *     |        PUT (part, where, key) × rails     |
 *     | &lt;---------------------------------------- |
 *   PUTTING                                     ASKED
 *     |  put, by each rail                        |
 *     | ========================================> |
 *     |  FIN × rails                              |
 *     | ----------------------------------------> | deregisters; the last completes: OVER
 *   complete when every FIN has left
 *
 *   the receiver's memory cannot be used:   ACK; all by FRAG
 *   the sender cannot put:                  FIN, REFUSED; all by FRAG
 * </pre>
 *
 * <p>An object is the receiver's part of one message; the sender's is an {@link OutgoingPut}.
 */
final class RdmaDirectPut extends RdmaReceive {
  private enum Stage {
    ASKED,
    OVER
  }

  private final RegisteredMemory target;
  private Stage stage = Stage.ASKED;

  /**
   * The receiver's part.
   *
   * @param target the memory of the receive, acquired; belongs to this object now
   */
  RdmaDirectPut(ReceiveRequest request, MessageStart rendezvous, RegisteredMemory target) {
    super(request, rendezvous);
    this.target = target;
  }

  /** Begins at the sender; false if the transport is busy. */
  static boolean start(SendRequest request) {
    return SendReceivePipeline.rendezvous(request, SendProtocol.RDMA_DIRECT_PUT, 0);
  }

  @Override
  void begin() {
    askByEach(
        PutRail.of(request(), rail(), target), request().arrivedBytes(), request().missingBytes());
  }

  @Override
  void partEnded(BtlEndpoint by, boolean refused) {
    if (pendingParts() == 0) {
      stage = Stage.OVER;
    }
  }

  @Override
  public String toString() {
    return "RDMA direct put, " + stage;
  }
}
