package org.ob1j.btl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ob1j.btl.order.BtlOperation;
import org.ob1j.btl.order.GuaranteedOrder;
import org.ob1j.btl.order.RequestedOrder;

/**
 * What order a transport keeps, seen in one word of rank 0's memory that two operations of rank 1
 * read or write: a put writes, a get reads, an atomic and the receiver of a send do both.
 */
public abstract class OrderingContractTest {
  private static final int FRAME_BYTES = 24;
  private static final int SEQUENCE = 5;

  /** Enough for every transport to allocate it. */
  private static final int MEMORY_BYTES = 256 << 10;

  private static final int ALL_ACCESS =
      BtlRegistration.LOCAL_WRITE
          | BtlRegistration.REMOTE_READ
          | BtlRegistration.REMOTE_WRITE
          | BtlRegistration.REMOTE_ATOMIC;

  private final List<BtlRegistration> registrations = new ArrayList<>();
  private final Set<BtlOperation> kinds = EnumSet.of(BtlOperation.SEND);
  private BtlFabric fabric;
  private GuaranteedOrder order;
  private BtlEndpoint endpoint;
  private ByteBuffer word;
  private byte[] key;

  /** A new component of the transport under test. */
  protected abstract BtlComponent newComponent();

  /** Values of parameters for every rank. */
  protected Map<String, String> parameters() {
    return Map.of();
  }

  /** True if the transport passes whatever may be passed, now and then. */
  protected boolean usesItsFreedom() {
    return false;
  }

  @BeforeEach
  void open() {
    fabric = BtlFabric.open(2, this::newComponent, parameters());
    endpoint = fabric.rank(1).endpoint(0);
    order = endpoint.module().attributes().order();
    BtlCapabilities can = endpoint.module().attributes().capabilities();
    if (can.puts()) {
      kinds.add(BtlOperation.PUT);
    }
    if (can.gets()) {
      kinds.add(BtlOperation.GET);
    }
    if (can.hasAtomics()) {
      kinds.add(BtlOperation.ATOMIC);
    }
    if (kinds.size() > 1) {
      word = allocate(0);
      key = register(0, word).key();
    } else {
      word = ByteBuffer.allocate(Long.BYTES);
    }
    word.order(ByteOrder.LITTLE_ENDIAN);
  }

  @AfterEach
  void close() {
    registrations.forEach(BtlRegistration::close);
    assertThat(fabric.rank(0).receiver().errors()).isEmpty();
    fabric.close();
  }

  private ByteBuffer allocate(int rank) {
    BtlModule module = fabric.rank(rank).endpoint(1 - rank).module();
    ByteBuffer memory = module.allocate(MEMORY_BYTES);
    return memory == null ? ByteBuffer.allocateDirect(MEMORY_BYTES) : memory;
  }

  private BtlRegistration register(int rank, ByteBuffer memory) {
    BtlRegistration made =
        fabric.rank(rank).endpoint(1 - rank).module().register(memory, ALL_ACCESS);
    registrations.add(made);
    return made;
  }

  /** Two operations, one of which was issued before the other. */
  private record Pair(BtlOperation earlier, BtlOperation later) {
    /** Two gets do not see each other. */
    boolean isVisible() {
      return earlier != BtlOperation.GET || later != BtlOperation.GET;
    }

    boolean isPassed(long earlierSaw, long laterSaw, long left) {
      return reads(earlier) && writes(later) && earlierSaw == 2
          || writes(earlier) && reads(later) && laterSaw != 1
          || writes(earlier) && writes(later) && left != 2;
    }

    private static boolean reads(BtlOperation kind) {
      return kind != BtlOperation.PUT;
    }

    private static boolean writes(BtlOperation kind) {
      return kind != BtlOperation.GET;
    }
  }

  private List<Pair> pairs() {
    List<Pair> pairs = new ArrayList<>();
    for (BtlOperation earlier : kinds) {
      for (BtlOperation later : kinds) {
        Pair pair = new Pair(earlier, later);
        if (pair.isVisible()) {
          pairs.add(pair);
        }
      }
    }
    return pairs;
  }

  /** An operation on the word that has been issued. */
  private final class Issued {
    private final BtlOperation kind;
    private final long value;
    private final int ordering;
    private final LocalMemory local;
    private final ByteBuffer result;
    private final BtlRegistration resultRegistration;
    private long frameNumber = -1;
    private long saw = -1;
    private boolean over;

    Issued(BtlOperation kind, long value, int ordering) {
      this.kind = kind;
      this.value = value;
      this.ordering = ordering;
      byte[] bytes = new byte[Long.BYTES];
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(0, value);
      local = new LocalMemory(bytes, endpoint.module(), null);
      boolean atomic = kind == BtlOperation.ATOMIC;
      result = atomic ? allocate(1).order(ByteOrder.LITTLE_ENDIAN) : null;
      resultRegistration = atomic ? register(1, result) : null;
    }

    boolean start() {
      return switch (kind) {
        case SEND -> send();
        case PUT ->
            isTaken(
                endpoint.put(
                    local.convertor(), 0, null, key, 0, Long.BYTES, ordering, this::ended));
        case GET ->
            isTaken(
                endpoint.get(
                    local.convertor(), 0, null, key, 0, Long.BYTES, ordering, this::ended));
        case ATOMIC ->
            isTaken(
                endpoint.atomic(
                    AtomicOperation.SWAP,
                    key,
                    0,
                    value,
                    0,
                    resultRegistration,
                    0,
                    ordering,
                    this::ended));
      };
    }

