package org.ob1j.bml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlPoller;
import org.ob1j.btl.InMemoryModex;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.job.Modex;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.progress.WaitPolicy;

class SpareModulesTest {
  private static final int POLLS = 1280;

  private final CountedTransport better = new CountedTransport("better", 200);
  private final CountedTransport other = new CountedTransport("other", 100);
  private Bml bml;

  /** A transport that reaches nobody and counts its polls. */
  private static final class CountedTransport implements BtlComponent, BtlModule, BtlPoller {
    private final String name;
    private final int exclusivity;
    private int polls;
    private int events;

    CountedTransport(String name, int exclusivity) {
      this.name = name;
      this.exclusivity = exclusivity;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public List<BtlModule> initialise(BtlContext context) {
      return List.of(this);
    }

    @Override
    public BtlAttributes attributes() {
      return BtlAttributes.builder().exclusivity(exclusivity).build();
    }

    @Override
    public BtlPoller poller() {
      return this;
    }

    @Override
    public int progress() {
      polls++;
      return events;
    }

    @Override
    public BtlEndpoint endpoint(int process) {
      return null;
    }

    @Override
    public String describe() {
      return name;
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }

  /** Opens both transports in a job of two ranks, of which so many are on this host. */
  private void open(int localSize) {
    JobIdentity identity = new JobIdentity("spare", 0, 2, 0, localSize);
    Modex own = new InMemoryModex(1).view(0);
    bml = new Bml(identity, ParameterSet.of(Map.of()), WaitPolicy.forHost(1, 1));
    bml.open(new JobOfModex(identity, own), List.of(better, other), null, null);
    better.polls = 0;
    other.polls = 0;
  }

  private void poll() {
    for (int i = 0; i < POLLS; i++) {
      bml.engine().poll();
    }
  }

  @AfterEach
  void close() {
    bml.close();
  }

  @Test
  void shouldPollTheBestTransportAloneWhereAllRanksAreOnOneHost() {
    open(2);

    poll();

    assertThat(better.polls).isEqualTo(POLLS);
    assertThat(other.polls).isEqualTo(POLLS / 128);
  }

  @Test
  void shouldPollATransportAlwaysOnceSomethingHasComeByIt() {
    open(2);
    other.events = 1;

    poll();

    assertThat(other.polls).isEqualTo(POLLS - 128 + 1);
  }

  /** Whoever is on another host may send first. */
  @Test
  void shouldPollAllTransportsWhereARankIsOnAnotherHostUntilAPeerIsKnown() {
    open(1);

    poll();

    assertThat(better.polls).isEqualTo(POLLS);
    assertThat(other.polls).isEqualTo(POLLS);
  }
}
