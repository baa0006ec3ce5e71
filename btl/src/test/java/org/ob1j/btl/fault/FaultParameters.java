package org.ob1j.btl.fault;

import java.util.List;
import org.ob1j.runtime.parameter.Parameter;
import org.ob1j.runtime.parameter.ParameterProvider;

/** The parameters of the fault-injecting wrapper. */
public final class FaultParameters implements ParameterProvider {
  static final Parameter<String> WRAPS =
      Parameter.text("btl_fault_wraps", "sm", "The transport that faults are injected into");
  static final Parameter<Integer> SEED =
      Parameter.integer(
          "btl_fault_seed", 1, Integer.MIN_VALUE, Integer.MAX_VALUE, "What all faults follow from");
  static final Parameter<Integer> BUSY_PERCENT =
      Parameter.integer("btl_fault_busy_percent", 20, 0, 95, "How many reserves find it busy");
  static final Parameter<Integer> DELAY_FRAMES =
      Parameter.integer(
          "btl_fault_delay_frames",
          16,
          0,
          1_000,
          "How many polls a frame is held back at most, and how many frames at a time");
  static final Parameter<Integer> REORDER_PERCENT =
      Parameter.integer(
          "btl_fault_reorder_percent", 30, 0, 100, "How many frames may be overtaken");
  static final Parameter<Integer> REFUSE_PERCENT =
      Parameter.integer(
          "btl_fault_refuse_percent",
          0,
          0,
          100,
          "How many puts and gets are refused, and how many gets that have begun");

  static final Parameter<Integer> SHORT_AFTER =
      Parameter.integer(
          "btl_fault_short_after",
          Integer.MAX_VALUE,
          0,
          Integer.MAX_VALUE,
          "After so many frames to a peer those that follow have at most 512 bytes");

  static final Parameter<Integer> LOSE_AFTER =
      Parameter.integer(
          "btl_fault_lose_after",
          Integer.MAX_VALUE,
          0,
          Integer.MAX_VALUE,
          "After so many frames to a peer those that follow are lost; puts and gets are not");

  @Override
  public List<Parameter<?>> parameters() {
    return List.of(
        WRAPS,
        SEED,
        BUSY_PERCENT,
        DELAY_FRAMES,
        REORDER_PERCENT,
        REFUSE_PERCENT,
        SHORT_AFTER,
        LOSE_AFTER);
  }
}
