package org.ob1j.launcher.engine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * What an agent is told when it starts, as lines on its standard input: that is private, unlike a
 * command line.
 *
 * <pre>
 *   job jk3…                 which job
 *   secret 0f…               what proves that the agent is of the job
 *   hosts h1 h2              whom it may be; of several it is the one whose name its engine tells it
 *   first 0                  the number of the first of these hosts
 *   parent -1                the number of its parent, -1 for mpirun
 *   home 10.0.0.1:4711 …     where its parent listens
 *   interval 1               how often, in seconds, it is asked whether the host is there
 *   (an empty line)
 * </pre>
 *
 * @param hosts the hosts that agents are started on with this order
 * @param first the number of the first of them; the others follow
 * @param parent the number of the host that starts them
 * @param homes where that one listens, as address:port
 */
public record AgentOrder(
    String jobId,
    byte[] secret,
    List<String> hosts,
    int first,
    int parent,
    List<String> homes,
    int intervalSeconds) {
  private static final String JOB = "job";
  private static final String SECRET = "secret";
  private static final String HOSTS = "hosts";
  private static final String FIRST = "first";
  private static final String PARENT = "parent";
  private static final String HOME = "home";
  private static final String INTERVAL = "interval";

  /** More is no order. */
  private static final int MAX_BYTES = 16 << 20;

  /** The order for one of its hosts alone. */
  public AgentOrder forHost(int index) {
    return new AgentOrder(
        jobId, secret, List.of(hosts.get(index)), first + index, parent, homes, intervalSeconds);
  }

  /** The lines, with the empty one. */
  public byte[] toLines() {
    String lines =
        String.join(
            "\n",
            JOB + " " + jobId,
            SECRET + " " + HexFormat.of().formatHex(secret),
            HOSTS + " " + String.join(" ", hosts),
            FIRST + " " + first,
            PARENT + " " + parent,
            HOME + " " + String.join(" ", homes),
            INTERVAL + " " + intervalSeconds,
            "",
            "");
    return lines.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads an order, and no byte behind it.
   *
   * @throws IOException if there is none
   */
  public static AgentOrder read(InputStream in) throws IOException {
    Map<String, String> lines = new HashMap<>();
    StringBuilder line = new StringBuilder();
    int left = MAX_BYTES;
    for (int c = in.read(); c != '\n' || line.length() > 0; c = in.read()) {
      if (c < 0 || left-- == 0) {
        throw new IOException("an agent is started by mpirun, which tells it its job");
      }
      if (c == '\n') {
        int blank = line.indexOf(" ");
        lines.put(line.substring(0, Math.max(0, blank)), line.substring(blank + 1));
        line.setLength(0);
      } else {
        line.append((char) c);
      }
    }
    return of(lines);
  }

  private static AgentOrder of(Map<String, String> lines) throws IOException {
    try {
      return new AgentOrder(
          required(lines, JOB),
          HexFormat.of().parseHex(required(lines, SECRET)),
          words(required(lines, HOSTS)),
          Integer.parseInt(required(lines, FIRST)),
          Integer.parseInt(required(lines, PARENT)),
          words(required(lines, HOME)),
          Integer.parseInt(required(lines, INTERVAL)));
    } catch (IllegalArgumentException malformed) {
      // The value may be the secret.
      throw new IOException("what mpirun tells its agent has a value that is none", malformed);
    }
  }

  private static String required(Map<String, String> lines, String name) throws IOException {
    String value = lines.get(name);
    if (value == null) {
      throw new IOException("what mpirun tells its agent has no line '" + name + "'");
    }
    return value;
  }

  private static List<String> words(String line) {
    return new ArrayList<>(List.of(line.split(" ")));
  }
}
