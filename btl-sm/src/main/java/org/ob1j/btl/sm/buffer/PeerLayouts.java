package org.ob1j.btl.sm.buffer;

import java.io.IOException;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.ob1j.runtime.datatype.BlockLayout;
import org.ob1j.runtime.memory.Memory;

/**
 * Layouts that a peer has told, as they were when they were read first: what has been checked
 * cannot change. Those in buffers are known by their buffer's number, which is never used again.
 */
public final class PeerLayouts {
  /** So much is kept of the ones used last; 8 MiB. */
  private static final long MAX_KEPT_WORDS = 1 << 20;

  private final PeerBuffers buffers;

  /** By the number of their buffer, the one used longest ago first. */
  private final Map<Long, BlockLayout> kept = new LinkedHashMap<>(16, 0.75f, true);

  private long keptWords;
  private byte[] lastInline;
  private BlockLayout lastLayout;

  public PeerLayouts(PeerBuffers buffers) {
    this.buffers = buffers;
  }

  /**
   * The layout of a message.
   *
   * @param key checked
   * @return null if the peer has freed it
   * @throws IOException if it cannot be mapped
   * @throws IllegalArgumentException if it is not a layout
   */
  public BlockLayout find(BlocksKey key) throws IOException {
    if (key.layout() == null) {
      if (!Arrays.equals(key.inline(), lastInline)) {
        lastLayout = BlockLayout.read(key.inlineWords());
        lastInline = key.inline();
      }
      return lastLayout;
    }
    BlockLayout layout = kept.get(key.layout().buffer());
    return layout == null ? read(key) : layout;
  }

  private BlockLayout read(BlocksKey key) throws IOException {
    Memory file = buffers.find(key.layout());
    if (file == null) {
      return null;
    }
    LongBuffer words = file.longs().slice(key.layout().begin() / Long.BYTES, (int) key.words());
    BlockLayout layout = BlockLayout.read(words);
    kept.put(key.layout().buffer(), layout);
    keptWords += layout.words();
    Iterator<BlockLayout> oldest = kept.values().iterator();
    while (keptWords > MAX_KEPT_WORDS) {
      keptWords -= oldest.next().words();
      oldest.remove();
    }
    return layout;
  }
}
