package org.ob1j.btl.sm.forked;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.ob1j.runtime.job.Modex;

/**
 * The modex of forked ranks: each prints what it publishes, {@link ForkedRanks} hands it to all.
 * One key is enough.
 */
public final class PipeModex implements Modex {
  static final String PUBLISHED = "PUBLISHED ";
  static final String END = "END";

  private final Map<Integer, byte[]> values = new HashMap<>();

  @Override
  public void put(String key, byte[] value) {
    System.out.println(PUBLISHED + HexFormat.of().formatHex(value));
  }

  /** Reads lines of rank and value from standard input. */
  @Override
  public void fence() {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try {
      for (String line = lines.readLine(); !END.equals(line); line = lines.readLine()) {
        if (line == null) {
          throw new IllegalStateException("the process that forked this rank is gone");
        }
        String[] words = line.split(" ");
        values.put(Integer.parseInt(words[0]), HexFormat.of().parseHex(words[1]));
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    Thread watch = new Thread(() -> haltAtEnd(lines), "parent-watch");
    watch.setDaemon(true);
    watch.start();
  }

  @Override
  public void fence(int[] ranks) {
    throw new IllegalStateException("the addresses of all ranks come at once");
  }

  /** A rank must not go on spinning when the process that forked it is gone. */
  private static void haltAtEnd(BufferedReader lines) {
    try {
      while (lines.readLine() != null) {
        System.err.println("no line is expected after the addresses");
      }
    } catch (IOException gone) {
      System.err.println("the process that forked this rank is gone: " + gone);
    }
    Runtime.getRuntime().halt(1);
  }

  @Override
  public byte[] get(int rank, String key) {
    return values.get(rank);
  }
}
