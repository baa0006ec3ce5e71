package org.ob1j.pml.select;

/** The ways in which a message leaves. */
public enum SendProtocol {
  /** The whole message is copied into the transport and done when the call returns. */
  EAGER_IMMEDIATE,
  /** The whole message leaves from the user's own memory. */
  EAGER_PREPARED,
  /** The whole message is copied into the transport's memory and completes later. */
  EAGER_ALLOCATED,
  /** A rendezvous that carries the whole message, so that its match is acknowledged. */
  RNDV_COMPLETE,
  /** The message is packed aside and then moved as by SEND_RECEIVE_PIPELINE. */
  BUFFERED_PIPELINE,
  /** A rendezvous, then fragments. */
  SEND_RECEIVE_PIPELINE
}
