package org.ob1j.btl.sm.segment;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.ob1j.btl.sm.file.SharedFile;
import org.ob1j.runtime.job.HostIdentity;

/**
 * What a rank publishes so that others find its segment; little-endian in the modex.
 *
 * <pre>
 *   version (4) | longest frame (4) | process id (8)
 *   descriptor (4) | host length (4) | host | path length (4) | path
 * </pre>
 *
 * @param maxFrameBytes its btl_sm_max_send_size
 * @param descriptor of its segment, or {@link SharedFile#BY_NAME}
 * @param host its {@link HostIdentity}
 * @param path its segment's path, used by name only
 */
public record SegmentAddress(
    int maxFrameBytes, long processId, int descriptor, String host, String path) {
  public static final String MODEX_KEY = "btl.sm";

  public byte[] toBytes() {
    byte[] hostBytes = host.getBytes(StandardCharsets.UTF_8);
    byte[] pathBytes = path.getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes =
        ByteBuffer.allocate(28 + hostBytes.length + pathBytes.length)
            .order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(SegmentLayout.VERSION).putInt(maxFrameBytes);
    bytes.putLong(processId).putInt(descriptor);
    bytes.putInt(hostBytes.length).put(hostBytes);
    bytes.putInt(pathBytes.length).put(pathBytes);
    return bytes.array();
  }

  /** Reads an address, or returns null if it is of another version or malformed. */
  public static SegmentAddress fromBytes(byte[] published) {
    ByteBuffer bytes = ByteBuffer.wrap(published).order(ByteOrder.LITTLE_ENDIAN);
    try {
      if (bytes.getInt() != SegmentLayout.VERSION) {
        return null;
      }
      return new SegmentAddress(
          bytes.getInt(), bytes.getLong(), bytes.getInt(), text(bytes), text(bytes));
    } catch (BufferUnderflowException malformed) {
      return null;
    }
  }

  private static String text(ByteBuffer bytes) {
    int lengthBytes = bytes.getInt();
    if (lengthBytes < 0 || lengthBytes > bytes.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] text = new byte[lengthBytes];
    bytes.get(text);
    return new String(text, StandardCharsets.UTF_8);
  }
}
