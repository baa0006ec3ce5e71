package org.ob1j.runtime.collective.round;

/**
 * So many rounds without messages: none for a collective without data or of one rank, one to let
 * other operations of the process get on.
 */
public final class Idle extends MemberAlgorithm {
  private final int rounds;

  public Idle(Members members, int rounds) {
    super(members);
    this.rounds = rounds;
  }

  @Override
  public boolean begin(int number, Round round) {
    if (number == rounds) {
      return false;
    }
    round.pause();
    return true;
  }
}
