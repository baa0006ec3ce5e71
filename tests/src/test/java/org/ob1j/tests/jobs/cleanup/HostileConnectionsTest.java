package org.ob1j.tests.jobs.cleanup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.ob1j.runtime.control.handshake.Handshake;
import org.ob1j.runtime.control.handshake.Handshake.Party;
import org.ob1j.runtime.control.handshake.Handshake.Purpose;
import org.ob1j.runtime.control.handshake.HandshakeException;
import org.ob1j.tests.harness.JobFiles;
import org.ob1j.tests.harness.MarkedProcesses;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.soak.Soak;

/** Strangers connect to mpirun and to the ranks of a job that verifies its traffic. */
class HostileConnectionsTest {
  private static final int ROUNDS_OF_ATTACK = 40;
  private static final int RANKS = 3;
  private static final String LISTENING = "0A";

  private final MarkedProcesses processes = new MarkedProcesses();
  private final Random random = new Random(20_261_121);
  private final List<Socket> open = new ArrayList<>();

  @Test
  void shouldGoOnVerifiedWhileStrangersConnect() throws Exception {
    MpirunJob.Running job =
        MpirunJob.of("-n", String.valueOf(RANKS), "-x", processes.entry(), "--mca", "btl", "tcp")
            .program(Soak.class, "7", "30", "10", "1")
            .timeLimit(Duration.ofMinutes(3))
            .start();
    // Each rank listens once it is in Init.
    processes.await(Duration.ofSeconds(60), found -> targets(found).size() > RANKS);
    Map<InetSocketAddress, Party> targets = targets(processes.find());

    for (int i = 0; i < ROUNDS_OF_ATTACK; i++) {
      for (Map.Entry<InetSocketAddress, Party> target : targets.entrySet()) {
        attack(target.getKey(), target.getValue(), i);
      }
    }

    MpirunJob.Result result = job.await();
    for (Socket socket : open) {
      socket.close();
    }
    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stdout()).contains("rounds verified");
    assertThat(open).hasSizeGreaterThanOrEqualTo(ROUNDS_OF_ATTACK * (RANKS + 1));
  }

  private void attack(InetSocketAddress target, Party stranger, int round)
      throws IOException, HandshakeException {
    Socket socket = new Socket(target.getAddress(), target.getPort());
    open.add(socket);
    socket.setSoTimeout(20_000);
    try {
      switch (round % 4) {
        case 0 -> {
          byte[] garbage = new byte[1 + random.nextInt(4000)];
          random.nextBytes(garbage);
          socket.getOutputStream().write(garbage);
        }
        case 1 -> {
          // Says nothing, and stays.
        }
        case 2 -> socket.getOutputStream().write(handshake(stranger).hello(), 0, 60);
        default -> proveWrongly(socket, handshake(stranger));
      }
    } catch (IOException refused) {
      socket.close();
    }
    if (round % 3 == 0) {
      socket.close();
    }
  }

  private void proveWrongly(Socket socket, Handshake handshake)
      throws IOException, HandshakeException {
    socket.getOutputStream().write(handshake.hello());
    byte[] hello = socket.getInputStream().readNBytes(Handshake.HELLO_BYTES);
    if (hello.length == Handshake.HELLO_BYTES) {
      handshake.acceptHello(hello);
      socket.getOutputStream().write(handshake.proof());
    }
  }

  private static Handshake handshake(Party stranger) {
    byte[] secret = "not the job's secret".getBytes(StandardCharsets.US_ASCII);
    return Handshake.connector(stranger, secret, new SecureRandom());
  }

  /** The TCP ports on which ranks and mpirun listen, and as whom a peer would connect there. */
  private static Map<InetSocketAddress, Party> targets(List<Long> ranks) {
    Map<InetSocketAddress, Party> targets = new HashMap<>();
    for (long process : ranks) {
      Optional<String> number = JobFiles.variable(process, "OB1J_RANK");
      Optional<String> control = JobFiles.variable(process, "OB1J_CONTROL");
      Optional<String> jobId = JobFiles.variable(process, "OB1J_JOB_ID");
      if (number.isPresent() && control.isPresent() && jobId.isPresent()) {
        int rank = Integer.parseInt(number.get());
        int peer = (rank + 1) % RANKS;
        listening(process)
            .forEach(at -> targets.put(at, new Party(Purpose.DATA, jobId.get(), peer, rank, 0)));
        int colon = control.get().lastIndexOf(':');
        targets.put(
            new InetSocketAddress(
                control.get().substring(0, colon),
                Integer.parseInt(control.get().substring(colon + 1))),
            new Party(Purpose.CONTROL, jobId.get(), rank, Handshake.LAUNCHER, 0));
      }
    }
    return targets;
  }

  /** The addresses at which a process listens over IPv4. */
  private static Set<InetSocketAddress> listening(long process) {
    Set<InetSocketAddress> addresses = new HashSet<>();
    try {
      Set<String> sockets = socketInodes(process);
      for (String line : Files.readAllLines(Path.of("/proc/" + process + "/net/tcp"))) {
        String[] fields = line.trim().split("\\s+");
        if (fields[3].equals(LISTENING) && sockets.contains(fields[9])) {
          addresses.add(address(fields[1]));
        }
      }
      return addresses;
    } catch (IOException ended) {
      return Set.of();
    }
  }

  /** Reads an address as the kernel prints it: 32 bits in the host's order, a colon, the port. */
  private static InetSocketAddress address(String hexadecimal) throws IOException {
    String[] parts = hexadecimal.split(":");
    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.nativeOrder());
    bytes.putInt(Integer.parseUnsignedInt(parts[0], 16));
    return new InetSocketAddress(
        InetAddress.getByAddress(bytes.array()), Integer.parseInt(parts[1], 16));
  }

  private static Set<String> socketInodes(long process) throws IOException {
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + process + "/fd"))) {
      return descriptors
          .map(HostileConnectionsTest::target)
          .filter(target -> target.startsWith("socket:["))
          .map(target -> target.replaceAll("\\D", ""))
          .collect(Collectors.toSet());
    }
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException closedMeanwhile) {
      return "";
    }
  }
}
