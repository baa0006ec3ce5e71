package org.ob1j.pml.offload;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * The choices of one run of a scenario. {@link #forEachRun} runs it again and again, with every
 * combination of choices there is: depth first, by repeating all choices but the last.
 */
final class Choices {
  private record Choice(int taken, int options) {}

  private final List<Choice> made = new ArrayList<>();
  private int next;

  /** Null if choices are enumerated. */
  private final Random random;

  private Choices(Random random) {
    this.random = random;
  }

  /** Choices at random, as the seed has it. */
  static Choices random(long seed) {
    return new Choices(new Random(seed));
  }

  /** Calls a scenario with each combination of choices; returns how many there are. */
  static int forEachRun(int limit, Consumer<Choices> scenario) {
    Choices choices = new Choices(null);
    int runs = 0;
    do {
      choices.next = 0;
      scenario.accept(choices);
      if (++runs > limit) {
        throw new AssertionError("more than " + limit + " runs");
      }
    } while (choices.advance());
    return runs;
  }

  /** One of so many possibilities, counted from 0. */
  int choose(int options) {
    if (random != null) {
      return random.nextInt(options);
    }
    if (next == made.size()) {
      made.add(new Choice(0, options));
    }
    Choice choice = made.get(next++);
    if (choice.options() != options) {
      throw new AssertionError("a run is not repeated by its choices");
    }
    return choice.taken();
  }

  private boolean advance() {
    for (int i = made.size() - 1; i >= 0; i--) {
      Choice last = made.remove(i);
      if (last.taken() + 1 < last.options()) {
        made.add(new Choice(last.taken() + 1, last.options()));
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return made.stream().map(choice -> String.valueOf(choice.taken())).toList().toString();
  }
}
