package mpi;

import org.ob1j.runtime.collective.Collectives;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.shared.AreaCollectives;
import org.ob1j.runtime.collective.shared.CollectiveKind;
import org.ob1j.runtime.datatype.BufferBounds;
import org.ob1j.runtime.datatype.TypeMap;

/**
 * Collective operations that a rank waits for, straight from the user's arrays and direct buffers
 * into memory that the ranks share. Few bytecodes lead there: each kind of operation is interpreted
 * and compiled in every job.
 *
 * <p>Each method does the whole operation, or nothing: it returns false where the data is too long,
 * of another datatype than a basic one, or in another kind of buffer, where the ranks share no
 * memory, or one has too little, and where an argument is wrong. Then {@link CollectiveCalls} does
 * it, or says what is wrong. Other ranks may go that way, too.
 */
final class AreaCalls {
  private final CollectiveCalls calls;
  private final Collectives collectives;
  private final int rank;
  private final int size;

  AreaCalls(CollectiveCalls calls, int rank, int size) {
    this.calls = calls;
    this.rank = rank;
    this.size = size;
    collectives = calls.collectives;
  }

  boolean broadcast(String operation, Object buffer, int count, Datatype type, int root) {
    AreaCollectives inArea = collectives.inArea();
    long bytes = bytesOf(count, type);
    if (inArea == null
        || !inArea.fits(CollectiveKind.BROADCAST, bytes)
        || !isRank(root)
        || !BufferBounds.holdsPlainly(buffer, bytes)) {
      return false;
    }
    try {
      return inArea.broadcast(root, buffer, 0, (int) bytes);
    } catch (RuntimeException | Error failure) {
      throw calls.failed(operation, failure);
    }
  }

  boolean reduce(
      String operation, Object own, Object result, int count, Datatype type, Op op, int root) {
    return isRank(root)
        && reduce(operation, CollectiveKind.REDUCE, root, own, result, count, type, op);
  }

  private boolean reduce(
      String operation,
      CollectiveKind kind,
      int root,
      Object own,
      Object result,
      int count,
      Datatype type,
      Op op) {
    AreaCollectives inArea = collectives.inArea();
    Reduction reduction = op == null || type == null ? null : op.knownReduction(type);
    long bytes = reduction == null ? 0 : bytesOf(count, type);
    boolean gets = rank == root || kind == CollectiveKind.ALL_REDUCE;
    if (inArea == null
        || !inArea.fits(kind, bytes)
        || !BufferBounds.holdsPlainly(own, bytes)
        || gets && result != own && !BufferBounds.holdsPlainly(result, bytes)) {
      return false;
    }
    try {
      return inArea.reduce(
          kind, root, own, 0, gets ? result : null, 0, count, (int) bytes, reduction);
    } catch (RuntimeException | Error failure) {
      throw calls.failed(operation, failure);
    }
  }

  boolean allReduce(String operation, Object own, Object result, int count, Datatype type, Op op) {
    return reduce(operation, CollectiveKind.ALL_REDUCE, 0, own, result, count, type, op);
  }

  boolean gather(
      String operation,
      Object own,
      int ownCount,
      Datatype ownType,
      Object all,
      int count,
      Datatype type,
      int root) {
    return isRank(root)
        && gather(
            operation,
            CollectiveKind.GATHER,
            root,
            own,
            ownCount,
            ownType,
            rank == root,
            all,
            count,
            type);
  }

  boolean allGather(
      String operation,
      Object own,
      int ownCount,
      Datatype ownType,
      Object all,
      int count,
      Datatype type) {
    return gather(
        operation, CollectiveKind.ALL_GATHER, 0, own, ownCount, ownType, true, all, count, type);
  }

  private boolean gather(
      String operation,
      CollectiveKind kind,
      int root,
      Object own,
      int ownCount,
      Datatype ownType,
      boolean gets,
      Object all,
      int count,
      Datatype type) {
    AreaCollectives inArea = collectives.inArea();
    long bytes = bytesOf(ownCount, ownType);
    if (inArea == null
        || !inArea.fits(kind, bytes)
        || !BufferBounds.holdsPlainly(own, bytes)
        || gets
            && (bytesOf(count, type) != bytes || !BufferBounds.holdsPlainly(all, size * bytes))) {
      return false;
    }
    try {
      return inArea.gather(kind, root, own, 0, gets ? all : null, 0, (int) bytes);
    } catch (RuntimeException | Error failure) {
      throw calls.failed(operation, failure);
    }
  }

  boolean scatter(
      String operation,
      Object all,
      int count,
      Datatype type,
      Object own,
      int ownCount,
      Datatype ownType,
      int root) {
    AreaCollectives inArea = collectives.inArea();
    long bytes = bytesOf(ownCount, ownType);
    if (inArea == null
        || !inArea.fits(CollectiveKind.SCATTER, bytes)
        || !isRank(root)
        || !BufferBounds.holdsPlainly(own, bytes)
        || rank == root
            && (bytesOf(count, type) != bytes || !BufferBounds.holdsPlainly(all, size * bytes))) {
      return false;
    }
    try {
      return inArea.scatter(root, all, 0, own, 0, (int) bytes);
    } catch (RuntimeException | Error failure) {
      throw calls.failed(operation, failure);
    }
  }

  boolean allToAll(
      String operation,
      Object outgoing,
      int sendCount,
      Datatype sendType,
      Object incoming,
      int receiveCount,
      Datatype receiveType) {
    AreaCollectives inArea = collectives.inArea();
    long bytes = bytesOf(receiveCount, receiveType);
    if (inArea == null
        || !inArea.fits(CollectiveKind.ALL_TO_ALL, bytes)
        || bytesOf(sendCount, sendType) != bytes
        || !BufferBounds.holdsPlainly(outgoing, size * bytes)
        || !BufferBounds.holdsPlainly(incoming, size * bytes)) {
      return false;
    }
    try {
      return inArea.allToAll(outgoing, 0, incoming, 0, (int) bytes);
    } catch (RuntimeException | Error failure) {
      throw calls.failed(operation, failure);
    }
  }

  private boolean isRank(int root) {
    return root >= 0 && root < size;
  }

  /** What so many elements take; 0 if they are not of a basic type. */
  private static long bytesOf(int count, Datatype type) {
    TypeMap map = type == null || type.kind() != DatatypeKind.BASIC ? null : type.typeMap();
    return map == null ? 0 : count * map.sizeBytes();
  }
}
