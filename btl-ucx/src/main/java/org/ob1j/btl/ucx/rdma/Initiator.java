package org.ob1j.btl.ucx.rdma;

import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.ucx.frame.BlockPool;
import org.ob1j.btl.ucx.shim.Operations;

/** What put, get and flush need of the endpoint that they are called at. */
public interface Initiator {
  /** The endpoint, for completions. */
  BtlEndpoint endpoint();

  /** UCX's endpoint. */
  long handle();

  boolean isOpen();

  /** Whether an operation may begin that asks for such an order. */
  boolean isReady(int ordering);

  /** An operation begins that a fence would wait for. */
  void raiseFence();

  Operations operations();

  BlockPool blocks();

  /** The longest piece that is copied at a time. */
  int maxPieceBytes();

  /** UCX has refused an operation; its end is told with the failure. */
  void failedToStart(int status, BtlCompletion completion);

  /** UCX says that nothing reaches the peer any more. */
  void broken(int status);
}
