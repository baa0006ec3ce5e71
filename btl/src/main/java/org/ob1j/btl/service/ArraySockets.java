package org.ob1j.btl.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.ob1j.runtime.memory.NativeService;

/**
 * Writes arrays to sockets and reads sockets into arrays without a copy of its own.
 *
 * <p>Pieces are listed in native memory, three longs in native order each: 1 if it is of the array,
 * else 0; how many bytes from the array's first element it begins, else its address; its length in
 * bytes. Whoever calls has made sure that they lie within the array, or are memory.
 */
public interface ArraySockets extends NativeService {
  /** The most pieces of one call. */
  int MAX_PIECES = 32;

  /** The length of a piece in the list. */
  int PIECE_BYTES = 3 * Long.BYTES;

  /** What {@link #read} returns at the end of the stream. */
  long END_OF_STREAM = -1;

  /**
   * Makes a descriptor of its own for a socket of this process, so that what is written to it never
   * goes elsewhere when the socket is closed.
   *
   * @param local from where it is connected
   * @param remote to where
   * @throws IOException if there is no such socket, or no more descriptors
   */
  int open(InetSocketAddress local, InetSocketAddress remote) throws IOException;

  /** Closes what {@link #open} has made. */
  void close(int descriptor) throws IOException;

  /**
   * Writes pieces one behind the other as far as the socket takes them; never waits. Garbage cannot
   * be collected meanwhile.
   *
   * @param pieces the address of the list
   * @param count from 1 to {@link #MAX_PIECES}
   * @param array of numbers, any primitive type but boolean
   * @return how many bytes the socket took
   */
  long write(int descriptor, long pieces, int count, Object array) throws IOException;

  /**
   * Reads what there is into pieces one behind the other; never waits. Garbage cannot be collected
   * meanwhile.
   *
   * @return how many bytes there were, or {@link #END_OF_STREAM}
   */
  long read(int descriptor, long pieces, int count, Object array) throws IOException;
}
