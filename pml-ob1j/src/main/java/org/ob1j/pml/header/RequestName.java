package org.ob1j.pml.header;

/**
 * The name of a request on the wire, as one word: the generation above the slot. Never an address.
 */
public final class RequestName {
  private RequestName() {}

  public static long of(int slot, int generation) {
    return slot & 0xFFFFFFFFL | (long) generation << 32;
  }

  public static int slotOf(long name) {
    return (int) name;
  }

  public static int generationOf(long name) {
    return (int) (name >>> 32);
  }
}
