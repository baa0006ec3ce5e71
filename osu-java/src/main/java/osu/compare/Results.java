package osu.compare;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/** The file of raw samples: a line for every chunk of every run. */
final class Results implements AutoCloseable {
  private final Path file;
  private final PrintWriter writer;

  Results(Path folder, String commit, String machine) throws IOException {
    Files.createDirectories(folder);
    String time = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").format(LocalDateTime.now());
    file = folder.resolve(time + "-" + commit + ".csv");
    writer = new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8));
    writer.println("# commit " + commit + "; " + machine);
    writer.println("round,row,contender,chunk,value");
  }

  Path file() {
    return file;
  }

  /** Adds a run; flushed at once, so that an interrupted comparison keeps what it has. */
  void add(int round, Row row, Contender contender, double[] samples) throws IOException {
    for (int chunk = 0; chunk < samples.length; chunk++) {
      writer.println(
          round + "," + row.name() + "," + contender + "," + chunk + "," + samples[chunk]);
    }
    if (writer.checkError()) {
      throw new IOException(file + " cannot be written");
    }
  }

  @Override
  public void close() {
    writer.close();
  }
}
