package org.ob1j.btl.sm;

import java.util.List;
import org.ob1j.runtime.parameter.Parameter;
import org.ob1j.runtime.parameter.ParameterException;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * For which messages out of memory that peers cannot map they read it, by a service that another
 * module provides. Shorter ones are not worth the system call; longer ones are faster when sender
 * and receiver both copy.
 *
 * @param isOn false if none is to be used
 */
record SingleCopyRange(boolean isOn, long minBytes, long maxBytes) {
  private static final String ATTACH = "cma";
  private static final String NONE = "none";

  static final Parameter<String> MECHANISM =
      Parameter.text(
          "btl_sm_single_copy_mechanism",
          NONE,
          "How peers read long messages out of ordinary direct buffers: cma (process_vm_readv), or"
              + " none");
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
          "Longest message that is read so; of longer ones sender and receiver each copy a part");

  static final List<Parameter<?>> PARAMETERS = List.of(MECHANISM, MIN_SIZE, MAX_SIZE);

  static SingleCopyRange of(ParameterSet parameters) {
    String mechanism = parameters.get(MECHANISM);
    if (!mechanism.equals(ATTACH) && !mechanism.equals(NONE)) {
      throw new ParameterException(
          MECHANISM.name() + " is '" + mechanism + "'; it must be " + ATTACH + " or " + NONE);
    }
    return new SingleCopyRange(
        mechanism.equals(ATTACH), parameters.get(MIN_SIZE), parameters.get(MAX_SIZE));
  }

  boolean covers(long lengthBytes) {
    return isOn && lengthBytes >= minBytes && lengthBytes <= maxBytes;
  }
}
