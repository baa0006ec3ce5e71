package org.ob1j.bml;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ob1j.btl.BtlModule;
import org.ob1j.runtime.progress.ProgressEngine;
import org.ob1j.runtime.progress.Progressable;

/**
 * The transports that nothing goes through: where peers are reached by a better one, such as shared
 * memory instead of TCP, the other need not cost each poll something. It is polled now and then,
 * because a peer may reach this process by it; once something has come or is to be sent by it, it
 * is polled by itself again. In a job of one host that begins before any peer is known.
 */
final class SpareModules implements Progressable {
  /** A power of two; so seldom that C2 leaves the spare transports out of the code of a poll. */
  private static final int POLLS_PER_POLL_OF_SPARE = 128;

  private final ProgressEngine engine;
  private final List<BtlModule> used = new ArrayList<>();

  /** Replaced as a whole: whoever turns out to be used leaves it while it is gone through. */
  private BtlModule[] modules = {};

  private int polls;

  SpareModules(ProgressEngine engine) {
    this.engine = engine;
  }

  /** Polls the modules by which a peer is reached, and puts aside those by which nobody is. */
  void choose(List<BtlModule> chosen, List<BtlModule> all) {
    for (BtlModule module : chosen) {
      use(module);
    }
    for (BtlModule module : all) {
      if (!used.contains(module) && !List.of(modules).contains(module)) {
        engine.unregister(module.poller());
        modules = Arrays.copyOf(modules, modules.length + 1);
        modules[modules.length - 1] = module;
      }
    }
  }

  private void use(BtlModule module) {
    List<BtlModule> left = new ArrayList<>(List.of(modules));
    if (left.remove(module)) {
      modules = left.toArray(new BtlModule[0]);
      engine.register(module.poller());
    }
    if (!used.contains(module)) {
      used.add(module);
    }
  }

  @Override
  public int progress() {
    return (++polls & POLLS_PER_POLL_OF_SPARE - 1) == 0 ? pollSpare() : 0;
  }

  private int pollSpare() {
    int events = 0;
    for (BtlModule module : modules) {
      int its = module.poller().progress();
      if (its != 0) {
        use(module);
      }
      events += its;
    }
    return events;
  }

  @Override
  public void prepareSleep() {
    for (BtlModule module : modules) {
      module.poller().prepareSleep();
    }
  }

  @Override
  public long maxSleepNanos() {
    long least = Long.MAX_VALUE;
    for (BtlModule module : modules) {
      least = Math.min(least, module.poller().maxSleepNanos());
    }
    return least;
  }

  @Override
  public void endSleep() {
    for (BtlModule module : modules) {
      module.poller().endSleep();
    }
  }
}
