package org.ob1j.runtime.control;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ob1j.runtime.control.handshake.Handshake;
import org.ob1j.runtime.job.JobException;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.job.NodeMap;

/**
 * What mpirun tells a rank, as environment variables.
 *
 * @param identity who the rank is
 * @param control where mpirun listens: host:port
 * @param secret the job's secret; in the environment, because command lines are public
 */
public record JobEnvironment(JobIdentity identity, String control, byte[] secret) {
  public static final String JOB_ID = "OB1J_JOB_ID";
  public static final String RANK = "OB1J_RANK";
  public static final String SIZE = "OB1J_SIZE";
  public static final String LOCAL_RANK = "OB1J_LOCAL_RANK";
  public static final String LOCAL_SIZE = "OB1J_LOCAL_SIZE";
  public static final String LOCAL_CORES = "OB1J_LOCAL_CORES";

  /** 1 if other hosts of the job want this host's cores, else 0, which is also if it is missing. */
  public static final String CROWDED_MACHINE = "OB1J_CROWDED_MACHINE";

  public static final String PROGRAM_SIZES = "OB1J_PROGRAM_SIZES";
  public static final String NODES = "OB1J_NODES";
  public static final String CONTROL = "OB1J_CONTROL";
  public static final String SECRET = "OB1J_SECRET";

  /** The prefix of Open MPI's names for the four numbers, which shell scripts look at. */
  private static final String OPEN_MPI_PREFIX = "OMPI_COMM_WORLD_";

  /** Open MPI's other name for a rank's place among those of its host. */
  private static final String OPEN_MPI_NODE_RANK = OPEN_MPI_PREFIX + "NODE_RANK";

  /** Open MPI's names of what it calls application contexts. */
  private static final String OPEN_MPI_PROGRAMS = "OMPI_NUM_APP_CTX";

  private static final String OPEN_MPI_PROGRAM_SIZES = "OMPI_APP_CTX_NUM_PROCS";
  private static final String OPEN_MPI_FIRST_RANKS = "OMPI_FIRST_RANKS";

  private static final String[] OWN = {
    CONTROL, JOB_ID, RANK, SIZE, LOCAL_RANK, LOCAL_SIZE, LOCAL_CORES, PROGRAM_SIZES, NODES, SECRET
  };

  private static final int MAX_DIGITS = 9;

  /** An error prints so much of a long value. */
  private static final int MAX_SHOWN = 100;

  /** Whether a process with this environment was started by mpirun. */
  public static boolean isPresent(Map<String, String> environment) {
    for (String name : OWN) {
      if (environment.containsKey(name)) {
        return true;
      }
    }
    return false;
  }

  /** The variables, in a map that belongs to the caller. */
  public Map<String, String> toVariables() {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put(JOB_ID, identity.jobId());
    variables.put(RANK, String.valueOf(identity.rank()));
    variables.put(SIZE, String.valueOf(identity.size()));
    variables.put(LOCAL_RANK, String.valueOf(identity.localRank()));
    variables.put(LOCAL_SIZE, String.valueOf(identity.localSize()));
    variables.put(LOCAL_CORES, String.valueOf(identity.localCores()));
    variables.put(CROWDED_MACHINE, identity.crowdedMachine() ? "1" : "0");
    variables.put(PROGRAM_SIZES, words(identity.programSizes()));
    variables.put(NODES, identity.nodes().toString());
    variables.put(CONTROL, control);
    variables.put(SECRET, HexFormat.of().formatHex(secret));
    for (String name : new String[] {RANK, SIZE, LOCAL_RANK, LOCAL_SIZE}) {
      variables.put(OPEN_MPI_PREFIX + name.substring("OB1J_".length()), variables.get(name));
    }
    variables.put(OPEN_MPI_NODE_RANK, variables.get(LOCAL_RANK));
    variables.put(OPEN_MPI_PROGRAMS, String.valueOf(identity.programSizes().size()));
    variables.put(OPEN_MPI_PROGRAM_SIZES, variables.get(PROGRAM_SIZES));
    variables.put(OPEN_MPI_FIRST_RANKS, words(identity.firstRanks()));
    return variables;
  }

