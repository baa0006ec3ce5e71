package org.ob1j.btl.sm;

import java.nio.file.Path;
import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.sm.copy.SharedCopySizes;
import org.ob1j.btl.sm.copy.SingleCopyRange;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * The transport's parameters, read and checked.
 *
 * @param sharedBytes for all ranks of the host together; 0 for the default
 * @param payloadRingBytes the longest payload ring that is wanted
 * @param sharedCopies which gets are shared with the peer
 * @param singleCopy for which messages peers read memory that they cannot map
 */
record SharedMemorySettings(
    Path directory,
    long sharedBytes,
    int payloadRingBytes,
    boolean openByName,
    SharedCopySizes sharedCopies,
    SingleCopyRange singleCopy,
    BtlAttributes attributes) {
  static SharedMemorySettings of(ParameterSet parameters) {
    return new SharedMemorySettings(
        Path.of(parameters.get(SharedMemoryParameters.BACKING_DIRECTORY)),
        parameters.get(SharedMemoryParameters.SHARED_BYTES),
        Math.toIntExact(parameters.get(SharedMemoryParameters.PAYLOAD_RING_SIZE)),
        parameters.get(SharedMemoryParameters.OPEN_BY_NAME),
        new SharedCopySizes(
            parameters.get(SharedMemoryParameters.SPLIT_SIZE),
            Math.toIntExact(parameters.get(SharedMemoryParameters.SPLIT_CHUNK_SIZE))),
        SingleCopyRange.of(parameters),
        SharedMemoryParameters.attributes(parameters));
  }
}
