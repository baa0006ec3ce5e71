package org.ob1j.btl.ucx;

import java.util.Map;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.LayersContractTest;

class UcxLayersTest extends LayersContractTest {
  UcxLayersTest() {
    Ucx.assumeAvailable();
  }

  @Override
  protected BtlComponent newComponent() {
    return new UcxComponent();
  }

  @Override
  protected Map<String, String> parameters() {
    return Ucx.parameters(Ucx.POSIX);
  }
}
