package mpi;

import java.util.Arrays;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.ob1j.runtime.collective.Collectives;
import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;

/**
 * Makes communicators out of others (MPI standard, "Communicator Constructors"). All ranks of the
 * parent take part, except where it says otherwise. They agree on an id that none of them uses.
 * Groups that have no process in common may have the same id.
 */
final class CommunicatorCreation {
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);

  private CommunicatorCreation() {}

  /** A communicator with the same processes in the same order. */
  static Communicator dup(String operation, Communicator parent) {
    try {
      return new Duplicate(operation, parent).await();
    } catch (RuntimeException failure) {
      throw parent.collectiveFailure(operation, failure);
    }
  }

  /**
   * A communicator of the ranks that give the same color, in the order of their keys, then of their
   * ranks in the parent; null for those that give UNDEFINED.
   */
  static Communicator split(Communicator parent, int color, int key) {
    String operation = "Intracomm.split";
    if (color < 0 && color != SpecialValues.UNDEFINED) {
      throw parent.raise(
          operation,
          ErrorClass.ARG,
          "the color is " + color + "; it must be at least 0, or MPI.UNDEFINED (-32766)");
    }
    return Split.of(operation, parent, color, key);
  }

  /**
   * A communicator of a group of the parent's processes, in the group's order; null for the others.
   * All processes of the parent take part.
   */
  static Communicator create(Communicator parent, Group group) {
    String operation = "Intracomm.create";
    requireSubset(operation, parent, group);
    return create(operation, parent, new Group(parent.process(), group.members()));
  }

  /** As {@link #create(Communicator, Group)}; groups that have no process in common may differ. */
  static Communicator create(String operation, Communicator parent, Group members) {
    try {
      IdBlock ids = parent.ids(operation);
      int id = ids.await(ids.take());
      if (members.rank() == SpecialValues.UNDEFINED) {
        parent.process().communicatorIds().release(id);
        return null;
      }
      return inheriting(parent, id, members, "CREATE");
    } catch (RuntimeException failure) {
      throw parent.collectiveFailure(operation, failure);
    }
  }

  /**
   * A communicator of the ranks that are on one host, which whoever started the job has told, in
   * the order of their keys, then of their ranks in the parent; null for those that give UNDEFINED.
   */
  static Communicator splitType(Communicator parent, int type, int key) {
    String operation = "Intracomm.splitType";
    if (type != Comm.TYPE_SHARED && type != SpecialValues.UNDEFINED) {
      throw parent.raise(
          operation,
          ErrorClass.ARG,
          "the type is "
              + type
              + "; it must be Comm.TYPE_SHARED ("
              + Comm.TYPE_SHARED
              + "), or MPI.UNDEFINED (-32766)");
    }
    int host = parent.process().identity().nodes().nodeOf(parent.process().rank());
    return Split.of(operation, parent, type == SpecialValues.UNDEFINED ? type : host, key);
  }

  /**
   * A communicator of a group of the parent's processes, in the group's order, of which only those
   * take part; null for a process that is not in the group.
   *
   * @param tag tells apart what several threads make out of the same parent at once
   */
  static Communicator createGroup(Communicator parent, Group group, int tag) {
    String operation = "Intracomm.createGroup";
    if (tag < 0) {
      throw parent.raise(
          operation,
          ErrorClass.TAG,
          "the tag is " + tag + "; it must be from 0 to " + Integer.MAX_VALUE);
    }
    requireSubset(operation, parent, group);
    Group members = new Group(parent.process(), group.members());
    if (members.rank() == SpecialValues.UNDEFINED) {
      return null;
    }
    try {
      GroupAgreement agreement = new GroupAgreement(parent, members, tag);
      Creation creation = Creation.byGroup(parent.id(), tag);
      int id = agreeOnId(operation, parent, creation, agreement);
      return inheriting(parent, id, members, "CREATE_GROUP");
    } catch (RuntimeException failure) {
      throw parent.collectiveFailure(operation, failure);
    }
  }

  private static void requireSubset(String operation, Communicator parent, Group group) {
    if (group == null || group.isNull()) {
      throw parent.raise(operation, ErrorClass.GROUP, "the group is null or has been freed");
    }
    for (int process : group.members()) {
      if (!parent.group().contains(process)) {
        throw parent.raise(
            operation,
            ErrorClass.GROUP,
            "process " + process + " of the job is in the group and not in the communicator");
      }
    }
  }

  /**
   * An id that none of the processes uses.
   *
   * @param greatest the greatest of what the processes that take part propose
   */
  static int agreeOnId(
      String operation, Communicator parent, Creation creation, UnaryOperator<long[]> greatest) {
    IdNegotiation negotiation = new IdNegotiation(operation, parent, creation);
    try {
      while (!negotiation.accept(greatest.apply(negotiation.proposal()))) {
        // A process alone would ask itself for ever while another creation has the turn.
        parent.process().pml().progress();
      }
    } finally {
      negotiation.end();
    }
    return negotiation.requireId();
  }

  /**
   * A communicator of both groups of one: those that say {@code high} after the others; if both say
   * the same, first those whose rank 0 comes first in the job.
   */
  static Communicator merge(Communicator parent, boolean high) {
    String operation = "Intercomm.merge";
    try {
      int id = new IdAgreement(operation, parent).await().id();
      boolean otherHigh = otherSays(parent, high);
      int[] own = parent.group().members();
      int[] other = parent.remoteGroup().members();
      boolean ownFirst = high == otherHigh ? own[0] < other[0] : otherHigh;
      int[] first = ownFirst ? own : other;
      int[] second = ownFirst ? other : own;
      int[] both = Arrays.copyOf(first, first.length + second.length);
      System.arraycopy(second, 0, both, first.length, second.length);
      return inheriting(parent, id, new Group(parent.process(), both), "MERGE");
    } catch (RuntimeException failure) {
      throw parent.collectiveFailure(operation, failure);
    }
  }

  /** What rank 0 of the other group says. */
  private static boolean otherSays(Communicator parent, boolean high) {
    Collectives collectives = parent.collectives();
    byte[] all = new byte[parent.remoteGroup().members().length];
    Blocks own = Blocks.same(new byte[] {(byte) (high ? 1 : 0)}, 1, BYTES);
    collectives.run(collectives.allGather(own, Blocks.uniform(all, 1, BYTES)));
    return all[0] != 0;
  }

  /** What messages call a communicator; few are ever asked. */
  static Supplier<String> label(int id, String how, Communicator parent) {
    return new Label(id, how, parent.id());
  }

  private record Label(int id, String how, int parentId) implements Supplier<String> {
    @Override
    public String get() {
      return "MPI COMMUNICATOR " + id + " " + how + " FROM " + parentId;
    }
  }

  /** What has been agreed on, with its parent's error handler. */
  static Communicator inheriting(Communicator parent, int id, Group group, String how) {
    Communicator made = new Communicator(parent.process(), id, group, null, label(id, how, parent));
    made.setErrhandler(parent.errhandler());
    return made;
  }
}