    private boolean send() {
      FabricRank sender = fabric.rank(1);
      int before = sender.sent(0).size();
      if (!sender.trySend(0, FRAME_BYTES, 0, ordering)) {
        return false;
      }
      frameNumber = sender.sent(0).get(before).number();
      over = true;
      return true;
    }

    private boolean isTaken(BtlResult result) {
      assertThat(result).isNotEqualTo(BtlResult.REFUSED);
      over |= result == BtlResult.DONE;
      return result != BtlResult.BUSY;
    }

    private void ended(BtlEndpoint to, BtlResult how) {
      assertThat(how).isEqualTo(BtlResult.DONE);
      over = true;
    }

    private void delivered(long number) {
      if (number == frameNumber) {
        saw = word.getLong(0);
        word.putLong(0, value);
      }
    }

    private long saw() {
      return switch (kind) {
        case SEND, PUT -> saw;
        case GET ->
            ByteBuffer.wrap(local.bytes(0, Long.BYTES)).order(ByteOrder.LITTLE_ENDIAN).getLong();
        case ATOMIC -> result.getLong(0);
      };
    }
  }

  /** Issues two operations, waits for both, and says whether the later one was first. */
  private boolean isPassed(Pair pair, int earlierOrdering, int laterOrdering, boolean between) {
    word.putLong(0, 0);
    Issued earlier = new Issued(pair.earlier(), 1, earlierOrdering);
    Issued later = new Issued(pair.later(), 2, laterOrdering);
    fabric
        .rank(0)
        .receiver()
        .onFrame(
            (from, frame) -> {
              earlier.delivered(frame.number());
              later.delivered(frame.number());
            });
    issue(earlier::start);
    if (between) {
      issue(() -> fabric.rank(1).trySend(0, FRAME_BYTES, 0, RequestedOrder.DEFAULT));
    }
    issue(later::start);
    issue(() -> fabric.rank(1).trySend(0, FRAME_BYTES, 0, RequestedOrder.FENCE_GLOBAL));
    int sent = fabric.rank(1).sent(0).size();
    fabric.await(
        "the last of " + pair,
        () -> earlier.over && later.over && fabric.rank(0).receiver().received(1).size() == sent);
    return pair.isPassed(earlier.saw(), later.saw(), word.getLong(0));
  }

  /** Starts an operation as soon as the transport is not busy. */
  private void issue(BooleanSupplier operation) {
    fabric.await("a start", operation);
  }

  private int rounds() {
    return usesItsFreedom() ? 60 : 15;
  }

  private void assertKept(Pair pair, int earlierOrdering, int laterOrdering) {
    for (int round = 0; round < rounds(); round++) {
      assertThat(isPassed(pair, earlierOrdering, laterOrdering, false))
          .as("%s passes %s in round %d", pair.later(), pair.earlier(), round)
          .isFalse();
    }
  }

  private void assertPassed(Pair pair, int earlierOrdering, int laterOrdering, boolean between) {
    for (int round = 0; round < 1000; round++) {
      if (isPassed(pair, earlierOrdering, laterOrdering, between)) {
        return;
      }
    }
    throw new AssertionError(pair.later() + " never passes " + pair.earlier());
  }

  @Test
  void shouldKeepTheOrderThatItDeclares() {
    for (Pair pair : pairs()) {
      if (order.keeps(pair.later(), pair.earlier())) {
        assertKept(pair, RequestedOrder.DEFAULT, RequestedOrder.DEFAULT);
        assertKept(pair, RequestedOrder.RELAXED, RequestedOrder.DEFAULT);
      }
    }
  }

  @Test
  void shouldPassNothingWithAGlobalFence() {
    for (Pair pair : pairs()) {
      assertKept(pair, RequestedOrder.DEFAULT, RequestedOrder.FENCE_GLOBAL);
    }
  }

  @Test
  void shouldNotPassWhatAwaitsAnAnswerWithALocalFence() {
    for (Pair pair : pairs()) {
      if (pair.earlier() == BtlOperation.GET || pair.earlier() == BtlOperation.ATOMIC) {
        assertKept(pair, RequestedOrder.DEFAULT, RequestedOrder.FENCE_LOCAL);
      }
    }
  }

  @Test
  void shouldKeepOperationsOfOneSequenceInOrder() {
    int inSequence = RequestedOrder.inSequence(SEQUENCE);
    for (Pair pair : pairs()) {
      assertKept(pair, inSequence, inSequence);
      assertKept(pair, inSequence, inSequence | RequestedOrder.RELAXED);
    }
  }

  @Test
  void shouldPassWhereverItMay() {
    assumeTrue(usesItsFreedom());
    int inSequence = RequestedOrder.inSequence(SEQUENCE);
    int other = RequestedOrder.inSequence(SEQUENCE + 1);
    for (Pair pair : pairs()) {
      assertPassed(pair, RequestedOrder.DEFAULT, RequestedOrder.RELAXED, false);
      if (!order.keeps(pair.later(), pair.earlier())) {
        assertPassed(pair, RequestedOrder.DEFAULT, RequestedOrder.DEFAULT, false);
        assertPassed(pair, inSequence, other, false);
        assertPassed(pair, inSequence, RequestedOrder.DEFAULT, false);
        assertPassed(pair, inSequence, inSequence, true);
      }
    }
  }
}
