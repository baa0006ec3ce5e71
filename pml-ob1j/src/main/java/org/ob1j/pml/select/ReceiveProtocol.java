package org.ob1j.pml.select;

/** The ways in which a receiver has the rest of a message come. */
public enum ReceiveProtocol {
  /** Nothing is missing: the sender is told so. */
  ACKNOWLEDGE,
  /** An ACK; the rest comes by fragments. */
  FRAGMENTS,
  /** A PUT for each rail; the sender puts the message where they say. */
  DIRECT_PUT,
  /** An ACK for the end of the message, which comes by fragments, and PUTs for what is before. */
  PIPELINE,
  /** The receiver gets the message, and says FIN. */
  DIRECT_GET
}
