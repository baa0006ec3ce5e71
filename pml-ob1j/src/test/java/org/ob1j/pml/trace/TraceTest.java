package org.ob1j.pml.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.btl.TagLane;
import org.ob1j.btl.tag.TagMatching;
import org.ob1j.runtime.parameter.ParameterException;

class TraceTest {
  /** A default method that is not handed on would change what a transport does while traced. */
  @Test
  void shouldHandOnEveryMethodOfWhatItWraps() {
    assertHandsOn(TracingModule.class, BtlModule.class);
    assertHandsOn(TracingEndpoint.class, BtlEndpoint.class);
    assertHandsOn(TracingReceiver.class, BtlReceiver.class);
    assertHandsOn(TracingTagLane.class, TagLane.class);
    assertHandsOn(TracingTagMatching.class, TagMatching.class);
  }

  private static void assertHandsOn(Class<?> wrapper, Class<?> wrapped) {
    for (Method method : wrapped.getMethods()) {
      if (method.getDeclaringClass() != Object.class
          && !Modifier.isFinal(method.getModifiers())
          && !Modifier.isStatic(method.getModifiers())) {
        assertThat(Arrays.stream(wrapper.getDeclaredMethods()))
            .as("%s hands on %s", wrapper, method)
            .anyMatch(
                own ->
                    own.getName().equals(method.getName())
                        && Arrays.equals(own.getParameterTypes(), method.getParameterTypes()));
      }
    }
  }

  @Test
  void shouldNameTheFileThatCannotBeWritten(@TempDir Path folder) {
    String name = folder.resolve("missing/trace").toString();
    assertThatThrownBy(() -> Trace.open("pml_ob1j_trace", name, 3))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("pml_ob1j_trace is '" + name + "'")
        .hasMessageContaining(name + ".3");
  }
}
