package org.ob1j.runtime.collective;

import java.nio.charset.StandardCharsets;
import org.ob1j.runtime.job.JobControl;
import org.ob1j.runtime.job.Modex;
import org.ob1j.runtime.parameter.Parameter;
import org.ob1j.runtime.parameter.ParameterException;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * That all ranks of a job name the same algorithms for collectives: ranks that go by different ones
 * would wait for each other for ever. A rank that names none does nothing for it, so most jobs do
 * without.
 *
 * <pre>
 *   rank 0, if it names any                 another that names any
 *     | what it names                         | what it names
 *     | -------------------- fence ---------------------- |
 *     | compares with each other rank's       | compares with rank 0's
 * </pre>
 */
public final class AlgorithmAgreement {
  private static final String KEY = "coll.algorithms";
  private static final String SEPARATOR = "\n";

  private final Modex modex;
  private final int rank;
  private final int ranks;

  /** A line for each collective. */
  private final String own;

  /**
   * That of a rank.
   *
   * @param named has {@link CollectiveParameters}
   */
  public AlgorithmAgreement(JobControl job, ParameterSet named) {
    modex = job.modex();
    rank = job.identity().rank();
    ranks = job.identity().size();
    own = text(named);
  }

  private static String text(ParameterSet named) {
    StringBuilder text = new StringBuilder();
    for (Parameter<String> each : CollectiveParameters.ALGORITHMS) {
      text.append(each.name()).append(" = ").append(named.get(each)).append(SEPARATOR);
    }
    return text.toString();
  }

  private static String nothingNamed() {
    return text(ParameterSet.empty());
  }

  /** Tells the others. To be called before the fence of MPI.Init. */
  public void publish() {
    if (!own.equals(nothingNamed())) {
      modex.put(KEY, own.getBytes(StandardCharsets.UTF_8));
    }
  }

  /**
   * Compares. To be called after the fence.
   *
   * @throws ParameterException naming the first parameter that differs, and at which ranks
   */
  public void require() {
    if (own.equals(nothingNamed())) {
      return;
    }
    int end = rank == 0 ? ranks : 1;
    for (int other = rank == 0 ? 1 : 0; other < end; other++) {
      byte[] bytes = modex.get(other, KEY);
      String theirs = bytes == null ? nothingNamed() : new String(bytes, StandardCharsets.UTF_8);
      if (!theirs.equals(own)) {
        throw new ParameterException(difference(other, theirs));
      }
    }
  }

  private String difference(int other, String theirs) {
    // Whatever has been published, there is a line.
    String[] ownLines = own.split(SEPARATOR, -1);
    String[] theirLines = theirs.split(SEPARATOR, -1);
    int line = 0;
    while (line < Math.min(ownLines.length, theirLines.length) - 1
        && ownLines[line].equals(theirLines[line])) {
      line++;
    }
    return "rank "
        + rank
        + " has "
        + ownLines[line]
        + ", and rank "
        + other
        + " "
        + theirLines[line]
        + "; all ranks must be given the same algorithms";
  }
}
