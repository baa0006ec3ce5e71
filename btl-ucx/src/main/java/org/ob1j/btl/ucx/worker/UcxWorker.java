package org.ob1j.btl.ucx.worker;

import java.nio.ByteBuffer;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlUnavailableException;
import org.ob1j.btl.ucx.shim.NativeLibrary;
import org.ob1j.btl.ucx.shim.Shim;
import org.ob1j.btl.ucx.shim.UcxLibrary;
import org.ob1j.runtime.memory.Memory;

/**
 * A worker of UCX's, with the memory for its events. One for each module, which is entered by one
 * thread at a time; so UCX takes no lock.
 */
public final class UcxWorker implements AutoCloseable {
  private static final int MAX_ADDRESS_BYTES = 32 << 10;

  private final Memory events;
  private long handle;
  private boolean over;

  private UcxWorker(Memory events, long handle) {
    this.events = events;
    this.handle = handle;
  }

  /**
   * Opens one.
   *
   * @throws BtlUnavailableException if UCX has nothing that it can use
   */
  public static UcxWorker open(UcxSettings settings) {
    Memory events = Memory.allocate(settings.eventBytes());
    ByteBuffer reason = NativeLibrary.newText();
    long handle =
        Shim.ob1j_ucx_open(
            NativeLibrary.write(settings.transports()),
            NativeLibrary.write(settings.devices()),
            events.bytes(),
            settings.eventBytes(),
            reason,
            reason.capacity());
    if (handle == 0) {
      throw new BtlUnavailableException(
          "UCX cannot be used: %s (%s is '%s', %s is '%s')"
              .formatted(
                  NativeLibrary.read(reason),
                  UcxParameters.TLS.name(),
                  settings.transports(),
                  UcxParameters.NET_DEVICES.name(),
                  settings.devices()));
    }
    return new UcxWorker(events, handle);
  }

  /** For calls of the native library. */
  public long handle() {
    return handle;
  }

  /** Where events are. */
  public Memory events() {
    return events;
  }

  public UcxTransports transports() {
    ByteBuffer text = ByteBuffer.allocateDirect(MAX_ADDRESS_BYTES);
    Shim.ob1j_ucx_transports(handle, text, text.capacity());
    return UcxTransports.of(NativeLibrary.read(text));
  }

  public byte[] address() {
    ByteBuffer address = ByteBuffer.allocateDirect(MAX_ADDRESS_BYTES);
    int length = Shim.ob1j_ucx_address(handle, address, address.capacity());
    if (length < 0 || length > address.capacity()) {
      throw new BtlException(
          length < 0
              ? "UCX tells no address: " + UcxLibrary.statusText(length)
              : "UCX's address has %d bytes; at most %d are possible; name fewer devices in %s"
                  .formatted(length, address.capacity(), UcxParameters.NET_DEVICES.name()));
    }
    byte[] bytes = new byte[length];
    address.get(0, bytes);
    return bytes;
  }

  @Override
  public void close() {
    if (handle != 0) {
      over = Shim.ob1j_ucx_close(handle) != Shim.OB1J_UCX_STARTED;
      handle = 0;
    }
  }

  /**
   * False if UCX could not break off what was under way, and may still write to its memory, or if
   * the kernel has refused what UCX needs to close.
   */
  public boolean isOver() {
    return over;
  }
}
