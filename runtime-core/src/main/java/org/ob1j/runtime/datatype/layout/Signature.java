package org.ob1j.runtime.datatype.layout;

/**
 * The primitives of an element of a datatype, in order, without where they lie: to count those of a
 * message that ended somewhere inside it (MPI standard, "MPI_Get_elements").
 */
public sealed interface Signature {
  /** All bytes of it. */
  long bytes();

  /** All primitives of it. */
  long primitives();

  /** The primitives in the first bytes, of which there are at most {@link #bytes}; −1 if inside. */
  long primitivesIn(long lengthBytes);

  /** The bytes of the first primitives, of which there are at most {@link #primitives}. */
  long bytesOf(long count);

  static Signature of(int primitiveBytes) {
    return new Uniform(primitiveBytes, 1);
  }

  /** The same several times; {@code count} at least 0. */
  default Signature times(long count) {
    if (this instanceof Uniform uniform) {
      return new Uniform(uniform.each, Math.multiplyExact(uniform.primitives, count));
    }
    return count == 1 ? this : new Repeated(this, count);
  }

  /** This, and then another. */
  default Signature then(Signature next) {
    if (primitives() == 0) {
      return next;
    }
    if (next.primitives() == 0) {
      return this;
    }
    if (this instanceof Uniform first
        && next instanceof Uniform second
        && first.each == second.each) {
      return new Uniform(first.each, Math.addExact(first.primitives, second.primitives));
    }
    return new Sequence(this, next);
  }

  /** The primitives in the first bytes of a message of any number of these; −1 if inside one. */
  default long primitivesInRepeated(long lengthBytes) {
    if (bytes() == 0) {
      return lengthBytes == 0 ? 0 : -1;
    }
    long rest = primitivesIn(lengthBytes % bytes());
    return rest < 0 ? -1 : lengthBytes / bytes() * primitives() + rest;
  }

  /** The bytes of the first primitives of a message of any number of these. */
  default long bytesOfRepeated(long count) {
    if (primitives() == 0) {
      return 0;
    }
    return Math.addExact(
        Math.multiplyExact(count / primitives(), bytes()), bytesOf(count % primitives()));
  }

  /** Primitives of one size. */
  record Uniform(int each, long primitives) implements Signature {
    @Override
    public long bytes() {
      return Math.multiplyExact(each, primitives);
    }

    @Override
    public long primitivesIn(long lengthBytes) {
      return lengthBytes % each == 0 ? lengthBytes / each : -1;
    }

    @Override
    public long bytesOf(long count) {
      return count * each;
    }
  }

  /** Several times the same. */
  record Repeated(Signature of, long bytes, long primitives) implements Signature {
    Repeated(Signature of, long count) {
      this(of, Math.multiplyExact(of.bytes(), count), Math.multiplyExact(of.primitives(), count));
    }

    @Override
    public long primitivesIn(long lengthBytes) {
      return of.primitivesInRepeated(lengthBytes);
    }

    @Override
    public long bytesOf(long count) {
      return of.bytesOfRepeated(count);
    }
  }

  /** One after the other. */
  record Sequence(Signature first, Signature second, long bytes, long primitives)
      implements Signature {
    Sequence(Signature first, Signature second) {
      this(
          first,
          second,
          Math.addExact(first.bytes(), second.bytes()),
          Math.addExact(first.primitives(), second.primitives()));
    }

    @Override
    public long primitivesIn(long lengthBytes) {
      if (lengthBytes <= first.bytes()) {
        return first.primitivesIn(lengthBytes);
      }
      long rest = second.primitivesIn(lengthBytes - first.bytes());
      return rest < 0 ? -1 : first.primitives() + rest;
    }

    @Override
    public long bytesOf(long count) {
      return count <= first.primitives()
          ? first.bytesOf(count)
          : first.bytes() + second.bytesOf(count - first.primitives());
    }
  }
}
