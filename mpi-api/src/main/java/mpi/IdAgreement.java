package mpi;

import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.Steps;

/** All processes of a communicator choose the id of a new one, or of several. */
final class IdAgreement implements Steps {
  private final Communicator parent;
  private final IdNegotiation negotiation;
  private final GreatestOfAll greatest;
  private boolean proposed;
  private boolean ended;

  /** An agreement that has not begun. All processes make those of a parent in the same order. */
  IdAgreement(String operation, Communicator parent) {
    this(operation, parent, 1);
  }

  /** The same for several ids that follow one another. */
  IdAgreement(String operation, Communicator parent, int count) {
    this.parent = parent;
    negotiation =
        new IdNegotiation(
            operation, parent, Creation.byAll(parent.id(), parent.nextCreationNumber()), count);
    greatest = new GreatestOfAll(parent);
  }

  @Override
  public Algorithm next() {
    if (proposed) {
      Algorithm more = greatest.next();
      if (more != null) {
        return more;
      }
      proposed = false;
      if (negotiation.accept(greatest.result())) {
        return null;
      }
      // A process alone would ask itself for ever while another creation has the turn.
      return parent.collectives().pause();
    }
    proposed = true;
    return greatest.first(negotiation.proposal());
  }

  @Override
  public void end() {
    ended = true;
    negotiation.end();
  }

  /** Whether it is over, with an id or without. */
  boolean hasEnded() {
    return ended;
  }

  /** What has been chosen. */
  IdNegotiation negotiation() {
    return negotiation;
  }

  /** What this process offers first, for {@link #awaitAfter}. */
  int offer() {
    return (int) negotiation.proposal()[0];
  }

  /** Waits until there is an id, where all have compared their offers by means of their own. */
  IdNegotiation awaitAfter(long[] greatestOffers) {
    if (!negotiation.accept(greatestOffers)) {
      return await();
    }
    negotiation.requireId();
    return negotiation;
  }

  /** Waits until there is an id. */
  IdNegotiation await() {
    parent.collectives().run(parent.collectives().sequence(this));
    negotiation.requireId();
    return negotiation;
  }
}
