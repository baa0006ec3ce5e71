package org.ob1j.pml.protocol;

/**
 * Buffered pipeline: a buffered message that is too long, or has no credit, to be sent eagerly. It
 * differs from the {@link SendReceivePipeline} in that the message is moved aside first and the
 * send is complete for its user at once (source: "Communication Protocols in the ob1 PML").
 *
 * <pre>
 *   sender                                 receiver
 *   copy aside; complete for the user
 *     |  RNDV + first bytes (or none)         |
 *     | ------------------------------------> | matched: unpack
 *     |              ACK (offset, wanted)     |
 *     | &lt;------------------------------------ |
 *     |  FRAG …  from the copy                |
 *     | ------------------------------------> | all there: complete
 *   give the room in the attached buffer back
 * </pre>
 */
final class BufferedPipeline {
  private BufferedPipeline() {}

  /** Begins; false if the transport is busy. */
  static boolean start(SendRequest request) {
    request.moveAside();
    return SendReceivePipeline.start(request);
  }
}
