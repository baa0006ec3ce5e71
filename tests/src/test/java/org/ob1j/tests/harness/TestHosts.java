package org.ob1j.tests.harness;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Several hosts on this machine, made by {@code tests/src/test/scripts/hosts}: each has networks,
 * process ids, a name, {@code /dev/shm} and an sshd of its own; files are shared.
 *
 * <pre>{@code
 * @BeforeAll
 * static void startHosts() {
 *   hosts = TestHosts.start(2);
 * }
 *
 * @AfterAll
 * static void endHosts() {
 *   hosts.close();
 * }
 *
 * HostCommand.Result result = hosts.run(0, Duration.ofSeconds(10), "ping", "-c", "1", "h1");
 * MpirunJob.of("-n", "8").after(hosts.on(0)) …
 * }</pre>
 *
 * Where they cannot be, as for want of permission, the tests that ask for them are skipped. They
 * end with this JVM, however that ends.
 */
public final class TestHosts implements AutoCloseable {
  private static final Path SCRIPT =
      Path.of(System.getProperty("ob1j.root"), "tests/src/test/scripts/hosts");
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final long PAUSE_NANOS = 20_000_000;

  private final Path folder;
  private final Process runner;
  private final int count;

  /** The ids of what each host runs by itself: an sshd changes what is seen as its command line. */
  private final List<Set<String>> own = new ArrayList<>();

  private TestHosts(Path folder, Process runner, int count) {
    this.folder = folder;
    this.runner = runner;
    this.count = count;
  }

  /** Hosts on two networks with IPv4. */
  public static TestHosts start(int count) {
    return start(count, 2, "4");
  }

