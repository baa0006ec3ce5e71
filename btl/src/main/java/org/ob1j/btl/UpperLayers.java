package org.ob1j.btl;

import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.runtime.memory.Memory;

/**
 * The upper layers of one process, such as the PML: hands each frame to the one that it is for.
 * Which one that is says the first byte of its header, as Open MPI's tags do:
 *
 * <pre>
 *     7     5 4               0
 *    +-------+-----------------+
 *    | layer | as it likes     |
 *    +-------+-----------------+
 * </pre>
 *
 * <p>All processes of a job have the same layers by the same ids. Thread rules: those of {@link
 * BtlReceiver}.
 */
public final class UpperLayers implements BtlReceiver {
  /** The point-to-point engine: frames that begin with a byte from 0x40 to 0x5F. */
  public static final int PML = 2;

  /** How many layers there can be. */
  public static final int COUNT = 8;

  private static final int SHIFT = 5;

  private final BtlReceiver[] layers = new BtlReceiver[COUNT];

  /** The layer of frames whose header begins with this byte. */
  public static int of(byte first) {
    return (first & 0xFF) >>> SHIFT;
  }

  /**
   * From now on frames for a layer go to it, and it is told of peers that fail. Before that they
   * are rejected.
   *
   * @throws IllegalStateException if the layer is there already
   */
  public void register(int layer, BtlReceiver receiver) {
    if (layers[layer] != null) {
      throw new IllegalStateException("upper layer " + layer + " is registered already");
    }
    layers[layer] = receiver;
  }

  /**
   * Whom transports deliver to, once all layers are registered: the only layer itself where there
   * is one alone, so that nothing stands between; it then rejects what is for none.
   */
  public BtlReceiver receiver() {
    BtlReceiver only = null;
    for (BtlReceiver layer : layers) {
      if (layer != null && only != null) {
        return this;
      }
      only = layer != null ? layer : only;
    }
    return only == null ? this : only;
  }

  @Override
  public void receive(
      BtlEndpoint from,
      Memory header,
      int headerOffset,
      int headerBytes,
      Memory payload,
      int payloadOffset,
      int payloadBytes) {
    layerOf(header, headerOffset, headerBytes)
        .receive(from, header, headerOffset, headerBytes, payload, payloadOffset, payloadBytes);
  }

  @Override
  public PayloadTarget place(
      BtlEndpoint from, Memory header, int headerOffset, int headerBytes, int payloadBytes) {
    return layerOf(header, headerOffset, headerBytes)
        .place(from, header, headerOffset, headerBytes, payloadBytes);
  }

  private BtlReceiver layerOf(Memory header, int headerOffset, int headerBytes) {
    BtlReceiver layer = headerBytes == 0 ? null : layers[of(header.getByte(headerOffset))];
    if (layer == null) {
      throw unknown(header, headerOffset, headerBytes);
    }
    return layer;
  }

  private static FrameRejectedException unknown(Memory header, int headerOffset, int headerBytes) {
    if (headerBytes == 0) {
      return new FrameRejectedException(
          Rejection.HEADER_TOO_SHORT, "a frame without a header is for no upper layer");
    }
    byte first = header.getByte(headerOffset);
    return new FrameRejectedException(
        Rejection.UNKNOWN_TYPE,
        "header type 0x%x: there is no upper layer %d".formatted(first & 0xFF, of(first)));
  }

  @Override
  public void failed(BtlModule module, int peer, BtlException cause) {
    RuntimeException first = null;
    for (BtlReceiver layer : layers) {
      try {
        if (layer != null) {
          layer.failed(module, peer, cause);
        }
      } catch (RuntimeException failed) {
        // The others have to know all the same.
        if (first == null) {
          first = failed;
        } else {
          first.addSuppressed(failed);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
