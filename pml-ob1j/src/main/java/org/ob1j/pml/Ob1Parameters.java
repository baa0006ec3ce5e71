package org.ob1j.pml;

import java.util.List;
import org.ob1j.runtime.parameter.Parameter;
import org.ob1j.runtime.parameter.ParameterProvider;

/** The parameters of the engine. */
public final class Ob1Parameters implements ParameterProvider {
  private static final int MAX_RAILS = 64;

  static final Parameter<Long> UNEXPECTED_BYTES =
      Parameter.bytes(
          "pml_ob1j_unexpected_bytes",
          8L << 20,
          0,
          1L << 40,
          "How many bytes of eager messages that no receive has matched are kept for each peer;"
              + " beyond it messages wait at their sender");

  /**
   * Credit bounds the bytes of unexpected messages and counts short ones as little; the room of
   * each is as long as this limit, whatever is in it.
   */
  private static final int MAX_UNEXPECTED_LIMIT = 1024;

  static final Parameter<Long> UNEXPECTED_LIMIT =
      Parameter.bytes(
              "pml_ob1j_unexpected_limit",
              128,
              0,
              MAX_UNEXPECTED_LIMIT,
              "Payloads of unexpected messages of at most so many bytes are kept in room that is"
                  + " not given back, longer ones in pooled blocks")
          .withAliases("pml_ob1_unexpected_limit");

  static final Parameter<Integer> SEND_PIPELINE_DEPTH =
      Parameter.integer(
              "pml_ob1j_send_pipeline_depth",
              4,
              1,
              1 << 16,
              "How many fragments of one message may be under way in the transport at a time")
          .withAliases("pml_ob1_send_pipeline_depth");

  static final Parameter<Integer> RECV_PIPELINE_DEPTH =
      Parameter.integer(
              "pml_ob1j_recv_pipeline_depth",
              4,
              1,
              1 << 16,
              "How many puts of one message a receiver asks for at a time (RDMA pipeline)")
          .withAliases("pml_ob1_recv_pipeline_depth");

  static final Parameter<Integer> MAX_SEND_PER_RANGE =
      Parameter.integer(
              "pml_ob1j_max_send_per_range",
              4,
              1,
              MAX_RAILS,
              "By how many transport modules to a peer the fragments of one message go at most")
          .withAliases("pml_ob1_max_send_per_range");

  static final Parameter<Integer> MAX_RDMA_PER_REQUEST =
      Parameter.integer(
              "pml_ob1j_max_rdma_per_request",
              4,
              1,
              MAX_RAILS,
              "By how many transport modules to a peer one message is put or got at most")
          .withAliases("pml_ob1_max_rdma_per_request");

  static final Parameter<String> TRACE =
      Parameter.text(
          "pml_ob1j_trace",
          "",
          "File into which each rank writes a line for every header that it sends or receives, and"
              + " every put and get; a dot and the rank are appended to its name");

  static final Parameter<Boolean> SHOW_PROTOCOLS =
      Parameter.bool(
          "pml_ob1j_show_protocols",
          false,
          "At Init each rank prints which protocol serves which lengths and buffers, for each peer");

  static final Parameter<Long> VARIABLE_THRESHOLD =
      Parameter.bytes(
          "pml_ob1j_variable_threshold",
          64L << 10,
          0,
          1L << 40,
          "On communicators opened for variable-length messages: above this length a message"
              + " brings no data before its receiver has claimed it");

  static final Parameter<Integer> UNCLAIMED_MESSAGES =
      Parameter.integer(
          "pml_ob1j_unclaimed_messages",
          1 << 16,
          1,
          Integer.MAX_VALUE,
          "How many messages a process may have matched and neither received nor discarded");

  static final int SLEEP_AS_POLICY = -1;
  static final int SLEEP_NEVER = -2;

  static final Parameter<Integer> SLEEP_AFTER =
      Parameter.integer(
          "pml_ob1j_sleep_after",
          SLEEP_AS_POLICY,
          SLEEP_NEVER,
          Integer.MAX_VALUE,
          "For how many microseconds a rank waits in vain before it sleeps until something comes;"
              + " -1: 10000, 50000 where ranks share cores, or 1000 where these are ranks of several"
              + " containers of one machine; -2: it never sleeps, nor naps");

  static final Parameter<Boolean> SHOW_COUNTS =
      Parameter.bool(
          "pml_ob1j_show_counts",
          false,
          "At Finalize each rank prints how many messages it received by each protocol and mode,"
              + " expected and unexpected, and what has not ended, such as requests");

  @Override
  public List<Parameter<?>> parameters() {
    return List.of(
        UNEXPECTED_BYTES,
        UNEXPECTED_LIMIT,
        SEND_PIPELINE_DEPTH,
        RECV_PIPELINE_DEPTH,
        MAX_SEND_PER_RANGE,
        MAX_RDMA_PER_REQUEST,
        VARIABLE_THRESHOLD,
        UNCLAIMED_MESSAGES,
        SLEEP_AFTER,
        TRACE,
        SHOW_PROTOCOLS,
        SHOW_COUNTS);
  }
}
