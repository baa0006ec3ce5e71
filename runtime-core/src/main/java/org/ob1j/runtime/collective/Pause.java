package org.ob1j.runtime.collective;

/** A step that does nothing, so that other operations of the process can get on. */
final class Pause extends Algorithm {
  Pause(Members members) {
    super(members);
  }

  @Override
  boolean begin(int number, Round round) {
    if (number == 0) {
      round.pause();
    }
    return number == 0;
  }
}
