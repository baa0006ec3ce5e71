package org.ob1j.pml.select;

/** The ways in which a message leaves. The order is that of the numbers on the wire. */
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
  SEND_RECEIVE_PIPELINE,
  /**
   * A rendezvous of memory in one run: then puts that the receiver drives and fragments for the
   * end, or fragments alone, as the receiver decides.
   */
  RDMA_PIPELINE,
  /** A rendezvous without data that asks the receiver for memory to put the whole message into. */
  RDMA_DIRECT_PUT,
  /** The receiver is told where to get the message itself. */
  RDMA_DIRECT_GET,
  /** The receiver is told where to get the blocks of a message that is not one run of bytes. */
  RDMA_BLOCK_GET;

  /** True if the message is one run of bytes at the sender: ob1's flag CONTIG. */
  public boolean isContiguous() {
    return this == RDMA_PIPELINE || this == RDMA_DIRECT_PUT || this == RDMA_DIRECT_GET;
  }

  /** True if the sender's memory is ready for RDMA as a whole: ob1's flag PIN. */
  public boolean isPinned() {
    return this == RDMA_DIRECT_PUT || isGet();
  }

  /** True if the receiver is to get the message: ob1's header RGET. */
  public boolean isGet() {
    return this == RDMA_DIRECT_GET || this == RDMA_BLOCK_GET;
  }

  /** True if the message goes whole with its match header. */
  public boolean isEager() {
    return this == EAGER_IMMEDIATE || this == EAGER_PREPARED || this == EAGER_ALLOCATED;
  }
}
