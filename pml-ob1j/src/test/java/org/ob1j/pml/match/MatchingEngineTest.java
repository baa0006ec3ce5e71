package org.ob1j.pml.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ob1j.runtime.pml.PmlCommunicator.ANY_SOURCE;
import static org.ob1j.runtime.pml.PmlCommunicator.ANY_TAG;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.ob1j.runtime.progress.WaitDescription;

class MatchingEngineTest {
  private int nextSlot;

  private final class Receive extends PostedReceive {
    private final int slot = nextSlot++;

    Receive(int source, int tag) {
      accept(source, tag);
    }

    @Override
    public int slot() {
      return slot;
    }

    @Override
    public void describe(WaitDescription wait) {
      wait.operation("receive " + slot);
    }
  }

  private static final class Message extends UnexpectedMessage {
    Message(int source, int tag, int sequence) {
      envelope(source, tag, sequence);
    }
  }

  /** What MPI says, written as plainly as can be: two lists searched from the front. */
  private final class NaiveModel {
    private final List<Receive> posted = new ArrayList<>();
    private final List<Message> unexpected = new ArrayList<>();

    Receive takePosted(int source, int tag) {
      for (Receive receive : posted) {
        if (matches(receive.wantedSource(), receive.wantedTag(), source, tag)) {
          posted.remove(receive);
          return receive;
        }
      }
      return null;
    }

    Message find(int source, int tag) {
      for (Message message : unexpected) {
        if (matches(source, tag, message.source(), message.tag())) {
          return message;
        }
      }
      return null;
    }

    private boolean matches(int wantedSource, int wantedTag, int source, int tag) {
      return (wantedSource == ANY_SOURCE || wantedSource == source)
          && (wantedTag == ANY_TAG || wantedTag == tag);
    }
  }

  @Property(tries = 300)
  void shouldMatchAsTheNaiveModelDoes(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 9) int sources,
      @ForAll @IntRange(min = 1, max = 40) int tags,
      @ForAll @IntRange(min = 0, max = 60) int wildcardPercent) {
    Random random = new Random(seed);
    MatchingEngine<Receive, Message> engine = new MatchingEngine<>(sources);
    NaiveModel model = new NaiveModel();

    for (int step = 0; step < 600; step++) {
      int source = random.nextInt(sources);
      int tag = random.nextInt(tags);
      switch (random.nextInt(5)) {
        case 0, 1 -> {
          Receive expected = model.takePosted(source, tag);
          assertThat(engine.takePosted(source, tag)).isSameAs(expected);
          if (expected == null) {
            Message message = new Message(source, tag, step);
            model.unexpected.add(message);
            engine.addUnexpected(message);
          }
        }
        case 2, 3 -> {
          int wantedSource = random.nextInt(100) < wildcardPercent ? ANY_SOURCE : source;
          int wantedTag = random.nextInt(100) < wildcardPercent ? ANY_TAG : tag;
          Message expected = model.find(wantedSource, wantedTag);
          assertThat(engine.findUnexpected(wantedSource, wantedTag)).isSameAs(expected);
          assertThat(engine.takeUnexpected(wantedSource, wantedTag)).isSameAs(expected);
          if (expected == null) {
            Receive receive = new Receive(wantedSource, wantedTag);
            model.posted.add(receive);
            engine.post(receive);
          } else {
            model.unexpected.remove(expected);
          }
        }
        default -> {
          if (!model.posted.isEmpty()) {
            Receive victim = model.posted.remove(random.nextInt(model.posted.size()));
            assertThat(engine.cancel(victim)).isTrue();
            assertThat(engine.cancel(victim)).isFalse();
          }
        }
      }
      assertThat(engine.postedCount()).isEqualTo(model.posted.size());
      assertThat(engine.unexpectedCount()).isEqualTo(model.unexpected.size());
    }
  }

  @Property(tries = 100)
  void shouldRestoreTheOrderOfSending(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 300) int messages) {
    Random random = new Random(seed);
    MatchingEngine<Receive, Message> engine = new MatchingEngine<>(2);
    List<Integer> numbers = new ArrayList<>();
    for (int number = 0; number < messages; number++) {
      numbers.add(number);
    }
    java.util.Collections.shuffle(numbers, random);

    List<Integer> delivered = new ArrayList<>();
    for (int number : numbers) {
      if (engine.distance(1, number) == 0) {
        engine.advance(1);
        delivered.add(number);
        for (Message early = engine.takeEarly(1); early != null; early = engine.takeEarly(1)) {
          engine.advance(1);
          delivered.add(early.sequence());
        }
      } else {
        assertThat(engine.holdEarly(new Message(1, 0, number))).isTrue();
        assertThat(engine.holdEarly(new Message(1, 0, number))).isFalse();
      }
    }

    assertThat(delivered).hasSize(messages).isSorted();
    assertThat(engine.earlyCount()).isZero();
  }

  @Test
  void shouldMatchOldestPostedReceiveForWildcardSource() {
    MatchingEngine<Receive, Message> engine = new MatchingEngine<>(4);
    Receive any = new Receive(ANY_SOURCE, 7);
    Receive exact = new Receive(2, 7);
    engine.post(any);
    engine.post(exact);

    assertThat(engine.takePosted(2, 7)).isSameAs(any);
    assertThat(engine.takePosted(2, 7)).isSameAs(exact);
    assertThat(engine.takePosted(2, 7)).isNull();
  }

  @Test
  void shouldGoOnWhenSequenceNumbersWrap() {
    MatchingEngine<Receive, Message> engine = new MatchingEngine<>(1);
    engine.advance(0);
    assertThat(engine.distance(0, 1)).isZero();
    assertThat(engine.distance(0, 0)).isNegative();
    assertThat(engine.distance(0, 3)).isEqualTo(2);
    assertThat(engine.distance(0, -1)).isNegative();
  }
}
