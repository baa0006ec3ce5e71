package org.ob1j.btl;

import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.ob1j.runtime.parameter.ParameterException;

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
  public static final int ORDERED_SEQUENCES = 0x200;
  public static final int GET_BLOCKS = 0x400;

  private static final List<Map.Entry<Integer, String>> NAMES =
      List.of(
          Map.entry(SEND, "send"),
          Map.entry(PUT, "put"),
          Map.entry(GET, "get"),
          Map.entry(SEND_IN_PLACE, "send in place"),
          Map.entry(NEEDS_REGISTRATION, "needs registration"),
          Map.entry(REMOTE_COMPLETION, "remote completion"),
          Map.entry(ATOMICS, "atomics"),
          Map.entry(FLUSH, "flush"),
          Map.entry(SEND_IMMEDIATE, "send immediate"),
          Map.entry(ORDERED_SEQUENCES, "ordered sequences"),
          Map.entry(GET_BLOCKS, "get blocks"));

  /**
   * What a user wishes a transport to declare.
   *
   * @param parameter the name of the parameter, for messages
   * @param bits what the user set
   * @param implemented what the transport implements; NEEDS_REGISTRATION, if it is to be possible,
   *     included
   * @throws ParameterException if bits are set that the transport does not implement, or SEND is
   *     not, without which the peer cannot be reached
   */
  public static BtlCapabilities of(String parameter, int bits, int implemented) {
    if ((bits & ~implemented) != 0) {
      throw new ParameterException(
          "%s is %d; of that, %d is not implemented by this transport; it may hold %s"
              .formatted(parameter, bits, bits & ~implemented, new BtlCapabilities(implemented)));
    }
    if ((bits & SEND) == 0) {
      throw new ParameterException(
          "%s is %d; it must hold send (%d): every protocol needs it"
              .formatted(parameter, bits, SEND));
    }
    return new BtlCapabilities(bits);
  }

  public boolean puts() {
    return has(PUT);
  }

  public boolean gets() {
    return has(GET);
  }

  /**
   * True if a get brings messages that are not one run of bytes, at either side. Says nothing
   * without {@link #gets}.
   */
  public boolean getsBlocks() {
    return gets() && has(GET_BLOCKS);
  }

  public boolean sendsInPlace() {
    return has(SEND_IN_PLACE);
  }

  /** True if the local memory of put and get must be registered; else any buffer will do. */
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

  /**
   * True if operations of one ordered sequence stay in order without waiting for each other. No
   * completion is called from inside one, so that the caller can issue the next at once.
   */
  public boolean keepsSequences() {
    return has(ORDERED_SEQUENCES);
  }

  /** The bits with their names, as help for the parameters has them. */
  @Override
  public String toString() {
    StringJoiner names = new StringJoiner(", ");
    for (Map.Entry<Integer, String> name : NAMES) {
      if (has(name.getKey())) {
        names.add(name.getKey() + " " + name.getValue());
      }
    }
    return names.toString();
  }

  private boolean has(int bit) {
    return (bits & bit) != 0;
  }
}
