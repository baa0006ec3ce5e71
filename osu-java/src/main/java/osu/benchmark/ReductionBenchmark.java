package osu.benchmark;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.stream.Collectors;
import mpi.MPI;
import mpi.MPIException;

/** What the benchmarks that add floats share. A message size is that of one operand. */
public abstract class ReductionBenchmark extends CollectiveBenchmark {
  protected Object operand;
  protected Object result;
  private FloatBuffer operandView;
  private FloatBuffer resultView;

  @Override
  protected final List<Integer> sizes() {
    return options.schedule().sizes().stream()
        .filter(size -> size >= Float.BYTES && size % Float.BYTES == 0)
        .collect(Collectors.toList());
  }

  @Override
  protected final void prepare() {
    int floats = Math.max(1, options.largestBytes() / Float.BYTES);
    switch (options.kind()) {
      case ARRAY:
        float[] operands = new float[floats];
        float[] results = new float[floats];
        operand = operands;
        result = results;
        operandView = FloatBuffer.wrap(operands);
        resultView = FloatBuffer.wrap(results);
        break;
      case HEAP:
        operandView = FloatBuffer.allocate(floats);
        resultView = FloatBuffer.allocate(floats);
        operand = operandView;
        result = resultView;
        break;
      case BUFFER:
        operand = options.kind().allocate(floats * Float.BYTES).buffer();
        result = options.kind().allocate(floats * Float.BYTES).buffer();
        operandView = ((ByteBuffer) operand).asFloatBuffer();
        resultView = ((ByteBuffer) result).asFloatBuffer();
        break;
      default:
        operandView = MPI.newFloatBuffer(floats);
        resultView = MPI.newFloatBuffer(floats);
        operand = operandView;
        result = resultView;
    }
  }

  /** OSU's first calls are of as many elements as those of other collectives have bytes. */
  @Override
  protected final void begin() throws MPIException {
    bytes = Math.min(bytes * Float.BYTES, options.largestBytes() / Float.BYTES * Float.BYTES);
    super.begin();
  }

  /** Elements of an operand in the current size. */
  protected final int count() {
    return bytes / Float.BYTES;
  }

  /** The first element of the sum that this rank gets. */
  protected int resultBegin() {
    return 0;
  }

  /** How many elements of the sum this rank gets; they come at the beginning of the result. */
  protected abstract int resultCount();

  @Override
  protected final int validate(int round) throws MPIException {
    for (int i = 0; i < count(); i++) {
      operandView.put(i, term(rank, round, i));
      resultView.put(i, -1);
    }
    iterate(0, 1);
    int mismatches = 0;
    for (int i = 0; i < resultCount(); i++) {
      float sum = 0;
      for (int source = 0; source < ranks; source++) {
        sum += term(source, round, resultBegin() + i);
      }
      if (resultView.get(i) != sum) {
        mismatches++;
      }
    }
    return mismatches;
  }

  /** Whole numbers, so that sums are exact in whatever order they are made. */
  private static float term(int source, int round, int place) {
    return (seed(source, round, place) * 0x9E3779B1) >>> 24;
  }
}
