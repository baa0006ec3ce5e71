package osu.mpj;

import java.util.List;
import java.util.stream.Collectors;
import mpi.MPIException;

/** What the collectives that add floats share. A message size is that of one operand. */
abstract class Reduction extends Collective {
  float[] operand;
  float[] result;

  @Override
  final List<Integer> sizes() {
    return options.schedule().sizes().stream()
        .filter(size -> size >= Float.BYTES && size % Float.BYTES == 0)
        .collect(Collectors.toList());
  }

  @Override
  final void prepare() {
    int floats = Math.max(1, options.largestBytes() / Float.BYTES);
    operand = new float[floats];
    result = new float[floats];
  }

  /** OSU's first calls are of as many elements as those of other collectives have bytes. */
  @Override
  final void begin() throws MPIException {
    bytes = Math.min(bytes * Float.BYTES, options.largestBytes() / Float.BYTES * Float.BYTES);
    super.begin();
  }

  /** Elements of an operand in the current size. */
  final int count() {
    return bytes / Float.BYTES;
  }
}
