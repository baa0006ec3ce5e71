package mpi;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;

/** A complex number in a buffer or array, an element of {@link MPI#DOUBLE_COMPLEX}. */
public final class DoubleComplex {
  private final DoubleBuffer buffer;
  private final int offset;

  private DoubleComplex(DoubleBuffer buffer, int index) {
    this.buffer = buffer;
    offset = Math.multiplyExact(index, 2);
  }

  /** The first number of a buffer (MPI standard, "Message Data"). */
  public static DoubleComplex get(DoubleBuffer buffer) {
    return get(buffer, 0);
  }

  /** A number of a buffer, counted in numbers from 0 (MPI standard, "Message Data"). */
  public static DoubleComplex get(DoubleBuffer buffer, int index) {
    return new DoubleComplex(buffer, index);
  }

  /** The first number of an array (MPI standard, "Message Data"). */
  public static DoubleComplex get(double[] array) {
    return get(array, 0);
  }

  /** A number of an array, counted in numbers from 0 (MPI standard, "Message Data"). */
  public static DoubleComplex get(double[] array, int index) {
    return new DoubleComplex(DoubleBuffer.wrap(array), index);
  }

  /**
   * The first number from the buffer's position on, in its byte order (MPI standard, "Message
   * Data").
   */
  public static DoubleComplex get(ByteBuffer buffer) {
    return get(buffer, 0);
  }

  /**
   * A number from the buffer's position on, counted in numbers from 0, in its byte order (MPI
   * standard, "Message Data").
   */
  public static DoubleComplex get(ByteBuffer buffer, int index) {
    return new DoubleComplex(buffer.asDoubleBuffer(), index);
  }

  /** The real part (MPI standard, "Message Data"). */
  public double getReal() {
    return buffer.get(offset);
  }

  /** The imaginary part (MPI standard, "Message Data"). */
  public double getImag() {
    return buffer.get(offset + 1);
  }

  /** Sets the real part (MPI standard, "Message Data"). */
  public void putReal(double real) {
    buffer.put(offset, real);
  }

  /** Sets the imaginary part (MPI standard, "Message Data"). */
  public void putImag(double imag) {
    buffer.put(offset + 1, imag);
  }

  /**
   * The memory of the number: the buffer itself if it begins there, else a slice of it (MPI
   * standard, "Message Data").
   */
  public DoubleBuffer getBuffer() {
    return offset == 0 ? buffer : MPI.slice(buffer, offset);
  }
}
