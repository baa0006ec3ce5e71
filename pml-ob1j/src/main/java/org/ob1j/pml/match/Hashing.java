package org.ob1j.pml.match;

/** Spreads a source and a tag over hash buckets. */
final class Hashing {
  private Hashing() {}

  static int spread(int source, int tag) {
    int mixed = source * 0x9E3779B9 + tag * 0x85EBCA6B;
    return mixed ^ mixed >>> 15;
  }
}
