package org.ob1j.tests.soak.round;

import java.util.SplittableRandom;
import mpi.Comm;
import mpi.MPI;
import org.ob1j.tests.soak.message.DirectBufferPool;
import org.ob1j.tests.soak.message.MessageBuffer;
import org.ob1j.tests.soak.plan.Coverage;
import org.ob1j.tests.soak.plan.PlannedMessage;
import org.ob1j.tests.soak.plan.RoundPlan;
import org.ob1j.tests.soak.plan.SoakCommunicators;

/**
 * One rank in one round.
 *
 * @param plan what all ranks do
 * @param rank this rank in COMM_WORLD
 * @param ranks how many there are
 * @param communicators those of the soak
 * @param directBuffers for buffers of this round
 * @param random for what is this rank's own business, such as how it waits
 * @param coverage counts what it does
 */
public record RankContext(
    RoundPlan plan,
    int rank,
    int ranks,
    SoakCommunicators communicators,
    DirectBufferPool directBuffers,
    SplittableRandom random,
    Coverage coverage) {

  /** The same round with other contents. */
  RankContext repeated(int repetition) {
    return new RankContext(
        plan.repeated(repetition), rank, ranks, communicators, directBuffers, random, coverage);
  }

  /** Makes room for the round's buffered messages, if threads do not share it. */
  void attachBuffer() {
    if (!plan.sharesWorld()) {
      MPI.attachBuffer(new byte[plan.bufferedBytes(rank, MPI.BSEND_OVERHEAD)]);
    }
  }

  /** Waits until they have left. */
  void detachBuffer() {
    if (!plan.sharesWorld()) {
      MPI.detachBuffer();
    }
  }

  /** All of the room is free again. */
  void renewAttachedBuffer() {
    detachBuffer();
    attachBuffer();
  }

  Comm communicator(PlannedMessage message) {
    return communicators.get(message.communicator());
  }

  int sourceRank(PlannedMessage message) {
    return message.communicator().rankOf(message.source(), ranks);
  }

  int destinationRank(PlannedMessage message) {
    return message.communicator().rankOf(message.destination(), ranks);
  }

  /** What a receive of this message asks for as its source. */
  int wantedSource(PlannedMessage message) {
    boolean open =
        switch (message.wildcard()) {
          case NONE -> false;
          case ONE -> plan.anySource();
          case BOTH -> true;
        };
    // In order, another rank's message may be there already, and is not meant.
    return open && plan.kind() != RoundPlan.Kind.IN_ORDER ? MPI.ANY_SOURCE : sourceRank(message);
  }

  /** What a receive of this message asks for as its tag. */
  int wantedTag(PlannedMessage message) {
    boolean open =
        switch (message.wildcard()) {
          case NONE -> false;
          case ONE -> !plan.anySource();
          case BOTH -> true;
        };
    // Other tags may be another thread's.
    boolean own = !plan.sharesWorld() || message.communicator() != SoakCommunicators.Choice.WORLD;
    return open && own ? MPI.ANY_TAG : message.tag();
  }

  /** A buffer filled with what follows from the key. */
  MessageBuffer newBuffer(MessageBuffer.Kind kind, int capacity, long key) {
    MessageBuffer buffer = MessageBuffer.of(kind, plan.type(), capacity, directBuffers);
    buffer.fill(key);
    return buffer;
  }
}
