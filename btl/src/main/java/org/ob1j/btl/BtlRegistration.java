package org.ob1j.btl;

import java.nio.ByteBuffer;

/** Memory that a module has made usable for put, get and atomics. Holds the memory strongly. */
public interface BtlRegistration extends AutoCloseable {
  int LOCAL_WRITE = 1;
  int REMOTE_READ = 2;
  int REMOTE_WRITE = 4;
  int REMOTE_ATOMIC = 8;

  /** The longest key, in bytes. */
  int MAX_KEY_BYTES = 256;

  /** The buffer that was registered. */
  ByteBuffer memory();

  /**
   * What a peer needs to name this memory; opaque. A multiple of eight bytes, at most {@link
   * #MAX_KEY_BYTES}. The array must not be changed.
   */
  byte[] key();

  /**
   * True if any thread may close it, one at a time. A module that allocates memory says so of that
   * memory: whoever wants more of it can then have registrations closed that no operation uses and
   * that hold what nobody else refers to any more.
   */
  default boolean closesInAnyThread() {
    return false;
  }

  /** Ends the registration. No operation on it may be pending. A second call does nothing. */
  @Override
  void close();
}
