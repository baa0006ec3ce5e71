package mpi;

import org.ob1j.runtime.collective.round.Algorithm;

/** A communicator that is being duplicated, with what it has when that begins. */
final class Duplicate {
  private final Communicator original;
  private final IdBlock ids;
  private final int index;
  private final Attributes attributes;
  private final Info info;
  private final Errhandler errhandler;
  private Communicator made;

  /** A duplicate whose making has not begun. */
  Duplicate(String operation, Communicator original) {
    this.original = original;
    ids = original.ids(operation);
    index = ids.take();
    attributes = original.attributes().copy();
    info = original.inheritedInfo();
    errhandler = original.errhandler();
  }

  /** What all processes have to do together. */
  Algorithm steps() {
    return original.collectives().sequence(ids.steps(index));
  }

  /** An error of what cannot be used yet: it would have the original's handler. */
  MPIException raise(String operation, ErrorClass errorClass, String detail) {
    return original.raise(operation, errorClass, detail);
  }

  /** Waits until that is done. */
  Communicator await() {
    ids.await(index);
    return made();
  }

  /** The duplicate, which is opened when it is wanted first; null while it cannot be. */
  synchronized Communicator made() {
    if (made == null && ids.id(index) >= 0) {
      int id = ids.requireId(index);
      made =
          new Communicator(
              original.process(),
              id,
              original.group(),
              original.remoteGroup(),
              CommunicatorCreation.label(id, "DUP", original));
      made.setErrhandler(errhandler);
      made.inherit(attributes, info, original.topology());
    }
    return made;
  }
}
