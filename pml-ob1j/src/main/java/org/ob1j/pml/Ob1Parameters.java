package org.ob1j.pml;

import java.util.List;
import org.ob1j.runtime.parameter.Parameter;
import org.ob1j.runtime.parameter.ParameterProvider;

/** The parameters of the engine. */
public final class Ob1Parameters implements ParameterProvider {
  static final Parameter<String> TRANSPORTS =
      Parameter.text(
          "btl",
          "",
          "Transports to use, by name and separated by commas, such as sm,tcp,self;"
              + " after a ^ those not to use. Empty: all that work here");

  static final Parameter<Long> UNEXPECTED_BYTES =
      Parameter.bytes(
          "pml_ob1j_unexpected_bytes",
          8L << 20,
          0,
          1L << 40,
          "How many bytes of eager messages that no receive has matched are kept for each peer;"
              + " beyond it messages wait at their sender");

  static final Parameter<Integer> SEND_PIPELINE_DEPTH =
      Parameter.integer(
              "pml_ob1j_send_pipeline_depth",
              3,
              1,
              1 << 16,
              "How many fragments of one message may be under way in the transport at a time")
          .withAliases("pml_ob1_send_pipeline_depth");

  static final Parameter<Boolean> SHOW_COUNTS =
      Parameter.bool(
          "pml_ob1j_show_counts",
          false,
          "At Finalize each rank prints how many messages it received by each protocol and mode,"
              + " expected and unexpected");

  @Override
  public List<Parameter<?>> parameters() {
    return List.of(TRANSPORTS, UNEXPECTED_BYTES, SEND_PIPELINE_DEPTH, SHOW_COUNTS);
  }
}
