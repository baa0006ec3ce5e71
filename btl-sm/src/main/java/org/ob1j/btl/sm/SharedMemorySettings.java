package org.ob1j.btl.sm;

import java.nio.file.Path;
import org.ob1j.btl.BtlAttributes;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * The transport's parameters, read and checked.
 *
 * @param sharedBytes for all ranks of the host together; 0 for the default
 * @param payloadRingBytes the longest payload ring that is wanted
 * @param splitBytes gets of this length or longer are shared with the peer
 * @param splitChunkBytes what one side copies at a time then
 * @param singleCopy for which messages peers read memory that they cannot map
 */
record SharedMemorySettings(
    Path directory,
    long sharedBytes,
    int payloadRingBytes,
    boolean openByName,
    long splitBytes,
    int splitChunkBytes,
    SingleCopyRange singleCopy,
    BtlAttributes attributes) {
  private static final String FILE_PREFIX = "ob1j-";

  static SharedMemorySettings of(ParameterSet parameters) {
    return new SharedMemorySettings(
        Path.of(parameters.get(SharedMemoryParameters.BACKING_DIRECTORY)),
        parameters.get(SharedMemoryParameters.SHARED_BYTES),
        Math.toIntExact(parameters.get(SharedMemoryParameters.PAYLOAD_RING_SIZE)),
        parameters.get(SharedMemoryParameters.OPEN_BY_NAME),
        parameters.get(SharedMemoryParameters.SPLIT_SIZE),
        Math.toIntExact(parameters.get(SharedMemoryParameters.SPLIT_CHUNK_SIZE)),
        SingleCopyRange.of(parameters),
        SharedMemoryParameters.attributes(parameters));
  }

  /**
   * The shortest get that is shared with the peer: Java takes about four times as long to copy
   * blocks as to copy one run, so that help pays earlier.
   */
  long splitBytes(boolean blocksInJava) {
    return blocksInJava ? splitBytes / 4 : splitBytes;
  }

  /**
   * The shortest single copy that is shared with the peer. A shorter one fits the cache of the side
   * that reads, and goes no faster by two in a row of many.
   */
  long ordinarySplitBytes() {
    return splitBytes > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : 2 * splitBytes;
  }

  /** The name of a file of a job. */
  static String fileName(String jobId, String part) {
    return FILE_PREFIX + jobId + "-" + part;
  }

  /**
   * Whether a file of some job may have this name: no other program's, nor another file of ours, in
   * a folder that is not for such files alone.
   */
  static boolean isFileName(String name) {
    int end = name.indexOf('-', FILE_PREFIX.length());
    return name.startsWith(FILE_PREFIX)
        && end >= 0
        && JobIdentity.isGeneratedId(name.substring(FILE_PREFIX.length(), end))
        && end + 1 < name.length()
        && Character.isDigit(name.charAt(end + 1));
  }
}
