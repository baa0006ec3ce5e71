package osu.message;

import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;

/** How a message lies in its buffer: as bytes, or as a derived datatype of blocks of 8 doubles. */
public enum Layout {
  CONTIGUOUS {
    @Override
    public Datatype type(int bytes) {
      return MPI.BYTE;
    }

    @Override
    public int count(int bytes) {
      return bytes;
    }

    @Override
    int blockPlace(int block) {
      return block * BLOCK_BYTES;
    }
  },

  /** Every other block. */
  VECTOR {
    @Override
    public Datatype type(int bytes) throws MPIException {
      int stride = 2 * BLOCK_DOUBLES;
      return Datatype.createVector(bytes / BLOCK_BYTES, BLOCK_DOUBLES, stride, MPI.DOUBLE);
    }

    @Override
    int blockPlace(int block) {
      return 2 * block * BLOCK_BYTES;
    }
  },

  /** The same, but every other one half a block later. */
  INDEXED {
    @Override
    public Datatype type(int bytes) throws MPIException {
      int blocks = bytes / BLOCK_BYTES;
      int[] lengths = IntStream.range(0, blocks).map(block -> BLOCK_DOUBLES).toArray();
      int[] displacements =
          IntStream.range(0, blocks).map(block -> blockPlace(block) / Double.BYTES).toArray();
      return Datatype.createIndexed(lengths, displacements, MPI.DOUBLE);
    }

    @Override
    int blockPlace(int block) {
      return 2 * block * BLOCK_BYTES + block % 2 * (BLOCK_BYTES / 2);
    }
  };

  public static final int BLOCK_DOUBLES = 8;
  public static final int BLOCK_BYTES = BLOCK_DOUBLES * Double.BYTES;

  /** The datatype of a message; one of many elements is not committed yet. */
  public abstract Datatype type(int bytes) throws MPIException;

  /** How many of them a message has. */
  public int count(int bytes) {
    return 1;
  }

  /** Where a block of the message begins in the buffer, in bytes. */
  abstract int blockPlace(int block);

  /** Where a byte of the message lies in the buffer. */
  final int place(int position) {
    return blockPlace(position / BLOCK_BYTES) + position % BLOCK_BYTES;
  }

  /** How long a buffer must be for a message. */
  public final int span(int bytes) {
    return bytes == 0 ? 0 : place(bytes - 1) + 1;
  }
}
