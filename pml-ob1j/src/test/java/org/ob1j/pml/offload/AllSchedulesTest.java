package org.ob1j.pml.offload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ob1j.pml.offload.Scenario.ANY;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ob1j.btl.inmemory.SimulatedTagMatching.Nature;
import org.ob1j.pml.match.PostedReceive;
import org.ob1j.pml.offload.Scenario.Cancel;
import org.ob1j.pml.offload.Scenario.Post;
import org.ob1j.pml.offload.Scenario.Step;
import org.ob1j.pml.offload.Scenario.Take;

/**
 * Small scenarios in all interleavings of what the program does, what arrives at the device, and
 * what the device tells: each ends as MPI allows, which a naive model says.
 */
@Timeout(300)
class AllSchedulesTest {
  private static final int MAX_RUNS = 400_000;
  private static final int MAX_BYTES = 256;

  /** Without it a receive goes to the device although an older one that overlaps does not. */
  private static final OffloadRules WITHOUT_HOLD_BACK =
      new OffloadRules() {
        @Override
        public boolean mustWait(PostedReceive newer, PostedReceive older) {
          return false;
        }

        @Override
        public boolean isTakenBack(PostedReceive receive) {
          return true;
        }
      };

  /** Without it an unexpected message overlooks the receives that the device has. */
  private static final OffloadRules WITHOUT_SHADOW_CHECK =
      new OffloadRules() {
        @Override
        public boolean mustWait(PostedReceive newer, PostedReceive older) {
          return OffloadRules.MPI.mustWait(newer, older);
        }

        @Override
        public boolean isTakenBack(PostedReceive receive) {
          return false;
        }
      };

  private static final Map<String, Scenario> SCENARIOS =
      Map.of(
          "equal receives",
          Scenario.of(
              List.of(new Post(0, 1), new Post(0, 1), new Post(0, 1)), List.of(List.of(1, 1))),
          "wildcards of every kind",
          Scenario.of(
              List.of(new Post(ANY, 1), new Post(0, ANY), new Post(0, 1)),
              List.of(List.of(1, 1), List.of(1))),
          "tags in another order",
          Scenario.of(
              List.of(new Post(0, ANY), new Post(0, 2), new Post(0, 1)), List.of(List.of(1, 2))),
          "cancelled receives",
          Scenario.of(
              List.of(new Post(0, 1), new Post(0, 1), new Cancel(0), new Post(0, ANY)),
              List.of(List.of(1, 1))),
          "matched probes",
          Scenario.of(
              List.of(new Take(ANY, ANY), new Post(0, ANY), new Take(0, 1), new Post(0, 1)),
              List.of(List.of(1, 1))),
          "a process that the device does not reach",
          new Scenario(
              List.of(new Post(ANY, 1), new Post(0, 1), new Post(1, 1)),
              List.of(List.of(1), List.of(1)),
              OffloadedContext.Place.SOFTWARE,
              1),
          "taken back for a message to oneself",
          new Scenario(
              List.of(new Post(ANY, ANY), new Post(0, 1)),
              List.of(List.of(1, 1), List.of(1)),
              OffloadedContext.Place.TRANSPORT,
              1));

  private static List<Nature> natures() {
    List<Nature> natures = new ArrayList<>();
    for (int capacity : new int[] {0, 1, 2, 8}) {
      natures.add(Nature.willing(capacity, MAX_BYTES));
    }
    natures.add(new Nature(8, MAX_BYTES, 0, 0, 0, true));
    natures.add(new Nature(1, MAX_BYTES, 0, 0, 0, true));
    return natures;
  }

  static Stream<Arguments> cases() {
    return SCENARIOS.keySet().stream()
        .sorted()
        .flatMap(name -> natures().stream().map(nature -> Arguments.of(name, nature)));
  }

  /** Runs all schedules, and hands each outcome over with the choices that led to it. */
  private static int explore(
      Scenario scenario, Nature nature, OffloadRules rules, BiConsumer<ScenarioRun, Outcome> each) {
    return Choices.forEachRun(
        MAX_RUNS,
        choices -> {
          ScenarioRun run = new ScenarioRun(scenario, nature, rules, choices);
          each.accept(run, run.run());
        });
  }

