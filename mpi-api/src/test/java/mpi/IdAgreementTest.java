package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.runtime.collective.round.Algorithm;

class IdAgreementTest {
  /** Chooses an id, and returns after how many operations. */
  private static int agree(Intracomm world, IdAgreement agreement) {
    int operations = 0;
    for (Algorithm next = agreement.next(); next != null; next = agreement.next()) {
      world.live("test").collectives().run(next);
      operations++;
    }
    return operations;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void shouldTakeOneReductionWhereAllUseTheSameIds(int ranks) {
    MpiRanks.runInWorld(
        ranks,
        world -> {
          IdAgreement agreement = new IdAgreement("test", world.live("test"));
          assertThat(agree(world, agreement)).isEqualTo(1);
          assertThat(agreement.negotiation().requireId()).isEqualTo(2);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5})
  void shouldFindWhatNobodyUsesWhereRanksUseDifferentIds(int ranks) {
    MpiRanks.runInWorld(
        ranks,
        world -> {
          CommunicatorIds ids = world.process().communicatorIds();
          int used = world.getRank() % 3;
          for (int i = 0; i < used; i++) {
            ids.offer();
          }
          int free = 2 + Math.min(2, world.getSize() - 1);
          IdAgreement agreement = new IdAgreement("test", world.live("test"));
          assertThat(agree(world, agreement)).isGreaterThan(1);
          assertThat(agreement.negotiation().requireId()).isEqualTo(free);
          // What was offered in vain is there for others.
          assertThat(ids.offer()).isEqualTo(used == free - 2 ? free + 1 : 2 + used);
        });
  }
}
