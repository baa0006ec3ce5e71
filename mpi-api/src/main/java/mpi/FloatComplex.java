package mpi;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

/** A complex number in a buffer or array, an element of {@link MPI#FLOAT_COMPLEX}. */
public final class FloatComplex {
  private final FloatBuffer buffer;
  private final int offset;

  private FloatComplex(FloatBuffer buffer, int index) {
    this.buffer = buffer;
    offset = Math.multiplyExact(index, 2);
  }

  /** The first number of a buffer (MPI standard, "Message Data"). */
  public static FloatComplex get(FloatBuffer buffer) {
    return get(buffer, 0);
  }

  /** A number of a buffer, counted in numbers from 0 (MPI standard, "Message Data"). */
  public static FloatComplex get(FloatBuffer buffer, int index) {
    return new FloatComplex(buffer, index);
  }

  /** The first number of an array (MPI standard, "Message Data"). */
  public static FloatComplex get(float[] array) {
    return get(array, 0);
  }

  /** A number of an array, counted in numbers from 0 (MPI standard, "Message Data"). */
  public static FloatComplex get(float[] array, int index) {
    return new FloatComplex(FloatBuffer.wrap(array), index);
  }

  /**
   * The first number from the buffer's position on, in its byte order (MPI standard, "Message
   * Data").
   */
  public static FloatComplex get(ByteBuffer buffer) {
    return get(buffer, 0);
  }

  /**
   * A number from the buffer's position on, counted in numbers from 0, in its byte order (MPI
   * standard, "Message Data").
   */
  public static FloatComplex get(ByteBuffer buffer, int index) {
    return new FloatComplex(buffer.asFloatBuffer(), index);
  }

  /** The real part (MPI standard, "Message Data"). */
  public float getReal() {
    return buffer.get(offset);
  }

  /** The imaginary part (MPI standard, "Message Data"). */
  public float getImag() {
    return buffer.get(offset + 1);
  }

  /** Sets the real part (MPI standard, "Message Data"). */
  public void putReal(float real) {
    buffer.put(offset, real);
  }

  /** Sets the imaginary part (MPI standard, "Message Data"). */
  public void putImag(float imag) {
    buffer.put(offset + 1, imag);
  }

  /**
   * The memory of the number: the buffer itself if it begins there, else a slice of it (MPI
   * standard, "Message Data").
   */
  public FloatBuffer getBuffer() {
    return offset == 0 ? buffer : MPI.slice(buffer, offset);
  }
}
