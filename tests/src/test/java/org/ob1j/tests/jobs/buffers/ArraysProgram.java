package org.ob1j.tests.jobs.buffers;

import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * Ranks 0 and 1 send each other long messages of arrays of every kind, one at a time and many at
 * once, from and to the middle of arrays, into arrays and into direct buffers, while a thread makes
 * the collector move them. Each looks at every byte of its buffers.
 */
public final class ArraysProgram {
  static final int FIRST_TAG = 100;
  static final int[] LENGTHS = {20_001, 66_000, 250_000};
  private static final int MARGIN = 77;
  private static final int WINDOW = 12;

  /** An element of each kind and how it is told to MPI. */
  enum Kind {
    BYTES(byte[].class, 1),
    CHARS(char[].class, 2),
    SHORTS(short[].class, 2),
    INTS(int[].class, 4),
    LONGS(long[].class, 8),
    FLOATS(float[].class, 4),
    DOUBLES(double[].class, 8);

    private final Class<?> array;
    private final int elementBytes;

    Kind(Class<?> array, int elementBytes) {
      this.array = array;
      this.elementBytes = elementBytes;
    }

    private Datatype type() {
      return switch (this) {
        case BYTES -> MPI.BYTE;
        case CHARS -> MPI.CHAR;
        case SHORTS -> MPI.SHORT;
        case INTS -> MPI.INT;
        case LONGS -> MPI.LONG;
        case FLOATS -> MPI.FLOAT;
        case DOUBLES -> MPI.DOUBLE;
      };
    }

    private Object newArray(int elements) {
      return Array.newInstance(array.getComponentType(), elements);
    }

    /** Small whole numbers, which every kind keeps. */
    private Object filled(int elements, int seed) {
      Object made = newArray(elements);
      for (int i = 0; i < elements; i++) {
        set(made, i, at(i, seed));
      }
      return made;
    }

    private void set(Object array, int index, byte value) {
      if (array instanceof char[] chars) {
        chars[index] = (char) (value & 0xff);
      } else {
        Array.setByte(array, index, value);
      }
    }

    private byte get(Object array, int index) {
      return array instanceof char[] chars
          ? (byte) chars[index]
          : (byte) Array.getDouble(array, index);
    }

    private Buffer middle(Object array) {
      return switch (this) {
        case BYTES -> MPI.slice((byte[]) array, MARGIN);
        case CHARS -> MPI.slice((char[]) array, MARGIN);
        case SHORTS -> MPI.slice((short[]) array, MARGIN);
        case INTS -> MPI.slice((int[]) array, MARGIN);
        case LONGS -> MPI.slice((long[]) array, MARGIN);
        case FLOATS -> MPI.slice((float[]) array, MARGIN);
        case DOUBLES -> MPI.slice((double[]) array, MARGIN);
      };
    }

    /** Looks at the elements from MARGIN on, and that there is nothing around them. */
    private void check(Object array, int elements, int seed) {
      for (int i = 0; i < Array.getLength(array); i++) {
        boolean isMessage = i >= MARGIN && i < MARGIN + elements;
        byte expected = isMessage ? at(i - MARGIN, seed) : 0;
        if (get(array, i) != expected) {
          throw new IllegalStateException(
              this + " " + i + " of " + elements + " is " + get(array, i) + ", not " + expected);
        }
      }
    }
  }

  private final int me;
  private final int other;

  private ArraysProgram() throws MPIException {
    me = MPI.COMM_WORLD.getRank();
    other = 1 - me;
  }

  private static byte at(int index, int seed) {
    return (byte) (index * 31 + index / 509 + seed);
  }

  public static void main(String[] words) throws MPIException, InterruptedException {
    MPI.Init(words);
    Thread collector = new Thread(ArraysProgram::collectAllAlong);
    collector.start();
    ArraysProgram program = new ArraysProgram();
    program.sendOneByOne();
    for (int round = 0; round < 4; round++) {
      program.exchangeMany(new Random(round));
    }
    program.receiveIntoDirectBuffers();
    collector.interrupt();
    collector.join();
    MPI.Finalize();
  }

  private static void collectAllAlong() {
    List<byte[]> garbage = new ArrayList<>();
    while (!Thread.currentThread().isInterrupted()) {
      garbage.add(new byte[50_000]);
      if (garbage.size() == 1000) {
        garbage.clear();
        System.gc();
      }
    }
  }

