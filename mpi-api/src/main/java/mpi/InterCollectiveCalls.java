package mpi;

import java.util.Arrays;
import org.ob1j.runtime.collective.Collectives;
import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.round.Algorithm;

/**
 * Collective operations between two groups, where they differ from those within one: who is the
 * root, whose arguments count, and that nothing is in place.
 */
final class InterCollectiveCalls extends CollectiveCalls {
  private static final String NOT_IN_PLACE =
      "there is no operation in place between two groups; give two buffers";

  private final Communicator communicator;
  private final int localSize;
  private final int localRank;
  private final int remoteSize;

  InterCollectiveCalls(Communicator communicator, Collectives collectives) {
    super(communicator, collectives);
    this.communicator = communicator;
    localSize = communicator.group().members().length;
    localRank = communicator.group().rank();
    remoteSize = communicator.remoteGroup().members().length;
  }

  /** What a rank is in an operation with a root. */
  private enum Role {
    ROOT,
    /** Of the root's group, and not the root. */
    IDLE,
    /** Of the other group. */
    PEER
  }

  private Role role(String operation, int root) {
    if (root == SpecialValues.ROOT) {
      return Role.ROOT;
    }
    if (root == SpecialValues.PROC_NULL) {
      return Role.IDLE;
    }
    if (root < 0 || root >= remoteSize) {
      check(
          operation,
          new Violation(
              ErrorClass.ROOT,
              "the root is "
                  + root
                  + "; it must be from 0 to "
                  + (remoteSize - 1)
                  + ", MPI.ROOT (-4) or MPI.PROC_NULL (-2)"));
    }
    return Role.PEER;
  }

  private MPIException inPlace(String operation, ErrorClass errorClass) {
    communicator.keepId();
    return communicator.raise(operation, errorClass, NOT_IN_PLACE);
  }

  @Override
  Algorithm broadcast(String operation, Object buffer, int count, Datatype type, int root) {
    Role role = role(operation, root);
    if (role == Role.IDLE) {
      return collectives.nothing();
    }
    check(
        operation,
        role == Role.ROOT
            ? CollectiveArguments.ofData(buffer, count, type)
            : CollectiveArguments.ofResult(buffer, count, type));
    return collectives.broadcast(same(operation, buffer, count, type), root);
  }

  @Override
  Algorithm reduce(
      String operation, Object own, Object result, int count, Datatype type, Op op, int root) {
    Role role = role(operation, root);
    if (role == Role.IDLE) {
      return collectives.nothing();
    }
    check(operation, CollectiveArguments.ofOperation(op, type));
    if (role == Role.PEER) {
      check(operation, CollectiveArguments.ofData(own, count, type));
      return collectives.reduce(same(operation, own, count, type), null, op.reduction(type), root);
    }
    if (result == own && count != 0) {
      throw inPlace(operation, ErrorClass.BUFFER);
    }
    check(operation, CollectiveArguments.ofResult(result, count, type));
    return collectives.reduce(null, same(operation, result, count, type), op.reduction(type), root);
  }

  @Override
  Algorithm allReduce(
      String operation, Object own, Object result, int count, Datatype type, Op op) {
    requireTwoBuffers(operation, own, result, count);
    return super.allReduce(operation, own, result, count, type, op);
  }

  private void requireTwoBuffers(String operation, Object own, Object result, int count) {
    if (own == result && count != 0) {
      throw inPlace(operation, ErrorClass.BUFFER);
    }
  }

  @Override
  Algorithm reduceScatter(
      String operation, Object own, Object result, int[] counts, Datatype type, Op op) {
    check(operation, CollectiveArguments.ofOperation(op, type));
    check(operation, CollectiveArguments.ofParts(own, result, counts, type, localSize, localRank));
    int total = 0;
    for (int i = 0; i < localSize; i++) {
      total += counts[i];
    }
    requireTwoBuffers(operation, own, result, total);
    Blocks parts = same(operation, own, total, type);
    Blocks block = same(operation, result, counts[localRank], type);
    return collectives.reduceScatter(parts, block, counts, op.reduction(type));
  }

  @Override
  Algorithm reduceScatterBlock(
      String operation, Object own, Object result, int count, Datatype type, Op op) {
    check(operation, CollectiveArguments.ofOperation(op, type));
    check(operation, CollectiveArguments.ofData(own, count, type));
    int[] counts = new int[localSize];
    Arrays.fill(counts, count);
    return reduceScatter(operation, own, result, counts, type, op);
  }

