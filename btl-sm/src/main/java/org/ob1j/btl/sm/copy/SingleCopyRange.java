package org.ob1j.btl.sm.copy;

import java.util.List;
import org.ob1j.runtime.parameter.Parameter;
import org.ob1j.runtime.parameter.ParameterException;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * For which messages out of memory that peers cannot map they read it, by a service that another
 * module provides. Shorter ones are not worth the system call; longer ones are faster when sender
 * and receiver both copy: by that service, or else by fragments.
 *
 * @param quickNanos reading is quicker than copying where 64 KiB take less, in nanoseconds
 */
public record SingleCopyRange(Mode mode, long minBytes, long maxBytes, int quickNanos) {
  /** When messages are read. */
  public enum Mode {
    /** Where that is quicker than copying, as tried in MPI.Init. */
    AUTO,
    /** By process_vm_readv. */
    CMA,
    NONE
  }

  static final Parameter<String> MECHANISM =
      Parameter.text(
          "btl_sm_single_copy_mechanism",
          "auto",
          "How peers read long messages out of ordinary direct buffers: cma (process_vm_readv),"
              + " none, or auto: cma where it is quick");
  static final Parameter<Integer> QUICK_NANOS =
      Parameter.integer(
          "btl_sm_quick_read_nanos",
          4000,
          0,
          Integer.MAX_VALUE,
          "With btl_sm_single_copy_mechanism auto peers read messages where 64 KiB are read in less"
              + " than so many nanoseconds, as tried in MPI.Init");
  static final Parameter<Long> MIN_SIZE =
      Parameter.bytes(
          "btl_sm_single_copy_min_size",
          64 * 1024,
          0,
          Long.MAX_VALUE,
          "Shortest message that is read so");
  static final Parameter<Long> MAX_SIZE =
      Parameter.bytes(
          "btl_sm_single_copy_max_size",
          1024 * 1024,
          0,
          Long.MAX_VALUE,
          "Longest message that the receiver reads alone; of longer ones the sender writes a part,"
              + " or they go by fragments");

  public static final List<Parameter<?>> PARAMETERS =
      List.of(MECHANISM, QUICK_NANOS, MIN_SIZE, MAX_SIZE);

  public static SingleCopyRange of(ParameterSet parameters) {
    return new SingleCopyRange(
        mode(parameters.get(MECHANISM)),
        parameters.get(MIN_SIZE),
        parameters.get(MAX_SIZE),
        parameters.get(QUICK_NANOS));
  }

  private static Mode mode(String text) {
    return switch (text) {
      case "auto" -> Mode.AUTO;
      case "cma" -> Mode.CMA;
      case "none" -> Mode.NONE;
      default ->
          throw new ParameterException(
              MECHANISM.name() + " is '" + text + "'; it must be auto, cma or none");
    };
  }

  boolean covers(long lengthBytes) {
    return mode != Mode.NONE && lengthBytes >= minBytes;
  }

  /** Whether it pays for the receiver to read a message without its sender's help. */
  boolean readsAlone(long lengthBytes) {
    return lengthBytes <= maxBytes;
  }
}
