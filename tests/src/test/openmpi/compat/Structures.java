package compat;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import mpi.DoubleComplex;
import mpi.DoubleInt;
import mpi.FloatComplex;
import mpi.FloatInt;
import mpi.Int2;
import mpi.LongInt;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.ShortInt;
import mpi.Struct;

/** Structures of a program's own, and those that the bindings bring along. */
final class Structures {
  private final Report report;
  private final int rank;
  private final int size;

  Structures(Report report) throws MPIException {
    this.report = report;
    rank = MPI.COMM_WORLD.getRank();
    size = MPI.COMM_WORLD.getSize();
  }

  /** Every kind of field, alone and as an array. */
  private static final class Everything extends Struct {
    private final Point inner = new Point();
    private final int b = addByte();
    private final int bs = addByte(3);
    private final int c = addChar();
    private final int cs = addChar(2);
    private final int s = addShort();
    private final int ss = addShort(3);
    private final int i = setOffset(20).addInt();
    private final int is = addInt(3);
    private final int f = addFloat();
    private final int fs = addFloat(2);
    private final int l = setOffset(48).addLong();
    private final int ls = addLong(2);
    private final int d = addDouble();
    private final int ds = addDouble(2);
    private final int point;
    private final int points;
    private final int pair;
    private final int pairs;

    Everything() throws MPIException {
      point = addStruct(inner);
      points = addStruct(inner, 2);
      pair = addData(MPI.INT2);
      pairs = addData(MPI.INT2, 2);
    }

    @Override
    protected Data newData() {
      return new Data();
    }

    int[] offsets() {
      return new int[] {
        b, bs, c, cs, s, ss, i, is, f, fs, l, ls, d, ds, point, points, pair, pairs
      };
    }

    private final class Data extends Struct.Data {
      void fill(int from) {
        putByte(b, (byte) from);
        putByte(bs, 2, (byte) (from + 1));
        putChar(c, (char) (from + 2));
        putChar(cs, 1, (char) (from + 3));
        putShort(s, (short) (from + 4));
        putShort(ss, 2, (short) (from + 5));
        putInt(i, from + 6);
        putInt(is, 2, from + 7);
        putFloat(f, from + 8.5f);
        putFloat(fs, 1, from + 9.5f);
        putLong(l, from + 10);
        putLong(ls, 1, from + 11);
        putDouble(d, from + 12.25);
        putDouble(ds, 1, from + 13.25);
        Point.Data first = getData(inner, point);
        first.set(from + 14, from + 15);
        Point.Data second = getData(inner, points, 1);
        second.set(from + 16, from + 17);
        getBuffer(MPI.INT2, pair).putInt(0, from + 18);
      }

      void fillPairs(int from) throws MPIException {
        getBuffer(MPI.INT2, pairs, 1).putInt(4, from + 19);
      }

      String show() throws MPIException {
        Point.Data first = getData(inner, point);
        Point.Data second = getData(inner, points, 1);
        return String.format(
            "%d %d, %d %d, %d %d, %d %d, %s %s, %d %d, %s %s, %s %s, %d %d",
            getByte(b),
            getByte(bs, 2),
            (int) getChar(c),
            (int) getChar(cs, 1),
            getShort(s),
            getShort(ss, 2),
            getInt(i),
            getInt(is, 2),
            getFloat(f),
            getFloat(fs, 1),
            getLong(l),
            getLong(ls, 1),
            getDouble(d),
            getDouble(ds, 1),
            first.show(),
            second.show(),
            getBuffer(MPI.INT2, pair).getInt(0),
            getBuffer(MPI.INT2, pairs, 1).getInt(4));
      }
    }
  }

  private static final class Point extends Struct {
    private final int x = addDouble();
    private final int y = addDouble();

    @Override
    protected Data newData() {
      return new Data();
    }

    private final class Data extends Struct.Data {
      void set(double newX, double newY) {
        putDouble(x, newX);
        putDouble(y, newY);
      }

      String show() {
        return getDouble(x) + "/" + getDouble(y);
      }
    }
  }

  void fields() throws MPIException {
    Everything type = new Everything();
    report.say("offsets", type.offsets());
    report.say("extent %d, of its type %d", type.getExtent(), type.getType().getExtent());
    report.say("size of its type %d", type.getType().getSize());
    ByteBuffer direct = MPI.newByteBuffer(2 * type.getExtent());
    Everything.Data one = type.getData(direct);
    one.fill(10 * rank);
    one.fillPairs(10 * rank);
    Everything.Data two = type.getData(direct, 1);
    two.fill(10 * rank + 50);
    two.fillPairs(10 * rank + 50);
    byte[] array = new byte[2 * type.getExtent()];
    int next = (rank + 1) % size;
    int previous = (rank + size - 1) % size;
    MPI.COMM_WORLD.sendRecv(
        direct, 2, type.getType(), next, 0, array, 2, type.getType(), previous, 0);
    Everything.Data first = type.getData(array);
    Everything.Data second = type.getData(array, 1);
    report.say("first: %s", first.show());
    report.say("second: %s", second.show());
    byte[] last = new byte[type.getExtent()];
    MPI.COMM_WORLD.sendRecv(
        two.getBuffer(), 1, type.getType(), next, 0, last, 1, type.getType(), previous, 0);
    Everything.Data again = type.getData(last);
    report.say("second alone: %s", again.show());
  }

