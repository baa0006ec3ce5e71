package org.ob1j.runtime.collective.round;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.datatype.BufferSection;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.memory.Memory;

/**
 * Stands arrays without gaps in for buffers of derived datatypes, so that the algorithms move plain
 * bytes, and all ranks cut them in the same places whatever datatype each has.
 *
 * <pre>
 *   user's buffer ──pack──► array ── algorithm ──► array ──unpack──► user's buffer
 * </pre>
 *
 * What is written is packed first as well, so that where less arrives the rest stays as it was.
 */
public final class Staging {
  private static final int SCRATCH_BYTES = 64 * 1024;

  /** The longest that byte arrays are on all JVMs. */
  private static final long MAX_ARRAY_BYTES = Integer.MAX_VALUE - 8L;

  private final Members members;
  private final List<StandIn> standIns = new ArrayList<>();

  /** What stands in for a user's buffer, in blocks of the same lengths. */
  private record StandIn(
      Blocks user, Blocks blocks, int count, PrimitiveType arrayType, boolean written) {}

  public Staging(Members members) {
    this.members = members;
  }

  /** Whether anything has to stand in for blocks, or for null, which is nothing. */
  public static boolean isNeeded(Blocks outgoing, Blocks incoming) {
    return outgoing != null && !outgoing.isContiguous || incoming != null && !incoming.isContiguous;
  }

  /** The same for a reduction; also true for one that may fail, by a function of the user. */
  public static boolean isNeeded(Blocks own, Blocks result, Reduction reduction) {
    return reduction.isUserDefined() || isNeeded(own, result);
  }

  /** An algorithm that moves data, between what stands in for blocks, so many of each. */
  public static Algorithm moving(
      Members members,
      Blocks outgoing,
      int outgoingBlocks,
      Blocks incoming,
      int incomingBlocks,
      BiFunction<Blocks, Blocks, Algorithm> algorithm) {
    Staging staging = new Staging(members);
    Blocks sent = staging.outgoing(outgoing, outgoingBlocks);
    Blocks received = staging.incoming(incoming, incomingBlocks);
    return staging.around(algorithm.apply(sent, received));
  }

  /** An algorithm that combines elements, on what stands in for them and for the result. */
  public static Algorithm reducing(
      Members members,
      Blocks own,
      Blocks result,
      Reduction reduction,
      BiFunction<Blocks, Blocks, Algorithm> algorithm) {
    Staging staging = new Staging(members);
    Blocks input = staging.operands(own, reduction.operandType(), result == own);
    Blocks output = result == own ? input : staging.operands(result, reduction.operandType(), true);
    return new StagedAlgorithm(members, algorithm.apply(input, output), staging, reduction);
  }

  /** What an algorithm may send in place of a user's blocks; null for null. */
  public Blocks outgoing(Blocks blocks, int count) {
    return packed(blocks, count, false);
  }

  /** What an algorithm may write in place of a user's blocks; null for null. */
  public Blocks incoming(Blocks blocks, int count) {
    return packed(blocks, count, true);
  }

  private Blocks packed(Blocks user, int count, boolean written) {
    if (user == null || user.isContiguous) {
      return user;
    }
    long bytes = 0;
    for (int block = 0; block < count; block++) {
      bytes += user.bytes(block);
    }
    PrimitiveType arrayType = bytes <= MAX_ARRAY_BYTES ? PrimitiveType.BYTE : PrimitiveType.LONG;
    int elements = Math.toIntExact((bytes - 1) / arrayType.sizeBytes() + 1);
    Object array = members.workspace().take(arrayType, elements);
    Blocks blocks = user.packedInto(array, count);
    StandIn standIn = new StandIn(user, blocks, count, arrayType, written);
    standIns.add(standIn);
    copy(user, blocks, count);
    return blocks;
  }

  /**
   * What a reduction may work on in place of a user's elements: an array of its operands' type, the
   * elements with their gaps.
   *
   * @param written whether the result goes there
   */
  public Blocks operands(Blocks user, PrimitiveType operandType, boolean written) {
    if (user == null || user.isContiguous) {
      return user;
    }
    long bytes = Math.multiplyExact(user.count(0), user.type.extentBytes());
    int elements = Math.toIntExact(bytes / operandType.sizeBytes());
    Object array = members.workspace().take(operandType, elements);
    Blocks blocks = Blocks.same(array, user.count(0), user.type);
    standIns.add(new StandIn(user, blocks, 1, operandType, written));
    copy(user, blocks, 1);
    return blocks;
  }

  /** The algorithm, and then the copies back to the user's buffers. */
  public Algorithm around(Algorithm algorithm) {
    return new StagedAlgorithm(members, algorithm, this, null);
  }

  /** Copies what was written to the user's buffers. */
  public void unpack() {
    for (StandIn standIn : standIns) {
      if (standIn.written) {
        copy(standIn.blocks, standIn.user, standIn.count);
      }
    }
  }

  /** Gives the arrays back. */
  public void release() {
    for (StandIn standIn : standIns) {
      members.workspace().give(standIn.arrayType, standIn.blocks.storage);
    }
    standIns.clear();
  }

  private void copy(Blocks from, Blocks to, int count) {
    Convertor source = members.workspace().newConvertor();
    Convertor target = members.workspace().newConvertor();
    BufferSection section = new BufferSection();
    Memory scratch = Memory.allocate(SCRATCH_BYTES);
    for (int block = 0; block < count; block++) {
      if (from.bytes(block) != 0) {
        section.set(from.storage, from.offsetBytes(block));
        source.prepare(section, from.count(block), from.typeOf(block));
        section.set(to.storage, to.offsetBytes(block));
        target.prepare(section, to.count(block), to.typeOf(block));
        source.copyTo(target, 0, source.lengthBytes(), scratch);
      }
    }
  }
}
