package org.ob1j.runtime.collective;

import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.PmlException;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.pml.SendMode;

/** One step of a collective: a message out and a message in. */
final class Exchange {
  private Exchange() {}

  /**
   * Sends to one rank while receiving from another. The receive is posted first: if all ranks of a
   * cycle waited in their sends, none would ever receive.
   *
   * @throws PmlException if a peer failed or sent more than fits
   */
  static void run(
      Pml pml,
      PmlCommunicator communicator,
      TypeMap type,
      int tag,
      Object outgoing,
      int outgoingCount,
      int destination,
      Object incoming,
      int incomingCount,
      int source) {
    PmlRequest receive = communicator.irecv(incoming, incomingCount, type, source, tag);
    try {
      communicator.send(SendMode.STANDARD, outgoing, outgoingCount, type, destination, tag);
    } catch (PmlException failure) {
      pml.cancel(receive);
      pml.release(receive);
      throw failure;
    }
    pml.await(receive);
    PmlError error = receive.error();
    pml.release(receive);
    if (error != PmlError.NONE) {
      throw new PmlException(
          PmlException.Reason.FAILED,
          "a collective's message from rank " + source + " was lost: " + error);
    }
  }
}
