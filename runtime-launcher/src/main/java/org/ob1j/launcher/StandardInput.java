package org.ob1j.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who reads mpirun's standard input: one rank, all, or none.
 *
 * @param all whether every rank gets a copy of it
 * @param rank the rank that reads it itself, or {@link #NOBODY}
 */
record StandardInput(boolean all, int rank) {
  static final int NOBODY = -1;

  private static final int CHUNK_BYTES = 8 * 1024;

  /** Reads the value of --stdin. */
  static StandardInput parse(String value, int size) throws LaunchException {
    if (value.equals("all")) {
      return new StandardInput(true, NOBODY);
    }
    if (value.equals("none")) {
      return new StandardInput(false, NOBODY);
    }
    if (!value.matches("[0-9]{1,9}") || Integer.parseInt(value) >= size) {
      throw new LaunchException(
          ExitCodes.USAGE,
          "--stdin is " + value + "; it must be all, none, or a rank from 0 to " + (size - 1));
    }
    return new StandardInput(false, Integer.parseInt(value));
  }

  /** How the standard input of a rank's process is made. */
  ProcessBuilder.Redirect redirect(int ofRank) {
    if (all) {
      return ProcessBuilder.Redirect.PIPE;
    }
    // The one rank reads mpirun's standard input itself, so nothing is read that it does not ask
    // for.
    return ofRank == rank
        ? ProcessBuilder.Redirect.INHERIT
        : ProcessBuilder.Redirect.from(new java.io.File("/dev/null"));
  }

  /** Copies to every rank until the input ends; a rank that does not read on is left out. */
  static void copyToAll(InputStream in, Map<Integer, OutputStream> ranks) {
    Map<Integer, OutputStream> readers = new ConcurrentHashMap<>(ranks);
    byte[] chunk = new byte[CHUNK_BYTES];
    try {
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        for (int rank : List.copyOf(readers.keySet())) {
          copy(chunk, read, rank, readers);
        }
      }
    } catch (IOException unreadable) {
      System.err.println("mpirun: standard input cannot be read: " + unreadable.getMessage());
    }
    readers.forEach((rank, out) -> close(out));
  }

  private static void copy(
      byte[] chunk, int lengthBytes, int rank, Map<Integer, OutputStream> readers) {
    OutputStream out = readers.get(rank);
    try {
      out.write(chunk, 0, lengthBytes);
      out.flush();
    } catch (IOException closedByRank) {
      readers.remove(rank);
      close(out);
    }
  }

  private static void close(OutputStream out) {
    try {
      out.close();
    } catch (IOException closedByRank) {
      System.err.println("mpirun: a rank closed its standard input: " + closedByRank.getMessage());
    }
  }
}
