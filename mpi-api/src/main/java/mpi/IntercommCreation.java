package mpi;

import org.ob1j.runtime.collective.Collectives;
import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Operator;
import org.ob1j.runtime.collective.op.PredefinedReduction;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;

/**
 * Makes a communicator between two groups. Their leaders tell each other who is in which, and each
 * its own group; so the processes of both agree on an id, too.
 *
 * <pre>
 *   group a                          group b
 *   all ◄─── leader ◄──────────────► leader ───► all
 *            size, id, members: once
 *            proposed ids: until all agree
 * </pre>
 *
 * What a leader finds wrong it tells its group, so that nobody waits. Where the other leader is in
 * the leader's own group nothing is sent: that process may not be making a communicator at all.
 */
final class IntercommCreation {
  private static final String OPERATION = "Comm.createIntercomm";
  private static final TypeMap INT = TypeMap.of(PrimitiveType.INT);
  private static final TypeMap LONG = TypeMap.of(PrimitiveType.LONG);
  private static final int FINE = 0;

  // What a leader tells its group before it names the members of the other.
  private static final int OUTCOME = 0;
  private static final int OTHER_SIZE = 1;
  private static final int OTHER_ID = 2;
  private static final int OTHER_LEADER = 3;
  private static final int HEAD_INTS = 4;

  private final Communicator local;
  private final Collectives collectives;
  private final int localLeader;
  private final boolean leads;

  /** Null but at the leader. */
  private LeaderExchange exchange;

  /** Of the other group, which only the leader has at first. */
  private int[] members;

  /** What the leader has found wrong. */
  private Violation violation;

  private IntercommCreation(Communicator local, int localLeader) {
    this.local = local;
    this.localLeader = localLeader;
    collectives = local.collectives();
    leads = local.group().rank() == localLeader;
  }

  /** Makes one; the arguments are those of {@link Comm#createIntercomm}. */
  static Communicator create(
      MpiProcess process, Comm peers, Comm localComm, int localLeader, int remoteLeader, int tag) {
    if (localComm == null) {
      throw process.raise(OPERATION, ErrorClass.COMM, "the local communicator is null");
    }
    Communicator local = localComm.live(OPERATION);
    if (local.isInter()) {
      throw local.raise(
          OPERATION, ErrorClass.COMM, "the local communicator is one between groups itself");
    }
    int size = local.group().members().length;
    if (localLeader < 0 || localLeader >= size) {
      throw local.raise(OPERATION, ErrorClass.ARG, leaderText("local", localLeader, size));
    }
    try {
      return new IntercommCreation(local, localLeader).make(peers, remoteLeader, tag);
    } catch (RuntimeException failure) {
      throw local.collectiveFailure(OPERATION, failure);
    }
  }

  private static String leaderText(String which, int leader, int size) {
    return "the " + which + " leader is " + leader + "; it must be from 0 to " + (size - 1);
  }

  private Communicator make(Comm peers, int remoteLeader, int tag) {
    int[] head = leads ? meet(peers, remoteLeader, tag) : new int[HEAD_INTS];
    tell(head, INT);
    if (head[OUTCOME] != FINE) {
      throw violation == null
          ? local.raise(
              OPERATION,
              ErrorClass.ofCode(head[OUTCOME]),
              "the leader, rank " + localLeader + " of " + local.title() + ", cannot make it")
          : local.raise(OPERATION, violation);
    }
    if (!leads) {
      members = new int[head[OTHER_SIZE]];
    }
    tell(members, INT);
    int ownLeader = local.group().members()[localLeader];
    Creation creation =
        Creation.byTwoGroups(local.id(), ownLeader, head[OTHER_ID], head[OTHER_LEADER]);
    int id = CommunicatorCreation.agreeOnId(OPERATION, local, creation, this::greatest);
    Group remote = new Group(local.process(), members);
    Communicator made =
        new Communicator(
            local.process(),
            id,
            local.group(),
            remote,
            CommunicatorCreation.label(id, "INTERCOMM", local));
    made.setErrhandler(local.errhandler());
    return made;
  }

  /** The leader's part: gets to know the other group. Returns what to tell this one. */
  private int[] meet(Comm peers, int remoteLeader, int tag) {
    int[] head = new int[HEAD_INTS];
    violation = violationOf(peers, remoteLeader, tag);
    if (violation == null) {
      Communicator known = peers.live(OPERATION);
      exchange = new LeaderExchange(known, remoteLeader, tag);
      int[] own = local.group().members();
      int[] sizeAndId = exchange.swap(new int[] {own.length, local.id()}, 2);
      members = exchange.swap(own, sizeAndId[0]);
      violation = overlap(members);
      head[OTHER_SIZE] = sizeAndId[0];
      head[OTHER_ID] = sizeAndId[1];
      head[OTHER_LEADER] = known.peers().members()[remoteLeader];
    }
    head[OUTCOME] = violation == null ? FINE : violation.errorClass().code();
    return head;
  }

  private Violation violationOf(Comm peers, int remoteLeader, int tag) {
    if (peers.isNull()) {
      return new Violation(
          ErrorClass.COMM, "the communicator of both leaders is null or has been freed");
    }
    if (tag < 0) {
      return new Violation(
          ErrorClass.TAG, "the tag is " + tag + "; it must be from 0 to " + Integer.MAX_VALUE);
    }
    int[] known = peers.live(OPERATION).peers().members();
    if (remoteLeader < 0 || remoteLeader >= known.length) {
      return new Violation(ErrorClass.ARG, leaderText("remote", remoteLeader, known.length));
    }
    return overlap(known[remoteLeader]);
  }

  private Violation overlap(int... others) {
    for (int other : others) {
      if (local.group().contains(other)) {
        return new Violation(
            ErrorClass.COMM,
            "process " + other + " of the job is in both groups; they must have none in common");
      }
    }
    return null;
  }

  /** The greatest of what the processes of both groups propose. */
  private long[] greatest(long[] proposal) {
    long[] all = proposal.clone();
    Blocks block = Blocks.same(all, all.length, LONG);
    collectives.run(
        collectives.allReduce(
            block, block, new PredefinedReduction(Operator.MAX, PrimitiveType.LONG)));
    if (leads) {
      long[] theirs = exchange.swap(all);
      for (int i = 0; i < all.length; i++) {
        all[i] = Math.max(all[i], theirs[i]);
      }
    }
    tell(all, LONG);
    return all;
  }

  /** The leader's array for all of this group. */
  private void tell(Object array, TypeMap type) {
    int count = array instanceof int[] ints ? ints.length : ((long[]) array).length;
    collectives.run(collectives.broadcast(Blocks.same(array, count, type), localLeader));
  }
}
