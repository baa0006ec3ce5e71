package org.ob1j.btl.sm;

import java.util.List;
import org.ob1j.runtime.parameter.Parameter;
import org.ob1j.runtime.parameter.ParameterException;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * For which messages out of memory that peers cannot map they read it, by a service that another
 * module provides. Shorter ones are not worth the system call; longer ones are faster when sender
 * and receiver both copy: by that service, or else by fragments.
 *
 * @param on whether they read any
 */
record SingleCopyRange(boolean on, long minBytes, long maxBytes) {
  static final Parameter<String> MECHANISM =
      Parameter.text(
          "btl_sm_single_copy_mechanism",
          "cma",
          "How peers read long messages out of ordinary direct buffers: cma (process_vm_readv), where"
              + " the native library is and the system allows it; or none");
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

  static final List<Parameter<?>> PARAMETERS = List.of(MECHANISM, MIN_SIZE, MAX_SIZE);

  static SingleCopyRange of(ParameterSet parameters) {
    return new SingleCopyRange(
        isOn(parameters.get(MECHANISM)), parameters.get(MIN_SIZE), parameters.get(MAX_SIZE));
  }

  private static boolean isOn(String text) {
    return switch (text) {
      case "cma" -> true;
      case "none" -> false;
      default -> throw new ParameterException(
          MECHANISM.name() + " is '" + text + "'; it must be cma or none");
    };
  }

  boolean covers(long lengthBytes) {
    return on && lengthBytes >= minBytes;
  }

  /** Whether it pays for the receiver to read a message without its sender's help. */
  boolean readsAlone(long lengthBytes) {
    return lengthBytes <= maxBytes;
  }
}
