package org.ob1j.btl.ucx;

import java.nio.ByteBuffer;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.ucx.frame.Block;
import org.ob1j.btl.ucx.frame.FramePrefix;
import org.ob1j.btl.ucx.shim.NativeLibrary;
import org.ob1j.btl.ucx.shim.Operation;
import org.ob1j.btl.ucx.shim.Shim;
import org.ob1j.btl.ucx.worker.UcxParameters;

/**
 * How an endpoint is made: by UCX, and by a first message, which has UCX exchange what longer
 * messages need; until then they would stay here.
 */
final class HelloOperation extends Operation {
  private final UcxEndpoint endpoint;
  private final Block block;

  private HelloOperation(UcxEndpoint endpoint, Block block) {
    this.endpoint = endpoint;
    this.block = block;
  }

  /**
   * Makes UCX's endpoint.
   *
   * @param tellsFailures whether UCX is to find out when the peer has gone
   */
  static long open(
      UcxEndpoint endpoint, UcxModule module, UcxAddress address, boolean tellsFailures) {
    byte[] worker = address.worker();
    ByteBuffer memory = ByteBuffer.allocateDirect(worker.length).put(0, worker);
    ByteBuffer reason = NativeLibrary.newText();
    long handle =
        Shim.ob1j_ucx_connect(
            module.worker(),
            memory,
            tellsFailures ? 1 : 0,
            endpoint.peer(),
            reason,
            reason.capacity());
    if (handle == 0) {
      throw new BtlException(
          "%s: rank %d cannot be reached: %s; UCX has %s here; see %s and %s"
              .formatted(
                  module.name(),
                  endpoint.peer(),
                  NativeLibrary.read(reason),
                  module.transports(),
                  UcxParameters.TLS.name(),
                  UcxParameters.NET_DEVICES.name()));
    }
    return handle;
  }

  /** Sends it; the endpoint is told when it has ended. */
  static void send(UcxEndpoint endpoint, int rank, long proof) {
    Block block = endpoint.blocks().take(FramePrefix.BYTES);
    FramePrefix.write(block.memory(), block.offset(), rank, 0, FramePrefix.HELLO, proof);
    HelloOperation hello = endpoint.operations().add(new HelloOperation(endpoint, block));
    int status =
        Shim.ob1j_ucx_send_short(
            endpoint.handle(),
            block.address(),
            FramePrefix.BYTES,
            Shim.OB1J_UCX_CONNECT,
            hello.token);
    if (status != Shim.OB1J_UCX_STARTED) {
      endpoint.operations().remove(hello);
      hello.ended(status);
    }
  }

  @Override
  public void ended(int status) {
    endpoint.blocks().give(block);
    endpoint.connected(status);
  }
}
