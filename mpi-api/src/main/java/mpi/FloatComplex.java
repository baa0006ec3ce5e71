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

  /** The first number of a buffer. */
  public static FloatComplex get(FloatBuffer buffer) {
    return get(buffer, 0);
  }

  /** A number of a buffer, counted in numbers from 0. */
  public static FloatComplex get(FloatBuffer buffer, int index) {
    return new FloatComplex(buffer, index);
  }

  /** The first number of an array. */
  public static FloatComplex get(float[] array) {
    return get(array, 0);
  }

  /** A number of an array, counted in numbers from 0. */
  public static FloatComplex get(float[] array, int index) {
    return new FloatComplex(FloatBuffer.wrap(array), index);
  }

  /** The first number from the buffer's position on, in its byte order. */
  public static FloatComplex get(ByteBuffer buffer) {
    return get(buffer, 0);
  }

  /** A number from the buffer's position on, counted in numbers from 0, in its byte order. */
  public static FloatComplex get(ByteBuffer buffer, int index) {
    return new FloatComplex(buffer.asFloatBuffer(), index);
  }

  /** The real part. */
  public float getReal() {
    return buffer.get(offset);
  }

  /** The imaginary part. */
  public float getImag() {
    return buffer.get(offset + 1);
  }

  /** Sets the real part. */
  public void putReal(float real) {
    buffer.put(offset, real);
  }

  /** Sets the imaginary part. */
  public void putImag(float imag) {
    buffer.put(offset + 1, imag);
  }

  /** The memory of the number: the buffer itself if it begins there, else a slice of it. */
  public FloatBuffer getBuffer() {
    return offset == 0 ? buffer : MPI.slice(buffer, offset);
  }
}
