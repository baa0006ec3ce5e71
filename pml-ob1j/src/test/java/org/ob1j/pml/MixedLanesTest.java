package org.ob1j.pml;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.inmemory.InMemoryFabric;
import org.ob1j.btl.inmemory.InMemoryFabric.Behaviour;
import org.ob1j.btl.inmemory.SimulatedTagMatching.Nature;
import org.ob1j.pml.peer.OffloadedLane;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.pml.MessageStatus;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.PmlMessage;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.pml.SendMode;

/**
 * Communicators some of whose processes are reached by a transport that matches tags and others are
 * not: rank 2 is not, and each rank sends to itself, too.
 */
@Timeout(180)
class MixedLanesTest {
  private static final int RANKS = 3;
  private static final int MESSAGES = 1_500;
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);

  private record Posted(PmlRequest request, byte[] buffer) {}

  private final MessageStatus status = new MessageStatus();

  static List<Nature> natures() {
    return List.of(
        Nature.willing(0, 512),
        Nature.willing(1, 512),
        Nature.willing(64, 512),
        new Nature(8, 512, 0, 0, 0, true),
        Nature.capricious(4, 512));
  }

  private static InMemoryJob job(long seed, Nature nature) {
    return job(seed, nature, Map.of());
  }

  private static InMemoryJob job(long seed, Nature nature, Map<String, String> parameters) {
    InMemoryFabric matching =
        new InMemoryFabric(seed, Behaviour.unordered().withTags(nature), "matching.0", 900);
    InMemoryFabric plain = new InMemoryFabric(seed, Behaviour.unordered(), "plain.0", 100);
    return new InMemoryJob(
        RANKS,
        rank ->
            rank == 2
                ? List.of(plain.component())
                : List.of(matching.component(), plain.component()),
        ParameterSet.of(parameters));
  }

  /** Receives for one source and any tag: each source's messages come in order. */
  @ParameterizedTest
  @MethodSource("natures")
  void shouldKeepTheOrderOfEachSourceInTheOrderOfPosting(Nature nature) {
    for (long seed = 1; seed <= 3; seed++) {
      try (InMemoryJob job = job(seed, nature)) {
        requireOrder(job, exchange(job, new Random(seed), posted -> {}), seed);
      }
    }
  }

  /** What is under way by the lane comes before what goes as frames after it. */
  @ParameterizedTest
  @MethodSource("natures")
  void shouldKeepTheOrderWhenTheRailOfALaneGoesAndComesBack(Nature nature) {
    for (long seed = 1; seed <= 5; seed++) {
      try (InMemoryJob job = job(seed, nature)) {
        BtlModule matching = job.engine(0).modules().get(0);
        OffloadedLane lane = job.engine(0).tagFrames().laneTo(job.engine(0).peers().of(1));
        assertThat(lane).isNotNull();

        List<Posted> posted =
            exchange(
                job,
                new Random(seed),
                count -> {
                  if (count == MESSAGES / 3) {
                    job.engine(0).bml().removeRail(1, matching);
                  } else if (count == MESSAGES / 2) {
                    job.engine(0).bml().addRail(1, matching);
                  }
                });

        requireOrder(job, posted, seed);
        assertThat(job.engine(0).peers().of(1).endpoint().module()).isSameAs(matching);
        assertThat(job.engine(0).tagFrames().laneTo(job.engine(0).peers().of(1))).isNull();
        assertThat(job.engine(0).tagFrames().laneChanges()).isEqualTo(1);
      }
    }
  }

  /** What waited for a peer that has failed must not come to life with another lane's messages. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void shouldForgetWhatWaitedForTheLaneOfAPeerThatFailed(long seed) {
    Behaviour few = Behaviour.unordered().withQueuedFrames(2).withTags(Nature.willing(4, 512));
    InMemoryFabric matching = new InMemoryFabric(seed, few, "matching.0", 900);
    InMemoryFabric plain = new InMemoryFabric(seed, Behaviour.unordered(), "plain.0", 100);
    try (InMemoryJob job =
        new InMemoryJob(
            RANKS,
            rank -> List.of(matching.component(), plain.component()),
            ParameterSet.of(Map.of()))) {
      Ob1Pml sender = job.engine(0);
      BtlModule module = sender.modules().get(0);
      sendMany(job, 1, 0).forEach(sender::release);
      sender.failed(module, 1, new BtlException("a test"));
      List<PmlRequest> sends = sendMany(job, 2, 0);

      sender.bml().removeRail(1, module);
      sends.addAll(sendMany(job, 2, 40));

      for (int i = 0; i < 80; i++) {
        byte[] buffer = new byte[8];
        PmlRequest receive = job.world(2).irecv(buffer, 8, BYTES, 0, 7);
        job.await("message " + i, receive::isComplete);
        assertThat(ByteBuffer.wrap(buffer).getInt()).isEqualTo(i);
        job.engine(2).release(receive);
      }
      job.await("sends", () -> sends.stream().allMatch(PmlRequest::isComplete));
    }
  }

  private static List<PmlRequest> sendMany(InMemoryJob job, int destination, int first) {
    List<PmlRequest> sends = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      byte[] data = ByteBuffer.allocate(8).putInt(first + i).array();
      sends.add(job.world(0).isend(SendMode.STANDARD, data, 8, BYTES, destination, 7));
    }
    return sends;
  }

  private void requireOrder(InMemoryJob job, List<Posted> posted, long seed) {
    Map<Integer, Integer> next = new HashMap<>();
    for (Posted receive : posted) {
      receive.request.copyStatus(status);
      assertThat(status.error).isEqualTo(PmlError.NONE);
      int number = ByteBuffer.wrap(receive.buffer).getInt();
      assertThat(number)
          .as("of rank %d, seed %d", status.source, seed)
          .isEqualTo(next.merge(status.source, 1, Integer::sum) - 1);
      job.engine(1).release(receive.request);
    }
    assertThat(job.engine(1).requests().receives().inUse()).isZero();
  }

  /**
   * All go to rank 1, which posts as many receives for each source as that sends, or for any.
   *
   * @param betweenPosts gets the number of receives that have been posted
   */
  private static List<Posted> exchange(InMemoryJob job, Random random, IntConsumer betweenPosts) {
    List<Posted> posted = new ArrayList<>();
    List<PmlRequest> sends = new ArrayList<>();
    int[] sent = new int[RANKS];
    int[] wanted = new int[RANKS];
    while (posted.size() < MESSAGES) {
      int source = random.nextInt(RANKS);
      if (random.nextBoolean()) {
        byte[] data = new byte[random.nextInt(8) == 0 ? 3000 : 4 + random.nextInt(400)];
        ByteBuffer.wrap(data).putInt(sent[source]++);
        SendMode mode = random.nextInt(4) == 0 ? SendMode.SYNCHRONOUS : SendMode.STANDARD;
        sends.add(
            job.world(source).isend(mode, data, data.length, BYTES, 1, 1 + random.nextInt(3)));
      } else if (random.nextInt(20) == 0) {
        job.poll();
      } else {
        wanted[source]++;
        posted.add(post(job, source));
        betweenPosts.accept(posted.size());
      }
    }
    for (int source = 0; source < RANKS; source++) {
      while (sent[source] > wanted[source]++) {
        posted.add(post(job, source));
      }
      for (int i = sent[source]; i < wanted[source] - 1; i++) {
        byte[] data = ByteBuffer.allocate(4).putInt(i).array();
        sends.add(job.world(source).isend(SendMode.STANDARD, data, 4, BYTES, 1, 1));
      }
    }
    job.await("receives", () -> posted.stream().allMatch(each -> each.request.isComplete()));
    job.await("sends", () -> sends.stream().allMatch(PmlRequest::isComplete));
    return posted;
  }

  private static Posted post(InMemoryJob job, int source) {
    byte[] buffer = new byte[3000];
    return new Posted(
        job.world(1).irecv(buffer, buffer.length, BYTES, source, PmlCommunicator.ANY_TAG), buffer);
  }

  /** What a message to oneself, or one by frames, finds is a receive that the device has. */
  @ParameterizedTest
  @MethodSource("natures")
  void shouldGiveReceivesFromAnySourceToWhoeverComesFirst(Nature nature) {
    for (long seed = 1; seed <= 3; seed++) {
      Random random = new Random(seed);
      try (InMemoryJob job = job(seed, nature)) {
        for (int context : new int[] {4, 70_000}) {
          int[] processes = {0, 1};
          List<PmlCommunicator> pair =
              IntStream.range(0, 2)
                  .mapToObj(rank -> job.engine(rank).open(context, rank, processes))
                  .toList();
          anySource(job, pair, random);
          anySource(job, List.of(job.world(0), job.world(1)), random);
        }
      }
    }
  }

  private void anySource(InMemoryJob job, List<PmlCommunicator> ranks, Random random) {
    int[] next = new int[2];
    int[] sent = new int[2];
    for (int round = 0; round < 200; round++) {
      byte[] buffer = new byte[8];
      PmlRequest receive =
          random.nextInt(5) == 0 ? null : ranks.get(1).irecv(buffer, 8, BYTES, -1, 7);
      int source = random.nextInt(2);
      byte[] data = ByteBuffer.allocate(8).putInt(sent[source]++).array();
      PmlRequest send = ranks.get(source).isend(SendMode.STANDARD, data, 8, BYTES, 1, 7);
      if (receive == null) {
        receive = matched(job, ranks.get(1), buffer);
      }
      PmlRequest awaited = receive;
      job.await("a receive", awaited::isComplete);
      awaited.copyStatus(status);
      assertThat(ByteBuffer.wrap(buffer).getInt()).isEqualTo(next[status.source]++);
      job.engine(1).release(awaited);
      job.await("a send", send::isComplete);
      job.engine(source).release(send);
    }
  }

  private static PmlRequest matched(InMemoryJob job, PmlCommunicator rank, byte[] buffer) {
    PmlMessage[] found = new PmlMessage[1];
    job.await(
        "a message",
        () -> {
          found[0] = rank.matchNow(PmlCommunicator.ANY_SOURCE, PmlCommunicator.ANY_TAG);
          return found[0] != null;
        });
    return found[0].receive(buffer, buffer.length, BYTES);
  }

  /** The counters tell that the device has been at work, where it has room. */
  @ParameterizedTest
  @MethodSource("natures")
  void shouldCountWhatTheDeviceHasDone(Nature nature) {
    try (InMemoryJob job = job(9, nature)) {
      exchange(job, new Random(9), posted -> {});
      String report = job.engine(1).describe();
      assertThat(report).contains("tag matching by matching.0: posted=");
      assertThat(job.engine(1).tagFrames().offload().counts().posted())
          .isGreaterThanOrEqualTo(nature.capacity());
      assertThat(job.engine(2).tagFrames()).isNull();
      assertThat(job.engine(2).describe()).doesNotContain("tag matching");
    }
  }

  @Test
  void shouldWriteTaggedMessagesIntoTheTrace(@TempDir Path folder) throws IOException {
    String file = folder.resolve("trace").toString();
    try (InMemoryJob job = job(2, Nature.willing(1, 512), Map.of("pml_ob1j_trace", file))) {
      byte[] buffer = new byte[8];
      PmlRequest receive = job.world(1).irecv(buffer, 8, BYTES, 0, 5);
      job.world(0).isend(SendMode.STANDARD, new byte[8], 8, BYTES, 1, 5);
      job.await("the message", receive::isComplete);
    }
    assertThat(Files.readString(Path.of(file + ".0"))).contains("sent 1 matching.0 MATCH");
    assertThat(Files.readString(Path.of(file + ".1")))
        .contains("post -1 matching.0 token=0 tagged=0x500000000 mask=0xffffffffffffffff POSTED")
        .contains("completed -1 matching.0 token=0 tagged=0x500000000 bytes=32");
  }
}
