package org.ob1j.bml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.InMemoryModex;
import org.ob1j.btl.VerifyingReceiver;
import org.ob1j.btl.inmemory.InMemoryFabric;
import org.ob1j.runtime.control.JobControls;
import org.ob1j.runtime.job.JobControl;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.job.Modex;
import org.ob1j.runtime.memory.SharedRegions;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.progress.WaitPolicy;

class BmlTest {
  private record Named(String name) implements BtlComponent {
    @Override
    public List<BtlModule> initialise(BtlContext context) {
      throw new AssertionError(name + " is opened");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sm tcp ucx", "ucx tcp sm", "tcp ucx sm", "ucx sm tcp"})
  void shouldAskTransportsInTheSameOrderWhateverTheirServicesCameIn(String services) {
    List<BtlComponent> components = new ArrayList<>();
    for (String name : services.split(" ")) {
      Bml.addByName(new Named(name), components);
    }

    assertThat(components).extracting(BtlComponent::name).containsExactly("sm", "tcp", "ucx");
  }

  @Test
  void shouldOpenTheTransportsOfAJobOfOneProcessWhenItFirstAsksForRails() {
    JobControl job = JobControls.join(Map.of(), (code, message) -> fail(message));
    InMemoryFabric fabric = new InMemoryFabric(1, InMemoryFabric.Behaviour.ordered());
    Bml bml = new Bml(job.identity(), ParameterSet.of(Map.of()), WaitPolicy.forHost(1, 1));
    List<BtlModule> opened = new ArrayList<>();
    bml.listen(
        new RailsListener() {
          @Override
          public void opened(BtlModule module) {
            opened.add(module);
          }

          @Override
          public void changed(int rank, Rails rails) {
            throw new AssertionError("nothing has changed");
          }
        });
    bml.open(job, List.of(fabric.component()), null, null);
    assertThat(bml.modules()).isEmpty();
    // A process that comes later, as one that is spawned does.
    BtlModule later = fabric.component().initialise(contextOf(1)).get(0);

    Rails rails = bml.railsTo(1);

    assertThat(opened).isEqualTo(bml.modules()).hasSize(1);
    assertThat(rails.first().endpoint().peer()).isEqualTo(1);
    assertThat(bml.railsTo(1)).isSameAs(rails);
    assertThat(opened).hasSize(1);
    later.close();
    bml.close();
  }

  @Test
  void shouldDoMeanwhileWhatIsAskedForOnceItHasComeToTheFence() {
    List<String> events = new ArrayList<>();
    JobIdentity identity = new JobIdentity("two", 0, 2, 0, 2);
    Modex modex = new ListedModex(new InMemoryModex(1).view(0), events);
    InMemoryFabric fabric = new InMemoryFabric(2, InMemoryFabric.Behaviour.ordered());
    Bml bml = new Bml(identity, ParameterSet.of(Map.of()), WaitPolicy.forHost(2, 2));
    bml.open(
        new JobOfModex(identity, modex),
        List.of(fabric.component()),
        null,
        new Bml.Meanwhile() {
          @Override
          public void beforeFence(SharedRegions regions) {
            events.add("before");
          }

          @Override
          public void atFence() {
            events.add("meanwhile, with " + bml.modules().size() + " module");
          }
        });

    assertThat(events).containsExactly("before", "come", "meanwhile, with 1 module", "wait");
    bml.close();
  }

  /** Lists what is done with it. */
  private record ListedModex(Modex modex, List<String> events) implements Modex {
    @Override
    public void put(String key, byte[] value) {
      modex.put(key, value);
    }

    @Override
    public void arrive() {
      events.add("come");
    }

    @Override
    public void fence() {
      events.add("wait");
    }

    @Override
    public void fence(int[] ranks) {
      throw new AssertionError("there are no groups");
    }

    @Override
    public byte[] get(int rank, String key) {
      return modex.get(rank, key);
    }
  }

  @Test
  void shouldRefuseALayerThatComesAfterTheTransports() {
    JobControl job = JobControls.join(Map.of(), (code, message) -> fail(message));
    Bml bml = new Bml(job.identity(), ParameterSet.of(Map.of()), WaitPolicy.forHost(1, 1));
    bml.open(job, List.of(), null, null);

    assertThatThrownBy(() -> bml.register(3, new VerifyingReceiver(0)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("before");
    bml.close();
  }

  static BtlContext contextOf(int rank) {
    return new BtlContext(
        new JobIdentity("later", rank, rank + 1, rank, rank + 1),
        new InMemoryModex(rank + 1).view(rank),
        new byte[32],
        ParameterSet.of(Map.of()),
        new VerifyingReceiver(rank));
  }
}
