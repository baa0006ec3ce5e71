package org.ob1j.runtime.collective.shared;

import java.util.function.BooleanSupplier;
import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Operator;
import org.ob1j.runtime.collective.op.PredefinedReduction;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Steps;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.memory.SharedRegions;
import org.ob1j.runtime.memory.SharedRegions.Region;

/**
 * How the ranks of a communicator agree by messages on memory that they share: all have it, or
 * none.
 *
 * <pre>
 *   rank 0                                  others
 *     | makes a region                        |
 *     | name and contents (broadcast) ------> | map it
 *     | &lt;--- did that succeed everywhere? ---> | (allReduce)
 * </pre>
 */
abstract class AreaAgreement implements Steps {
  private static final TypeMap LONG = TypeMap.of(PrimitiveType.LONG);
  private static final TypeMap INT = TypeMap.of(PrimitiveType.INT);

  private static final BooleanSupplier NOBODY_USES_IT =
      new BooleanSupplier() {
        @Override
        public boolean getAsBoolean() {
          return true;
        }
      };

  private enum Stage {
    OFFER,
    SUCCESS,
    END,
    DONE
  }

  private final Members members;
  private final MessageAlgorithms messages;
  private final SharedRegions regions;
  private final int owner;
  private final long[] offer = new long[2];
  private final int[] success = new int[1];
  private Stage stage = Stage.OFFER;
  private Region region;

  /**
   * What one rank does.
   *
   * @param regions null if this rank shares no memory
   * @param owner the job's rank of rank 0
   */
  AreaAgreement(Members members, MessageAlgorithms messages, SharedRegions regions, int owner) {
    this.members = members;
    this.messages = messages;
    this.regions = regions;
    this.owner = owner;
  }

  /** Makes a region, at rank 0; null if there is no memory for it. */
  abstract Region create(SharedRegions from);

  /** What rank 0 tells others beside the name, not 0. */
  abstract long contents();

  /** How long a region is whose rank 0 tells this; 0 if this rank cannot have such a one. */
  abstract int lengthBytes(long contentsOfRankZero);

  /** All ranks have this region; null if they have none, which then all know. */
  abstract void decide(Region agreed, long contentsOfRankZero);

  @Override
  public Algorithm next() {
    return switch (stage) {
      case OFFER -> offer();
      case SUCCESS -> askForSuccess();
      case END -> finish();
      case DONE -> null;
    };
  }

  private Algorithm offer() {
    stage = Stage.SUCCESS;
    if (members.rank() == 0 && regions != null) {
      region = create(regions);
      if (region != null) {
        offer[0] = region.name();
        offer[1] = contents();
      }
    }
    Blocks offered = Blocks.same(offer, offer.length, LONG);
    return messages.byMessages(CollectiveKind.BROADCAST, offered, null, null, 0);
  }

  private Algorithm askForSuccess() {
    if (offer[1] == 0) {
      return finish();
    }
    stage = Stage.END;
    int lengthBytes = regions == null || region != null ? 0 : lengthBytes(offer[1]);
    if (lengthBytes != 0) {
      region = regions.open(owner, offer[0], lengthBytes);
    }
    success[0] = region == null ? 0 : 1;
    Blocks outcome = Blocks.same(success, 1, INT);
    Reduction least = new PredefinedReduction(Operator.MIN, PrimitiveType.INT);
    return messages.byMessages(CollectiveKind.ALL_REDUCE, outcome, outcome, least, 0);
  }

  private Algorithm finish() {
    stage = Stage.DONE;
    boolean isAgreed = success[0] != 0;
    if (!isAgreed && region != null && members.rank() == 0) {
      regions.free(region, NOBODY_USES_IT);
    }
    decide(isAgreed ? region : null, offer[1]);
    return null;
  }

  @Override
  public void end() {
    if (stage != Stage.DONE) {
      // A rank has failed. What follows fails by messages, too.
      success[0] = 0;
      finish();
    }
  }
}
