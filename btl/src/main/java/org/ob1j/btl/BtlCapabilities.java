package org.ob1j.btl;

/**
 * What an endpoint can do. The bits are those of the {@code btl_NAME_flags} parameters, which may
 * clear any bit and set any that the transport implements.
 *
 * @param bits a sum of the constants
 */
public record BtlCapabilities(int bits) {
  public static final int SEND = 0x1;
  public static final int PUT = 0x2;
  public static final int GET = 0x4;
  public static final int SEND_IN_PLACE = 0x8;
  public static final int NEEDS_REGISTRATION = 0x10;
  public static final int REMOTE_COMPLETION = 0x20;
  public static final int ATOMICS = 0x40;
  public static final int FLUSH = 0x80;
  public static final int SEND_IMMEDIATE = 0x100;

  public boolean puts() {
    return has(PUT);
  }

  public boolean gets() {
    return has(GET);
  }

  public boolean sendsInPlace() {
    return has(SEND_IN_PLACE);
  }

  /** True if put and get take registered memory only; else any memory of the right kind does. */
  public boolean needsRegistration() {
    return has(NEEDS_REGISTRATION);
  }

  /** True if the completion of a put says that it has arrived. */
  public boolean completesRemotely() {
    return has(REMOTE_COMPLETION);
  }

  public boolean hasAtomics() {
    return has(ATOMICS);
  }

  public boolean flushes() {
    return has(FLUSH);
  }

  public boolean sendsImmediately() {
    return has(SEND_IMMEDIATE);
  }

  private boolean has(int bit) {
    return (bits & bit) != 0;
  }
}
