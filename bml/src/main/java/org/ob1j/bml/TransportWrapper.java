package org.ob1j.bml;

import java.util.List;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlReceiver;

/** What stands between the transports and all that use them, such as a trace. */
public interface TransportWrapper {
  /** A receiver that hands what arrives to another. Asked once, and first. */
  BtlReceiver wrap(BtlReceiver receiver);

  /** Modules that hand what leaves to others. */
  List<BtlModule> wrap(List<BtlModule> modules);
}
