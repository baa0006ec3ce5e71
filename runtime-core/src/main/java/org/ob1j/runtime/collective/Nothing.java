package org.ob1j.runtime.collective;

/** A collective without data, or of one rank: there is nothing to do. */
final class Nothing extends Algorithm {
  Nothing(Members members) {
    super(members);
  }

  @Override
  boolean begin(int number, Round round) {
    return false;
  }
}
