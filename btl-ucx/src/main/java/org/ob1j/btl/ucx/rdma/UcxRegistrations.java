package org.ob1j.btl.ucx.rdma;

import java.nio.ByteBuffer;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.ucx.shim.NativeLibrary;
import org.ob1j.btl.ucx.shim.Shim;
import org.ob1j.btl.ucx.shim.UcxLibrary;
import org.ob1j.btl.ucx.worker.UcxParameters;

/** The memory of this process that peers may put into and get from. */
public final class UcxRegistrations {
  private static final int MAX_PACKED_BYTES = 1 << 10;

  private final long worker;
  private final KeyCodec codec;
  private final int rank;
  private int count;

  public UcxRegistrations(long worker, KeyCodec codec, int rank) {
    this.worker = worker;
    this.codec = codec;
    this.rank = rank;
  }

  public int count() {
    return count;
  }

  /** Null for memory that UCX cannot reach. */
  public BtlRegistration register(ByteBuffer memory) {
    if (!memory.isDirect() || memory.isReadOnly()) {
      return null;
    }
    long address = NativeLibrary.addressOf(memory);
    long mapped = Shim.ob1j_ucx_map(worker, address, memory.capacity());
    if (mapped == 0) {
      return null;
    }
    byte[] key = codec.encode(address, memory.capacity(), rank, pack(mapped));
    if (key.length > BtlRegistration.MAX_KEY_BYTES) {
      Shim.ob1j_ucx_unmap(mapped);
      throw new BtlException(
          "a key of UCX's makes %d bytes; at most %d are possible; name fewer devices in %s"
              .formatted(
                  key.length, BtlRegistration.MAX_KEY_BYTES, UcxParameters.NET_DEVICES.name()));
    }
    count++;
    return new Registered(memory, key, mapped);
  }

  private static byte[] pack(long mapped) {
    ByteBuffer packed = ByteBuffer.allocateDirect(MAX_PACKED_BYTES);
    int length = Shim.ob1j_ucx_pack_key(mapped, packed, packed.capacity());
    if (length < 0 || length > packed.capacity()) {
      Shim.ob1j_ucx_unmap(mapped);
      throw new BtlException(
          length < 0
              ? "UCX makes no key of memory: " + UcxLibrary.statusText(length)
              : "a key of UCX's has " + length + " bytes");
    }
    byte[] bytes = new byte[length];
    packed.get(0, bytes);
    return bytes;
  }

  private final class Registered implements BtlRegistration {
    private final ByteBuffer memory;
    private final byte[] key;
    private long mapped;

    Registered(ByteBuffer memory, byte[] key, long mapped) {
      this.memory = memory;
      this.key = key;
      this.mapped = mapped;
    }

    @Override
    public ByteBuffer memory() {
      return memory;
    }

    @Override
    public byte[] key() {
      return key;
    }

    @Override
    public void close() {
      if (mapped != 0) {
        Shim.ob1j_ucx_unmap(mapped);
        mapped = 0;
        count--;
      }
    }
  }
}
