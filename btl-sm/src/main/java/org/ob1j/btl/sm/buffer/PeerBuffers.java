package org.ob1j.btl.sm.buffer;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.ob1j.btl.sm.file.SharedFile;
import org.ob1j.runtime.memory.Memory;

/**
 * The files of one peer's buffers that this process has mapped, by the number that their owner gave
 * them: unlike descriptors and addresses, numbers are never used again. Those that their owner has
 * freed are dropped when another one is mapped.
 */
public final class PeerBuffers {
  private final String jobId;
  private final Map<Integer, Memory> mapped = new HashMap<>();
  private int lastNumber;
  private Memory last;

  public PeerBuffers(String jobId) {
    this.jobId = jobId;
  }

  /**
   * The file of a buffer, in which that begins at {@link BufferKey#begin}.
   *
   * @param key checked
   * @return null if its owner has freed the file
   * @throws IOException if it cannot be mapped
   */
  public Memory find(BufferKey key) throws IOException {
    int number = key.location().file();
    Memory file = number == lastNumber ? last : mapped.get(number);
    if (file == null) {
      file = map(key);
    }
    if (BufferFile.isFreed(file)) {
      drop(number);
      return null;
    }
    if (file.capacity() != key.location().fileBytes()) {
      throw new IOException(key + " names a file of another length");
    }
    lastNumber = number;
    last = file;
    return file;
  }

  private Memory map(BufferKey key) throws IOException {
    dropFreed();
    BufferLocation location = key.location();
    Memory file =
        SharedFile.open(key.processId(), location.descriptor(), null, location.fileBytes());
    if (!BufferFile.isFileOf(file, key, jobId)) {
      throw new IOException("the file at descriptor " + location.descriptor() + " is not " + key);
    }
    mapped.put(location.file(), file);
    return file;
  }

  private void drop(int number) {
    mapped.remove(number);
    if (lastNumber == number) {
      lastNumber = 0;
      last = null;
    }
  }

  private void dropFreed() {
    if (last != null && BufferFile.isFreed(last)) {
      drop(lastNumber);
    }
    mapped.values().removeIf(BufferFile::isFreed);
  }

  public int count() {
    return mapped.size();
  }
}
