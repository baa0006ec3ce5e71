package org.ob1j.btl.ucx.shim;

import org.bytedeco.javacpp.annotation.NoException;
import org.bytedeco.javacpp.annotation.Platform;
import org.bytedeco.javacpp.annotation.Properties;
import org.bytedeco.javacpp.tools.Info;
import org.bytedeco.javacpp.tools.InfoMap;
import org.bytedeco.javacpp.tools.InfoMapper;

/**
 * Tells JavaCPP how to make class Shim, and the library behind it, of the native library's header.
 * Memory is passed as buffers only: JavaCPP's own pointers bring a thread that frees them, and a
 * use of Unsafe that newer JVMs warn of.
 */
@Properties(
    value = @Platform(value = "linux-x86_64", include = "ob1j_ucx.h", library = "jniob1j"),
    target = "org.ob1j.btl.ucx.shim.Shim")
@NoException
public class ShimPreset implements InfoMapper {
  @Override
  public void map(InfoMap infoMap) {
    infoMap.put(new Info("signed char").valueTypes("byte").pointerTypes("ByteBuffer"));
    // JavaCPP makes a buffer as long as the type, which is how long the window is to be.
    infoMap.put(new Info("ob1j_ucx_window").skip().cast().pointerTypes("ByteBuffer"));
  }
}