  void pairs() throws MPIException {
    for (Op op : new Op[] {MPI.MINLOC, MPI.MAXLOC}) {
      pairsOfInts(op);
      pairsOfFractions(op);
    }
  }

  private int value() {
    return 7 * rank % 3;
  }

  private void pairsOfInts(Op op) throws MPIException {
    ByteBuffer in = MPI.newByteBuffer(16);
    ByteBuffer out = MPI.newByteBuffer(16);
    Int2.Data i = MPI.int2.getData(in);
    i.putValue(value());
    i.putIndex(rank);
    MPI.COMM_WORLD.allReduce(in, out, 1, MPI.INT2, op);
    i = MPI.int2.getData(out);
    report.say("Int2: %d at %d", i.getValue(), i.getIndex());
    ShortInt.Data s = MPI.shortInt.getData(in);
    s.putValue((short) value());
    s.putIndex(rank);
    MPI.COMM_WORLD.allReduce(in, out, 1, MPI.SHORT_INT, op);
    s = MPI.shortInt.getData(out);
    report.say("ShortInt: %d at %d", s.getValue(), s.getIndex());
    LongInt.Data l = MPI.longInt.getData(in);
    l.putValue(value() - (1L << 40));
    l.putIndex(rank);
    MPI.COMM_WORLD.allReduce(in, out, 1, MPI.LONG_INT, op);
    l = MPI.longInt.getData(out);
    report.say("LongInt: %d at %d", l.getValue(), l.getIndex());
  }

  private void pairsOfFractions(Op op) throws MPIException {
    ByteBuffer in = MPI.newByteBuffer(16);
    ByteBuffer out = MPI.newByteBuffer(16);
    FloatInt.Data f = MPI.floatInt.getData(in);
    f.putValue(value() / 2f);
    f.putIndex(rank);
    MPI.COMM_WORLD.allReduce(in, out, 1, MPI.FLOAT_INT, op);
    f = MPI.floatInt.getData(out);
    report.say("FloatInt: %s at %d", f.getValue(), f.getIndex());
    DoubleInt.Data d = MPI.doubleInt.getData(in);
    d.putValue(value() / 4.0);
    d.putIndex(rank);
    MPI.COMM_WORLD.allReduce(in, out, 1, MPI.DOUBLE_INT, op);
    d = MPI.doubleInt.getData(out);
    report.say("DoubleInt: %s at %d", d.getValue(), d.getIndex());
    report.say(
        "extents: %d %d %d %d %d",
        MPI.int2.getExtent(),
        MPI.shortInt.getExtent(),
        MPI.longInt.getExtent(),
        MPI.floatInt.getExtent(),
        MPI.doubleInt.getExtent());
  }

  /** Objects without memory, as nobody needs them; but the constructors are public. */
  void views() {
    Object[] views = {
      MPI.int2.new Data(),
      MPI.shortInt.new Data(),
      MPI.longInt.new Data(),
      MPI.floatInt.new Data(),
      MPI.doubleInt.new Data()
    };
    for (Object view : views) {
      report.say("%s", view.getClass().getName());
    }
  }

  void complex() throws MPIException {
    float[] floats = new float[4];
    FloatComplex one = FloatComplex.get(floats);
    one.putReal(rank + 1);
    one.putImag(2);
    FloatComplex other = FloatComplex.get(floats, 1);
    other.putReal(0.5f);
    other.putImag(-rank);
    for (Op op : new Op[] {MPI.SUM, MPI.PROD}) {
      FloatBuffer out = MPI.newFloatBuffer(4);
      MPI.COMM_WORLD.allReduce(floats, out, 2, MPI.FLOAT_COMPLEX, op);
      FloatComplex first = FloatComplex.get(out);
      FloatComplex second = FloatComplex.get(out, 1);
      report.say("%s %s", first.getReal(), first.getImag());
      report.say("%s %s", second.getReal(), second.getImag());
    }
    ByteBuffer bytes = MPI.newByteBuffer(32);
    FloatComplex inBytes = FloatComplex.get(bytes, 1);
    inBytes.putReal(3);
    report.say("%s %s", bytes.getFloat(8), FloatComplex.get(bytes).getReal());
    report.say("buffer of %d", inBytes.getBuffer().remaining());
    doubles(bytes);
  }

  private void doubles(ByteBuffer bytes) throws MPIException {
    double[] doubles = new double[4];
    DoubleComplex.get(doubles).putReal(rank);
    DoubleComplex.get(doubles, 1).putImag(rank + 0.5);
    DoubleBuffer out = MPI.newDoubleBuffer(4);
    MPI.COMM_WORLD.allReduce(doubles, out, 2, MPI.DOUBLE_COMPLEX, MPI.SUM);
    DoubleComplex first = DoubleComplex.get(out);
    DoubleComplex second = DoubleComplex.get(out, 1);
    report.say("%s %s", first.getReal(), first.getImag());
    report.say("%s %s", second.getReal(), second.getImag());
    DoubleComplex inBytes = DoubleComplex.get(bytes, 1);
    inBytes.putImag(4);
    report.say("%s %s", bytes.getDouble(24), DoubleComplex.get(bytes).getReal());
    report.say("buffer of %d", inBytes.getBuffer().remaining());
  }
}
