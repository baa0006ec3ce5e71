package org.ob1j.btl.tcp.stream;

import java.nio.ByteBuffer;
import java.nio.channels.ScatteringByteChannel;
import java.util.Random;

/** A byte stream that arrives in pieces of random length, and sometimes not at all. */
final class SplitChannel implements ScatteringByteChannel {
  private final ByteBuffer stream;
  private final Random random;
  private final int longestPiece;

  SplitChannel(byte[] stream, Random random, int longestPiece) {
    this.stream = ByteBuffer.wrap(stream);
    this.random = random;
    this.longestPiece = longestPiece;
  }

  boolean hasMore() {
    return stream.hasRemaining();
  }

  @Override
  public int read(ByteBuffer target) {
    return (int) read(new ByteBuffer[] {target}, 0, 1);
  }

  @Override
  public long read(ByteBuffer[] targets) {
    return read(targets, 0, targets.length);
  }

  @Override
  public long read(ByteBuffer[] targets, int offset, int count) {
    int pieceBytes = Math.min(random.nextInt(longestPiece + 1), stream.remaining());
    long total = 0;
    for (int i = offset; i < offset + count; i++) {
      int bytes = Math.min(pieceBytes, targets[i].remaining());
      targets[i].put(stream.slice(stream.position(), bytes));
      stream.position(stream.position() + bytes);
      pieceBytes -= bytes;
      total += bytes;
    }
    return total;
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public void close() {
    stream.position(stream.limit());
  }
}
