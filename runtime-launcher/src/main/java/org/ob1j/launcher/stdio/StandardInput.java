package org.ob1j.launcher.stdio;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;

/**
 * Who reads mpirun's standard input: one rank, all, or none.
 *
 * @param all whether every rank gets a copy of it
 * @param rank the rank that reads it, or {@link #NOBODY}
 * @param terminal whether it is a terminal: ranks are in its background and may not read it, so
 *     mpirun does that for them
 */
public record StandardInput(boolean all, int rank, boolean terminal) {
  static final int NOBODY = -1;

  private static final int MAX_DIGITS = 9;
  private static final int CHUNK_BYTES = 8 * 1024;

  /** How often it is looked whether mpirun is in the foreground again; a user does not see that. */
  private static final long FOREGROUND_LOOK_NANOS = 200_000_000;

  /** Reads the value of --stdin. */
  public static StandardInput parse(String value, int size, boolean terminal)
      throws LaunchException {
    if (value.equals("all")) {
      return new StandardInput(true, NOBODY, terminal);
    }
    if (value.equals("none")) {
      return new StandardInput(false, NOBODY, terminal);
    }
    if (!isNumber(value) || Integer.parseInt(value) >= size) {
      throw new LaunchException(
          ExitCodes.USAGE,
          "--stdin is " + value + "; it must be all, none, or a rank from 0 to " + (size - 1));
    }
    return new StandardInput(false, Integer.parseInt(value), terminal);
  }

  private static boolean isNumber(String value) {
    boolean isNumber = !value.isEmpty() && value.length() <= MAX_DIGITS;
    for (int i = 0; i < value.length(); i++) {
      isNumber &= value.charAt(i) >= '0' && value.charAt(i) <= '9';
    }
    return isNumber;
  }

  /** Whether a rank reads a copy that mpirun makes. */
  public boolean isCopiedTo(int ofRank) {
    return all || terminal && ofRank == rank;
  }

  /** Copies to ranks until the input ends; a rank that does not read on is left out. */
  public void copy(InputStream in, Map<Integer, OutputStream> ranks) {
    Map<Integer, OutputStream> readers = new ConcurrentHashMap<>(ranks);
    byte[] chunk = new byte[CHUNK_BYTES];
    try {
      for (int read = read(in, chunk); read >= 0; read = read(in, chunk)) {
        for (int rank : List.copyOf(readers.keySet())) {
          copy(chunk, read, rank, readers);
        }
      }
    } catch (IOException unreadable) {
      System.err.println("mpirun: standard input cannot be read: " + unreadable.getMessage());
    }
    readers.forEach((rank, out) -> close(out));
  }

  /** In the background a read would stop mpirun, or fail where that signal is ignored. */
  private int read(InputStream in, byte[] chunk) throws IOException {
    while (true) {
      while (terminal && !Terminal.isInForeground()) {
        LockSupport.parkNanos(FOREGROUND_LOOK_NANOS);
      }
      try {
        return in.read(chunk);
      } catch (IOException unreadable) {
        if (!terminal || Terminal.isInForeground()) {
          throw unreadable;
        }
      }
    }
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