  static int tag(Kind kind, int lengthIndex) {
    return FIRST_TAG + LENGTHS.length * kind.ordinal() + lengthIndex;
  }

  private void sendOneByOne() throws MPIException {
    for (Kind kind : Kind.values()) {
      for (int i = 0; i < LENGTHS.length; i++) {
        int elements = LENGTHS[i] / kind.elementBytes * Math.min(4, kind.elementBytes);
        int tag = tag(kind, i);
        if (me == 0) {
          MPI.COMM_WORLD.send(kind.filled(elements, tag), elements, kind.type(), other, tag);
        } else {
          Object array = kind.newArray(elements + 2 * MARGIN);
          MPI.COMM_WORLD.recv(kind.middle(array), elements, kind.type(), other, tag);
          kind.check(array, elements, tag);
        }
      }
    }
  }

  /** Both sides at once, pieces of one array and of several, and direct buffers between them. */
  private void exchangeMany(Random same) throws MPIException {
    Request[] requests = new Request[2 * WINDOW];
    Object[] arrays = new Object[WINDOW];
    Kind[] kinds = new Kind[WINDOW];
    int[] lengths = new int[WINDOW];
    for (int i = 0; i < WINDOW; i++) {
      kinds[i] = Kind.values()[same.nextInt(Kind.values().length)];
      lengths[i] = 10_000 + same.nextInt(100_000);
      arrays[i] = kinds[i].newArray(lengths[i] + 2 * MARGIN);
      requests[i] =
          MPI.COMM_WORLD.iRecv(kinds[i].middle(arrays[i]), lengths[i], kinds[i].type(), other, i);
    }
    for (int i = 0; i < WINDOW; i++) {
      Object array = kinds[i].filled(lengths[i], i + me);
      Object buffer = i % 4 == 3 ? directCopy(kinds[i], array) : array;
      requests[WINDOW + i] = MPI.COMM_WORLD.iSend(buffer, lengths[i], kinds[i].type(), other, i);
    }
    Request.waitAll(requests);
    for (int i = 0; i < WINDOW; i++) {
      kinds[i].check(arrays[i], lengths[i], i + other);
    }
  }

  private static Object directCopy(Kind kind, Object array) {
    int elements = Array.getLength(array);
    ByteBuffer direct =
        ByteBuffer.allocateDirect(elements * kind.elementBytes).order(ByteOrder.nativeOrder());
    switch (kind) {
      case BYTES -> direct.put(0, (byte[]) array);
      case CHARS -> direct.asCharBuffer().put((char[]) array);
      case SHORTS -> direct.asShortBuffer().put((short[]) array);
      case INTS -> direct.asIntBuffer().put((int[]) array);
      case LONGS -> direct.asLongBuffer().put((long[]) array);
      case FLOATS -> direct.asFloatBuffer().put((float[]) array);
      default -> direct.asDoubleBuffer().put((double[]) array);
    }
    return direct;
  }

  private void receiveIntoDirectBuffers() throws MPIException {
    int bytes = 700_003;
    if (me == 0) {
      MPI.COMM_WORLD.send(Kind.BYTES.filled(bytes, 1), bytes, MPI.BYTE, other, 1);
      // One that is too long for its receive: the sender completes.
      MPI.COMM_WORLD.send(new byte[bytes], bytes, MPI.BYTE, other, 2);
      return;
    }
    ByteBuffer direct = ByteBuffer.allocateDirect(bytes);
    MPI.COMM_WORLD.recv(direct, bytes, MPI.BYTE, other, 1);
    byte[] array = new byte[bytes];
    direct.get(0, array);
    if (!Arrays.equals(array, (byte[]) Kind.BYTES.filled(bytes, 1))) {
      throw new IllegalStateException("the direct buffer differs");
    }
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    byte[] tooShort = new byte[300_000];
    try {
      MPI.COMM_WORLD.recv(tooShort, tooShort.length - MARGIN, MPI.BYTE, other, 2);
      throw new IllegalStateException("a message that is too long was received");
    } catch (MPIException truncated) {
      if (truncated.getErrorClass() != MPI.ERR_TRUNCATE) {
        throw truncated;
      }
    }
  }
}
