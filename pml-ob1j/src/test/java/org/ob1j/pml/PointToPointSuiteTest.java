package org.ob1j.pml;

import org.junit.jupiter.api.Nested;

/**
 * The point-to-point suite over transports that keep less order than one in which everything stays
 * as it was issued. {@link RandomMessagesTest} brings its own.
 */
class PointToPointSuiteTest {
  @Nested
  class EngineUnordered extends Ob1PmlTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.UNORDERED;
    }
  }

  @Nested
  class MatchedUnordered extends MatchedMessagesTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.UNORDERED;
    }
  }

  @Nested
  class BufferedUnordered extends BufferedSendsTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.UNORDERED;
    }
  }

  @Nested
  class CancelledUnordered extends CancelRaceTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.UNORDERED;
    }
  }

  @Nested
  class EngineOrderedSequences extends Ob1PmlTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.ORDERED_SEQUENCES;
    }
  }

  @Nested
  class MatchedOrderedSequences extends MatchedMessagesTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.ORDERED_SEQUENCES;
    }
  }

  @Nested
  class BufferedOrderedSequences extends BufferedSendsTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.ORDERED_SEQUENCES;
    }
  }

  @Nested
  class CancelledOrderedSequences extends CancelRaceTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.ORDERED_SEQUENCES;
    }
  }

  @Nested
  class EnginePlacing extends Ob1PmlTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.PLACING;
    }
  }

  @Nested
  class MatchedPlacing extends MatchedMessagesTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.PLACING;
    }
  }

  @Nested
  class BufferedPlacing extends BufferedSendsTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.PLACING;
    }
  }

  @Nested
  class CancelledPlacing extends CancelRaceTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.PLACING;
    }
  }

  @Nested
  class EngineFaultInjecting extends Ob1PmlTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.FAULT_INJECTING;
    }
  }

  @Nested
  class MatchedFaultInjecting extends MatchedMessagesTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.FAULT_INJECTING;
    }
  }

  @Nested
  class BufferedFaultInjecting extends BufferedSendsTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.FAULT_INJECTING;
    }
  }

  @Nested
  class CancelledFaultInjecting extends CancelRaceTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.FAULT_INJECTING;
    }
  }

  @Nested
  class EngineUnlisted extends Ob1PmlTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.TAGS_0;
    }
  }

  @Nested
  class MatchedUnlisted extends MatchedMessagesTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.TAGS_0;
    }
  }

  @Nested
  class BufferedUnlisted extends BufferedSendsTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.TAGS_0;
    }
  }

  @Nested
  class CancelledUnlisted extends CancelRaceTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.TAGS_0;
    }
  }

  @Nested
  class EngineOneListed extends Ob1PmlTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.TAGS_1;
    }
  }

  @Nested
  class MatchedOneListed extends MatchedMessagesTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.TAGS_1;
    }
  }

  @Nested
  class BufferedOneListed extends BufferedSendsTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.TAGS_1;
    }
  }

  @Nested
  class CancelledOneListed extends CancelRaceTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.TAGS_1;
    }
  }

  @Nested
  class EngineTwoListed extends Ob1PmlTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.TAGS_2;
    }
  }

  @Nested
  class MatchedTwoListed extends MatchedMessagesTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.TAGS_2;
    }
  }

  @Nested
  class BufferedTwoListed extends BufferedSendsTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.TAGS_2;
    }
  }

  @Nested
  class CancelledTwoListed extends CancelRaceTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.TAGS_2;
    }
  }

  @Nested
  class EngineManyListed extends Ob1PmlTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.TAGS_64;
    }
  }

  @Nested
  class MatchedManyListed extends MatchedMessagesTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.TAGS_64;
    }
  }

  @Nested
  class BufferedManyListed extends BufferedSendsTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.TAGS_64;
    }
  }

  @Nested
  class CancelledManyListed extends CancelRaceTest {
    @Override
    PointToPointTransport transport() {
      return PointToPointTransport.TAGS_64;
    }
  }
}