  private static void expectLegal(Scenario scenario, Nature nature) {
    Set<String> legal = scenario.legalOutcomes();
    Set<String> seen = new TreeSet<>();
    int runs = explore(scenario, nature, OffloadRules.MPI, (run, end) -> seen.add(end.toString()));
    assertThat(legal).as("%s, in %d schedules with %s", scenario, runs, nature).containsAll(seen);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void shouldEndAsMpiAllowsInEverySchedule(String name, Nature nature) {
    expectLegal(SCENARIOS.get(name), nature);
  }

  /** Each post may be refused or found unsupported, and each message told as unexpected. */
  @ParameterizedTest
  @MethodSource("capricious")
  void shouldEndAsMpiAllowsWhateverTheDeviceRefuses(Nature nature) {
    expectLegal(
        Scenario.of(List.of(new Post(0, ANY), new Post(0, 1)), List.of(List.of(1, 1))), nature);
    expectLegal(
        new Scenario(
            List.of(new Post(ANY, 1), new Post(0, 1)),
            List.of(List.of(1), List.of(1)),
            OffloadedContext.Place.TRANSPORT,
            1),
        nature);
  }

  static Stream<Nature> capricious() {
    return Stream.of(
        new Nature(2, MAX_BYTES, 0, 50, 0, false),
        new Nature(2, MAX_BYTES, 0, 0, 50, false),
        new Nature(1, MAX_BYTES, 0, 50, 50, false));
  }

  /** Larger ones, of which not all schedules can be run. */
  @Test
  void shouldEndAsMpiAllowsInSchedulesAtRandom() {
    for (long seed = 1; seed <= 150; seed++) {
      Random random = new Random(seed);
      Scenario scenario = randomScenario(random);
      Nature nature =
          new Nature(
              random.nextInt(4),
              MAX_BYTES,
              0,
              random.nextInt(2) * 50,
              random.nextInt(2) * 50,
              random.nextBoolean());
      Set<String> legal = scenario.legalOutcomes();
      for (int schedule = 0; schedule < 300; schedule++) {
        Choices choices = Choices.random(seed * 1000 + schedule);
        assertThat(new ScenarioRun(scenario, nature, OffloadRules.MPI, choices).run().toString())
            .as("seed %d, schedule %d: %s with %s", seed, schedule, scenario, nature)
            .isIn(legal);
      }
    }
  }

  private static Scenario randomScenario(Random random) {
    List<Step> program = new ArrayList<>();
    int posts = 0;
    for (int step = 0; step < 5; step++) {
      int source = random.nextInt(3) - 1;
      int tag = random.nextInt(3) == 0 ? ANY : 1 + random.nextInt(2);
      switch (random.nextInt(6)) {
        case 0 -> program.add(new Take(source, tag));
        case 1 -> {
          if (posts != 0) {
            program.add(new Cancel(random.nextInt(posts)));
          }
        }
        default -> {
          program.add(new Post(source, tag));
          posts++;
        }
      }
    }
    List<List<Integer>> sent = new ArrayList<>();
    for (int source = 0; source < 2; source++) {
      sent.add(random.ints(2, 1, 3).boxed().toList());
    }
    int byFrames = random.nextInt(2) == 0 ? -1 : 1;
    OffloadedContext.Place anySource =
        byFrames >= 0 && random.nextBoolean()
            ? OffloadedContext.Place.SOFTWARE
            : OffloadedContext.Place.TRANSPORT;
    return new Scenario(program, sent, anySource, byFrames);
  }

  private static boolean breaksMpi(Scenario scenario, Nature nature, OffloadRules rules) {
    Set<String> legal = scenario.legalOutcomes();
    boolean[] broken = new boolean[1];
    explore(scenario, nature, rules, (run, end) -> broken[0] |= !legal.contains(end.toString()));
    return broken[0];
  }

  @Test
  void shouldBreakTheOrderWithoutTheShadowCheck() {
    assertThat(
            breaksMpi(
                SCENARIOS.get("equal receives"),
                Nature.willing(8, MAX_BYTES),
                WITHOUT_SHADOW_CHECK))
        .isTrue();
  }

  @Test
  void shouldBreakTheOrderWithoutTheHoldBack() {
    Scenario scenario =
        Scenario.of(List.of(new Post(0, ANY), new Post(0, 1)), List.of(List.of(1, 1)));
    Nature nature = new Nature(2, MAX_BYTES, 0, 50, 0, false);
    assertThat(breaksMpi(scenario, nature, WITHOUT_HOLD_BACK)).isTrue();
    assertThat(breaksMpi(scenario, nature, OffloadRules.MPI)).isFalse();
  }

  /** What is explored is worth nothing if the races never happen. */
  @Test
  void shouldReachEveryRaceInSomeSchedule() {
    long[] reached = new long[4];
    explore(
        SCENARIOS.get("taken back for a message to oneself"),
        Nature.willing(1, MAX_BYTES),
        OffloadRules.MPI,
        (run, end) -> {
          reached[0] += run.counts().matchedInDevice();
          reached[1] += run.counts().refused();
          reached[2] += run.counts().cancelled();
          reached[3] += run.counts().late();
        });
    assertThat(reached).doesNotContain(0);
  }
}
