package org.ob1j.tests.launcher;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** A rank that prints many lines of random length, in writes that do not end where lines do. */
public final class LineStorm {
  static final int LINES = 5_000;
  private static final int MAX_LINE_BYTES = 2_000;
  private static final int ODD_BUFFER_BYTES = 777;

  private LineStorm() {}

  /** The line of a rank with a number: it tells its own length. */
  static String line(int rank, int number, Random random) {
    String body = String.valueOf((char) ('a' + rank)).repeat(random.nextInt(MAX_LINE_BYTES));
    return rank + " " + number + " " + body.length() + " " + body;
  }

  /** Runs the rank. */
  public static void main(String[] arguments) throws IOException {
    int rank = Integer.parseInt(System.getenv("OB1J_RANK"));
    Random random = new Random(rank);
    try (OutputStream out =
        new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), ODD_BUFFER_BYTES)) {
      for (int number = 0; number < LINES; number++) {
        out.write((line(rank, number, random) + "\n").getBytes(StandardCharsets.US_ASCII));
      }
    }
  }
}
