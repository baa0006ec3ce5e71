package org.ob1j.btl.sm;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.ob1j.runtime.memory.Memory;

/**
 * The buffers of one peer that this process has mapped, by the number that their owner gave them:
 * unlike descriptors and addresses, numbers are never used again. Those that their owner has freed
 * are dropped when another one is mapped.
 */
final class PeerBuffers {
  private final String jobId;
  private final Map<Long, Memory> mapped = new HashMap<>();
  private long lastNumber;
  private Memory last;

  PeerBuffers(String jobId) {
    this.jobId = jobId;
  }

  /**
   * The file of a buffer; its bytes begin at {@link SharedBufferFile#HEADER_BYTES}.
   *
   * @param key checked
   * @return null if its owner has freed it
   * @throws IOException if it cannot be mapped
   */
  Memory find(BufferKey key) throws IOException {
    Memory file = key.buffer() == lastNumber ? last : mapped.get(key.buffer());
    if (file == null) {
      file = map(key);
    }
    if (SharedBufferFile.isFreed(file)) {
      drop(key.buffer());
      return null;
    }
    if (file.capacity() != SharedBufferFile.fileBytes((int) key.capacityBytes())) {
      throw new IOException(key + " names a buffer of another length");
    }
    lastNumber = key.buffer();
    last = file;
    return file;
  }

  private Memory map(BufferKey key) throws IOException {
    dropFreed();
    int fileBytes = (int) SharedBufferFile.fileBytes((int) key.capacityBytes());
    Memory file = SharedFile.open(key.processId(), key.descriptor(), null, fileBytes);
    if (!SharedBufferFile.isBuffer(file, key, jobId)) {
      throw new IOException("the file at descriptor " + key.descriptor() + " is not " + key);
    }
    mapped.put(key.buffer(), file);
    return file;
  }

  private void drop(long number) {
    mapped.remove(number);
    if (lastNumber == number) {
      lastNumber = 0;
      last = null;
    }
  }

  private void dropFreed() {
    if (last != null && SharedBufferFile.isFreed(last)) {
      drop(lastNumber);
    }
    mapped.values().removeIf(SharedBufferFile::isFreed);
  }

  int count() {
    return mapped.size();
  }
}
