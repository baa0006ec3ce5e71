package osu.compare.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import osu.compare.launch.Contender;
import osu.compare.row.Row;
import osu.compare.run.Run;
import osu.compare.run.Sample;

/**
 * The file of raw samples: a line for every sample of every run, and for each time of a job. The
 * key is the size in bytes, the number of a pattern, or what time it is.
 */
public final class Results implements AutoCloseable {
  private final Path file;
  private final PrintWriter writer;

  public Results(Path folder, String commit, String machine) throws IOException {
    Files.createDirectories(folder);
    String time = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").format(LocalDateTime.now());
    file = folder.resolve(time + "-" + commit + ".csv");
    writer = new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8));
    writer.println("# commit " + commit + "; " + machine);
    writer.println("round,row,contender,key,value");
  }

  public Path file() {
    return file;
  }

  /** Adds a run; flushed at once, so that an interrupted comparison keeps what it has. */
  public void add(int round, Row row, Contender contender, Run run) throws IOException {
    String begin = round + "," + row.name() + "," + contender + ",";
    for (Sample sample : run.samples()) {
      writer.println(begin + sample.key() + "," + sample.value());
    }
    if (run.time() != null) {
      writer.println(begin + "seconds," + run.time().seconds());
      writer.println(begin + "launcher," + run.time().launcherSeconds());
      writer.println(begin + "ranks," + run.time().ranksSeconds());
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
