package org.ob1j.btl;

/** Memory that a module has made usable for put, get and atomics. */
public interface BtlRegistration extends AutoCloseable {
  int LOCAL_WRITE = 1;
  int REMOTE_READ = 2;
  int REMOTE_WRITE = 4;
  int REMOTE_ATOMIC = 8;

  /** What a peer needs to name this memory; opaque. The array must not be changed. */
  byte[] key();

  /** Ends the registration. No operation on it may be pending. */
  @Override
  void close();
}
