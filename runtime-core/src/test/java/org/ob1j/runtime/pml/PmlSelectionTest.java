package org.ob1j.runtime.pml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.ob1j.runtime.job.JobControl;
import org.ob1j.runtime.parameter.ParameterException;
import org.ob1j.runtime.parameter.ParameterSet;

class PmlSelectionTest {
  private record Named(String name) implements PmlComponent {
    @Override
    public Pml start(JobControl job, ParameterSet parameters, Meanwhile meanwhile) {
      throw new AssertionError("not to be started");
    }
  }

  private static final List<PmlComponent> COMPONENTS =
      List.of(new Named("ob1j"), new Named("other"));

  @Test
  void shouldTakeOb1jByDefault() {
    assertThat(PmlSelection.select(ParameterSet.empty(), COMPONENTS).name()).isEqualTo("ob1j");
  }

  @Test
  void shouldTakeTheOneThatIsNamed() {
    ParameterSet parameters = ParameterSet.of(Map.of("pml", "other"));
    assertThat(PmlSelection.select(parameters, COMPONENTS).name()).isEqualTo("other");
  }

  @Test
  void shouldListWhatThereIsIfTheNameIsUnknown() {
    ParameterSet parameters = ParameterSet.of(Map.of("pml", "cm"));
    assertThatThrownBy(() -> PmlSelection.select(parameters, COMPONENTS))
        .isInstanceOf(ParameterException.class)
        .hasMessage("pml is 'cm'; the class path has [ob1j, other]");
    assertThatThrownBy(() -> PmlSelection.select(parameters, List.of()))
        .isInstanceOf(ParameterException.class)
        .hasMessage("pml is 'cm'; the class path has none");
  }
}