  private static String words(List<Integer> numbers) {
    StringBuilder text = new StringBuilder();
    for (int number : numbers) {
      text.append(text.isEmpty() ? "" : " ").append(number);
    }
    return text.toString();
  }

  /**
   * Reads the variables.
   *
   * @throws JobException naming the variable that is missing or wrong
   */
  public static JobEnvironment read(Map<String, String> environment) {
    String jobId = required(environment, JOB_ID);
    if (!Handshake.isJobId(jobId)) {
      throw wrong(JOB_ID, jobId, "1 to " + Handshake.MAX_JOB_ID_BYTES + " letters and digits");
    }
    int size = number(environment, SIZE, 1, Integer.MAX_VALUE);
    int localSize = number(environment, LOCAL_SIZE, 1, size);
    JobIdentity identity =
        new JobIdentity(
            jobId,
            number(environment, RANK, 0, size - 1),
            size,
            number(environment, LOCAL_RANK, 0, localSize - 1),
            localSize,
            number(environment, LOCAL_CORES, 1, Integer.MAX_VALUE),
            "1".equals(environment.get(CROWDED_MACHINE)),
            programSizes(environment, size),
            nodes(environment, size));
    if (environment.containsKey(NODES)) {
      requireAgreement(identity);
    }
    return new JobEnvironment(identity, required(environment, CONTROL), secret(environment));
  }

  private static List<Integer> programSizes(Map<String, String> environment, int size) {
    String text = required(environment, PROGRAM_SIZES);
    // No pattern and no stream, which would be the first in the start of every rank.
    List<Integer> sizes = new ArrayList<>();
    long sum = 0;
    boolean allRun = true;
    for (String word : text.split(" ", -1)) {
      int each = size(word);
      sizes.add(each);
      sum += each;
      allRun &= each > 0;
    }
    if (allRun && sum == size) {
      return sizes;
    }
    throw wrong(PROGRAM_SIZES, text, "numbers of ranks, " + size + " together");
  }

  /** One node where nothing is said. */
  private static NodeMap nodes(Map<String, String> environment, int size) {
    String text = environment.get(NODES);
    try {
      return text == null ? NodeMap.oneNode(size) : NodeMap.parse(text, size);
    } catch (IllegalArgumentException impossible) {
      String shown = text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
      throw wrong(NODES, shown, impossible.getMessage());
    }
  }

  private static void requireAgreement(JobIdentity identity) {
    int node = identity.nodes().nodeOf(identity.rank());
    int ranks = identity.nodes().localSize(node);
    if (ranks != identity.localSize()) {
      String who = ", as many as there are on node " + node + " of rank " + identity.rank();
      throw wrong(LOCAL_SIZE, String.valueOf(identity.localSize()), ranks + who);
    }
  }

  /** The number that a word is; 0 if it is none above that. Nine digits always are an int. */
  private static int size(String word) {
    boolean right = !word.isEmpty() && word.length() <= MAX_DIGITS;
    for (int i = 0; i < word.length(); i++) {
      right &= word.charAt(i) >= '0' && word.charAt(i) <= '9';
    }
    return right ? Integer.parseInt(word) : 0;
  }

  private static byte[] secret(Map<String, String> environment) {
    String text = required(environment, SECRET);
    try {
      return HexFormat.of().parseHex(text);
    } catch (IllegalArgumentException notHexadecimal) {
      // The value itself must not be printed.
      throw new JobException("environment variable " + SECRET + " must be hexadecimal digits");
    }
  }

  private static int number(
      Map<String, String> environment, String name, int minimum, int maximum) {
    String text = required(environment, name);
    try {
      int value = Integer.parseInt(text);
      if (value >= minimum && value <= maximum) {
        return value;
      }
      throw wrong(name, text, minimum + " to " + maximum);
    } catch (NumberFormatException notANumber) {
      throw wrong(name, text, "a whole number");
    }
  }

  private static JobException wrong(String name, String text, String right) {
    return new JobException(
        "environment variable " + name + " is '" + text + "'; it must be " + right);
  }

  private static String required(Map<String, String> environment, String name) {
    String text = environment.get(name);
    if (text == null) {
      throw new JobException(
          "environment variable "
              + name
              + " is missing, though others say that mpirun started this process");
    }
    return text;
  }
}
