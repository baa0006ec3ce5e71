package org.ob1j.pml.peer;

import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;

/** Who ends what concerns a process that a transport does not reach any more. */
@FunctionalInterface
public interface FailureListener {
  /**
   * A process has failed, as a transport sees it. All that concerns the process has ended when this
   * returns.
   *
   * @param rank of the process in the job
   */
  void failed(BtlModule module, int rank, BtlException cause);
}