  @Override
  Algorithm gather(
      String operation,
      Object own,
      int ownCount,
      Datatype ownType,
      Object all,
      int count,
      Datatype type,
      int root) {
    Role role = role(operation, root);
    if (role == Role.ROOT) {
      check(operation, CollectiveArguments.ofResult(all, count, type));
      return collectives.gather(null, uniform(operation, all, count, type), root);
    }
    return gatherElsewhere(operation, role, own, ownCount, ownType, root);
  }

  private Algorithm gatherElsewhere(
      String operation, Role role, Object own, int count, Datatype type, int root) {
    if (role == Role.IDLE) {
      return collectives.nothing();
    }
    check(operation, CollectiveArguments.ofData(own, count, type));
    return collectives.gather(same(operation, own, count, type), null, root);
  }

  /** For all but the root it is the same as with two buffers. */
  @Override
  Algorithm gatherInPlace(String operation, Object buffer, int count, Datatype type, int root) {
    return gatherElsewhere(operation, notRoot(operation, root), buffer, count, type, root);
  }

  private Role notRoot(String operation, int root) {
    Role role = role(operation, root);
    if (role == Role.ROOT) {
      throw inPlace(operation, ErrorClass.ARG);
    }
    return role;
  }

  @Override
  Algorithm gatherV(
      String operation,
      Object own,
      int ownCount,
      Datatype ownType,
      Object all,
      int[] counts,
      int[] displacements,
      Datatype type,
      int root) {
    Role role = role(operation, root);
    if (role == Role.ROOT) {
      return collectives.gatherV(
          null, blocks(operation, all, counts, displacements, type, true), root);
    }
    return gatherElsewhere(operation, role, own, ownCount, ownType, root);
  }

  @Override
  Algorithm gatherVAtRoot(
      String operation, Object all, int[] counts, int[] displacements, Datatype type, int root) {
    throw inPlace(operation, ErrorClass.ARG);
  }

  @Override
  Algorithm gatherVElsewhere(String operation, Object own, int count, Datatype type, int root) {
    return gatherInPlace(operation, own, count, type, root);
  }

  @Override
  Algorithm scatter(
      String operation,
      Object all,
      int count,
      Datatype type,
      Object own,
      int ownCount,
      Datatype ownType,
      int root) {
    Role role = role(operation, root);
    if (role == Role.ROOT) {
      check(operation, CollectiveArguments.ofData(all, count, type));
      return collectives.scatter(uniform(operation, all, count, type), null, root);
    }
    return scatterElsewhere(operation, role, own, ownCount, ownType, root);
  }

  private Algorithm scatterElsewhere(
      String operation, Role role, Object own, int count, Datatype type, int root) {
    if (role == Role.IDLE) {
      return collectives.nothing();
    }
    check(operation, CollectiveArguments.ofResult(own, count, type));
    return collectives.scatter(null, same(operation, own, count, type), root);
  }

  /** For all but the root it is the same as with two buffers. */
  @Override
  Algorithm scatterInPlace(String operation, Object buffer, int count, Datatype type, int root) {
    return scatterElsewhere(operation, notRoot(operation, root), buffer, count, type, root);
  }

  @Override
  Algorithm scatterV(
      String operation,
      Object all,
      int[] counts,
      int[] displacements,
      Datatype type,
      Object own,
      int ownCount,
      Datatype ownType,
      int root) {
    Role role = role(operation, root);
    if (role == Role.ROOT) {
      return collectives.scatterV(
          blocks(operation, all, counts, displacements, type, false), null, root);
    }
    return scatterElsewhere(operation, role, own, ownCount, ownType, root);
  }

  @Override
  Algorithm scatterVAtRoot(
      String operation, Object all, int[] counts, int[] displacements, Datatype type, int root) {
    throw inPlace(operation, ErrorClass.ARG);
  }

  @Override
  Algorithm scatterVElsewhere(String operation, Object own, int count, Datatype type, int root) {
    return scatterInPlace(operation, own, count, type, root);
  }

  @Override
  Algorithm allGatherInPlace(String operation, Object all, int count, Datatype type) {
    throw inPlace(operation, ErrorClass.ARG);
  }

  @Override
  Algorithm allGatherVInPlace(
      String operation, Object all, int[] counts, int[] displacements, Datatype type) {
    throw inPlace(operation, ErrorClass.ARG);
  }
}
