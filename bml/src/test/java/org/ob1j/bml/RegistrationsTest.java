package org.ob1j.bml;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.ob1j.bml.Registrations.RegisteredMemory;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.BtlFabric;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.inmemory.InMemoryFabric;
import org.ob1j.btl.inmemory.InMemoryFabric.Behaviour;
import org.ob1j.runtime.memory.MemoryRegion;

class RegistrationsTest {
  private static final int READ = BtlRegistration.REMOTE_READ;
  private static final int RDMA = BtlCapabilities.SEND | BtlCapabilities.PUT | BtlCapabilities.GET;

  private static void withModule(int capabilities, java.util.function.Consumer<BtlModule> test) {
    InMemoryFabric fabric =
        new InMemoryFabric(1, Behaviour.ordered().withCapabilities(capabilities));
    try (BtlFabric ranks = BtlFabric.open(2, fabric::component, Map.of())) {
      test.accept(ranks.rank(0).modules().get(0));
    }
  }

  private static MemoryRegion region(int bytes) {
    return new MemoryRegion(ByteBuffer.allocateDirect(bytes), 0);
  }

  @Test
  void shouldKeepRegistrationsWhereTheTransportNeedsThem() {
    withModule(
        RDMA | BtlCapabilities.NEEDS_REGISTRATION,
        module -> {
          Registrations registrations = new Registrations(true);
          MemoryRegion region = region(100);
          RegisteredMemory first = registrations.acquire(module, region, READ);
          registrations.release(first);
          assertThat(module.registrationCount()).isEqualTo(1);
          assertThat(registrations.acquire(module, region, READ)).isSameAs(first);
          assertThat(registrations.usedCount()).isEqualTo(1);
          registrations.release(first);
          assertThat(registrations.describe())
              .isEqualTo("registrations: made 1, used again 1, in use 0, kept 1");
          registrations.close();
          assertThat(module.registrationCount()).isZero();
        });
  }

  @Test
  void shouldKeepNoneWithoutLeavePinnedOrWhereNoneIsNeeded() {
    for (boolean needed : new boolean[] {true, false}) {
      withModule(
          needed ? RDMA | BtlCapabilities.NEEDS_REGISTRATION : RDMA,
          module -> {
            Registrations registrations = new Registrations(!needed);
            RegisteredMemory memory = registrations.acquire(module, region(100), READ);
            assertThat(module.registrationCount()).isEqualTo(1);
            registrations.release(memory);
            assertThat(module.registrationCount()).isZero();
          });
    }
  }

  @Test
  void shouldTellBuffersApartThatLookTheSame() {
    withModule(
        RDMA | BtlCapabilities.NEEDS_REGISTRATION,
        module -> {
          Registrations registrations = new Registrations(true);
          ByteBuffer one = ByteBuffer.allocateDirect(64);
          // Equal by equals, and even at the same address: another root all the same.
          ByteBuffer other = one.duplicate();
          RegisteredMemory ofOne = registrations.acquire(module, new MemoryRegion(one, 0), READ);
          RegisteredMemory ofOther =
              registrations.acquire(module, new MemoryRegion(other, 0), READ);
          assertThat(ofOther).isNotSameAs(ofOne);
          assertThat(ofOther.registration().memory()).isSameAs(other);
          assertThat(registrations.acquire(module, new MemoryRegion(one, 8), READ)).isSameAs(ofOne);
          int write = BtlRegistration.REMOTE_WRITE;
          assertThat(registrations.acquire(module, new MemoryRegion(one, 0), write))
              .isNotSameAs(ofOne);
          registrations.close();
          assertThat(module.registrationCount()).isZero();
        });
  }

  @Test
  void shouldLetTheOldestGoThatNobodyUses() {
    withModule(
        RDMA | BtlCapabilities.NEEDS_REGISTRATION,
        module -> {
          Registrations registrations = new Registrations(true);
          MemoryRegion inUse = region(64);
          registrations.acquire(module, inUse, READ);
          List<MemoryRegion> others = new ArrayList<>();
          for (int i = 0; i < 3 * Registrations.MAX_KEPT; i++) {
            others.add(region(64));
            registrations.release(registrations.acquire(module, others.get(i), READ));
          }
          assertThat(module.registrationCount()).isEqualTo(Registrations.MAX_KEPT + 1);
          assertThat(registrations.usedCount()).isEqualTo(1);
          registrations.close();
          assertThat(module.registrationCount()).isZero();
        });
  }

  @Test
  void shouldLetGoOfAllocatedMemoryThatNobodyUses() {
    withModule(
        RDMA | BtlCapabilities.NEEDS_REGISTRATION,
        module -> {
          Registrations registrations = new Registrations(true);
          MemoryRegion inUse = region(64);
          RegisteredMemory used = registrations.acquire(module, inUse, READ);
          MemoryRegion unused = region(64);
          registrations.release(registrations.acquire(module, unused, READ));
          // The in-memory transport's may be closed by the engine's thread only.
          assertThat(registrations.letGoOfUnused()).isFalse();
          assertThat(module.registrationCount()).isEqualTo(2);
          registrations.release(used);
          registrations.close();

          BtlModule allocating = new AllocatingModule(module).module();
          used = registrations.acquire(allocating, inUse, READ);
          registrations.release(registrations.acquire(allocating, unused, READ));
          assertThat(module.registrationCount()).isEqualTo(2);
          assertThat(registrations.letGoOfUnused()).isTrue();
          assertThat(module.registrationCount()).isEqualTo(1);
          assertThat(registrations.letGoOfUnused()).isFalse();
          assertThat(registrations.acquire(allocating, inUse, READ)).isSameAs(used);
          registrations.close();
        });
  }

  /** Says of its registrations that any thread may close them. */
  private record AllocatingModule(BtlModule inner) {
    BtlModule module() {
      return (BtlModule)
          Proxy.newProxyInstance(
              BtlModule.class.getClassLoader(),
              new Class<?>[] {BtlModule.class},
              (proxy, method, arguments) -> {
                Object result = method.invoke(inner, arguments);
                return result instanceof BtlRegistration made ? new Closable(made) : result;
              });
    }
  }

  private record Closable(BtlRegistration inner) implements BtlRegistration {
    @Override
    public ByteBuffer memory() {
      return inner.memory();
    }

    @Override
    public byte[] key() {
      return inner.key();
    }

    @Override
    public boolean closesInAnyThread() {
      return true;
    }

    @Override
    public void close() {
      inner.close();
    }
  }

  @Test
  void shouldSayNoForMemoryThatIsNotDirect() {
    withModule(
        RDMA,
        module -> {
          Registrations registrations = new Registrations(true);
          assertThat(registrations.acquire(module, null, READ)).isNull();
          assertThat(
                  registrations.acquire(module, new MemoryRegion(ByteBuffer.allocate(8), 0), READ))
              .isNull();
          assertThat(registrations.usedCount()).isZero();
        });
  }
}