  /**
   * Hosts.
   *
   * @param networks how many networks all are on
   * @param family 4, 6 or 46
   */
  public static TestHosts start(int count, int networks, String family) {
    skipUnless("possible");
    // The script makes it, and takes it away.
    Path folder = Path.of(System.getProperty("java.io.tmpdir"), "ob1j-hosts-" + UUID.randomUUID());
    ProcessBuilder builder =
        new ProcessBuilder(
            SCRIPT.toString(), "run", String.valueOf(count), String.valueOf(networks), family);
    builder.environment().putAll(environment(folder));
    try {
      TestHosts hosts = new TestHosts(folder, builder.start(), count);
      hosts.awaitStart();
      return hosts;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private void awaitStart() throws IOException {
    BufferedReader output = runner.inputReader();
    // The script has time limits of its own.
    String line = output.readLine();
    if (!"ready".equals(line)) {
      close();
      String errors = runner.errorReader().lines().collect(Collectors.joining(" "));
      throw new AssertionError("hosts do not start: " + errors);
    }
    for (int host = 0; host < count; host++) {
      own.add(ids(host));
    }
  }

  /** Skips the test with a notice if the script says that it cannot do this here. */
  private static void skipUnless(String possible) {
    HostCommand.Result result =
        HostCommand.start(Map.of(), SCRIPT.toString(), possible).await(LIMIT);
    if (result.exitCode() != 0) {
      String notice = "tests on several hosts are left out: " + result.stdout().trim();
      System.out.println(notice);
      abort(notice);
    }
  }

  private static Map<String, String> environment(Path folder) {
    return Map.of("OB1J_TEST_HOSTS", folder.toString());
  }

  public int count() {
    return count;
  }

  /** A host's address of the family 4 on one of the networks. */
  public String address(int host, int network) {
    return "10.7" + network + ".0." + (10 + host);
  }

  /** A host's address of the family 6 on one of the networks. */
  public String address6(int host, int network) {
    return "fd00:7" + network + "::" + (10 + host);
  }

  /**
   * Words before a command that make it run on a host, with this JVM's variables and in its folder;
   * whoever kills the first of the processes that come of them kills all.
   */
  public String[] on(int host) {
    List<String> words = new ArrayList<>(List.of("env"));
    environment(folder).forEach((name, value) -> words.add(name + "=" + value));
    words.addAll(List.of(SCRIPT.toString(), "exec", String.valueOf(host)));
    return words.toArray(new String[0]);
  }

  /** Starts a command on a host. */
  public HostCommand start(int host, String... command) {
    return start(host, Map.of(), command);
  }

  /** The same with more variables. */
  public HostCommand start(int host, Map<String, String> variables, String... command) {
    List<String> words = new ArrayList<>(List.of(on(host)));
    words.addAll(List.of(command));
    return HostCommand.start(variables, words.toArray(new String[0]));
  }

  /** Runs a command on a host to its end. */
  public HostCommand.Result run(int host, Duration limit, String... command) {
    return start(host, command).await(limit);
  }

  /** What a command prints on a host, which must succeed. */
  public String output(int host, String... command) {
    return succeeded(run(host, LIMIT, command)).stdout();
  }

  /** Options for ssh, by which hosts let each other's root in without a password. */
  public List<String> sshArguments() {
    return List.of("-F", folder.resolve("ssh_config").toString());
  }

  /** Takes a network away from a host: nothing more comes or leaves by it. */
  public void cut(int host, int network) {
    script("cut", String.valueOf(host), String.valueOf(network));
  }

  /** Gives it back. */
  public void heal(int host, int network) {
    script("heal", String.valueOf(host), String.valueOf(network));
  }

  /** Takes all networks away from a host for so many seconds. */
  public void away(int host, int networks, int seconds) {
    List<String> words = new ArrayList<>(List.of("away", String.valueOf(seconds)));
    for (int network = 0; network < networks; network++) {
      words.add("v" + host + "." + network);
    }
    script(words.toArray(new String[0]));
  }

  /** Starts Slurm on all hosts, with its controller on the first; variables for its commands. */
  public Map<String, String> slurm() {
    skipUnless("slurm-possible");
    script("slurm", String.valueOf(count));
    for (int host = 0; host < count; host++) {
      own.set(host, ids(host));
    }
    return new TreeMap<>(Map.of("SLURM_CONF", folder.resolve("slurm.conf").toString()));
  }

  private HostCommand.Result script(String... words) {
    List<String> command = new ArrayList<>(List.of(SCRIPT.toString()));
    command.addAll(List.of(words));
    return succeeded(
        HostCommand.start(environment(folder), command.toArray(new String[0])).await(LIMIT));
  }

  private static HostCommand.Result succeeded(HostCommand.Result result) {
    if (result.exitCode() != 0) {
      throw new AssertionError("a command on test hosts failed: " + result);
    }
    return result;
  }

  private List<String> processes(int host) {
    return script("ps", String.valueOf(host)).stdout().lines().map(String::trim).toList();
  }

  /** What tests have left running on a host: process ids there, and command lines. */
  public List<String> left(int host) {
    List<String> left = new ArrayList<>(processes(host));
    left.removeIf(process -> own.get(host).contains(id(process)));
    return left;
  }

  private Set<String> ids(int host) {
    return processes(host).stream().map(TestHosts::id).collect(Collectors.toSet());
  }

  private static String id(String process) {
    return process.split(" ")[0];
  }

  /** Waits until tests have left nothing on any host, neither processes nor shared memory. */
  public void awaitNothingLeft(Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    List<String> left = leftAnywhere();
    while (!left.isEmpty()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("after " + limit + " there is left: " + left);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
      left = leftAnywhere();
    }
  }

  private List<String> leftAnywhere() {
    List<String> all = new ArrayList<>();
    for (int host = 0; host < count; host++) {
      for (String process : left(host)) {
        all.add("h" + host + ": " + process);
      }
      for (String file : output(host, "ls", "-A", "/dev/shm").lines().toList()) {
        all.add("h" + host + ": /dev/shm/" + file);
      }
    }
    return all;
  }

  /** The process of a host, by its id there, whose command line has a text; there must be one. */
  public long process(int host, String text) {
    List<String> found = processes(host).stream().filter(line -> line.contains(text)).toList();
    if (found.size() != 1) {
      throw new AssertionError("h" + host + " has with '" + text + "': " + found);
    }
    return Long.parseLong(found.get(0).split(" ")[0]);
  }

  /** Sends a signal, by its name without SIG, to a process of a host, by its id there. */
  public void signal(int host, String name, long pid) {
    output(host, "kill", "-s", name, "--", String.valueOf(pid));
  }

  /** Ends all hosts. */
  @Override
  public void close() {
    try {
      runner.getOutputStream().close();
      if (!runner.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("the hosts of " + folder + " do not end");
      }
    } catch (IOException | InterruptedException failed) {
      throw new AssertionError(failed);
    }
  }
}
