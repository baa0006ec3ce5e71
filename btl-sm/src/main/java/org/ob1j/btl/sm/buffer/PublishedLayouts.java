package org.ob1j.btl.sm.buffer;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.runtime.datatype.BlockLayout;
import org.ob1j.runtime.datatype.BlockSource;
import org.ob1j.runtime.datatype.MessageBlocks;
import org.ob1j.runtime.datatype.NativeBlocks;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.memory.MemoryRegion;

/**
 * Messages of this process that lie in blocks of buffers that peers map, and where peers read the
 * layouts of their datatypes: short ones in the key, others in a buffer of their own, made for the
 * second message, since many a datatype is used for one only, and kept at least as long as the
 * datatype. Not thread-safe.
 */
public final class PublishedLayouts {
  /** So many buffers of layouts there are at most: each takes memory from the user's buffers. */
  private static final int MAX_PUBLISHED = 64;

  private final SharedBuffers buffers;
  private final Map<TypeMap, ByteBuffer> published = new WeakHashMap<>();
  private final Map<TypeMap, byte[]> inlines = new WeakHashMap<>();
  private final Map<TypeMap, Boolean> usedOnce = new WeakHashMap<>();
  private final Map<Long, Registration> registrations = new HashMap<>();
  private long registered;

  public PublishedLayouts(SharedBuffers buffers) {
    this.buffers = buffers;
  }

  /**
   * Makes a message known to peers.
   *
   * @param access a sum of the constants in {@link BtlRegistration}
   * @return null if peers cannot map its buffer, or there is no memory for the layout
   */
  public Registration register(MessageBlocks message, int access) {
    SharedBuffers.Registration data = buffers.register(message.origin().root(), access);
    if (data == null) {
      return null;
    }
    BlockLayout layout = BlockLayout.of(message.type());
    byte[] inline = null;
    SharedBuffers.Registration words = null;
    if (layout.words() <= BlocksKey.MAX_INLINE_WORDS) {
      inline = inlines.computeIfAbsent(message.type(), type -> inline(layout));
    } else {
      ByteBuffer buffer = published(message.type(), layout);
      if (buffer == null) {
        data.close();
        return null;
      }
      words = buffers.register(buffer, BtlRegistration.REMOTE_READ);
    }
    BlocksKey key =
        new BlocksKey(
            data.bufferKey(),
            message.origin().offset(),
            message.count(),
            ++registered,
            layout.words(),
            words == null ? null : words.bufferKey(),
            inline);
    Registration made = new Registration(registered, message, layout, data, words, key.toBytes());
    registrations.put(made.number, made);
    return made;
  }

  /** A message by the number of its registration; null if that has been closed. */
  public Registration registered(long number) {
    return registrations.get(number);
  }

  private static byte[] inline(BlockLayout layout) {
    ByteBuffer words = ByteBuffer.allocate((int) layout.words() * Long.BYTES);
    layout.write(words.order(ByteOrder.LITTLE_ENDIAN).asLongBuffer());
    return words.array();
  }

  private ByteBuffer published(TypeMap type, BlockLayout layout) {
    ByteBuffer words = published.get(type);
    if (words == null && mayPublish(type, layout)) {
      int bytes = (int) layout.words() * Long.BYTES;
      words = buffers.allocateForLayout(bytes);
      if (words != null) {
        layout.write(words.order(ByteOrder.LITTLE_ENDIAN).asLongBuffer());
        published.put(type, words);
        usedOnce.remove(type);
      }
    }
    return words;
  }

  private boolean mayPublish(TypeMap type, BlockLayout layout) {
    return layout.words() <= BlocksKey.MAX_WORDS
        && usedOnce.put(type, true) != null
        && published.size() < MAX_PUBLISHED;
  }

  /** A message whose buffer peers may use, and its layout's if that has one. */
  public final class Registration implements BtlRegistration {
    private final long number;
    private final MessageBlocks message;
    private final BlockLayout layout;
    private final SharedBuffers.Registration data;
    private final SharedBuffers.Registration words;
    private final byte[] key;

    private Registration(
        long number,
        MessageBlocks message,
        BlockLayout layout,
        SharedBuffers.Registration data,
        SharedBuffers.Registration words,
        byte[] key) {
      this.number = number;
      this.message = message;
      this.layout = layout;
      this.data = data;
      this.words = words;
      this.key = key;
    }

    /** The message, for this process to copy it from. */
    public BlockSource source(NativeBlocks natives) {
      MemoryRegion origin = message.origin();
      return new BlockSource(
          natives, Memory.of(origin.root()), 0, origin.offset(), message.count(), layout);
    }

    @Override
    public ByteBuffer memory() {
      return data.memory();
    }

    public BufferKey bufferKey() {
      return data.bufferKey();
    }

    @Override
    public byte[] key() {
      return key;
    }

    @Override
    public void close() {
      registrations.remove(number);
      data.close();
      if (words != null) {
        words.close();
      }
    }
  }
}
