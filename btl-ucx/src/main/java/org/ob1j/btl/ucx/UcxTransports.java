package org.ob1j.btl.ucx;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The transports that UCX has found, with their devices, such as {@code posix/memory} and {@code
 * rc_mlx5/mlx5_0:1}.
 */
record UcxTransports(List<String> names) {
  private static final List<String> SHARED_MEMORY =
      List.of("posix/", "sysv/", "xpmem/", "knem/", "cma/");

  /** Those of them that carry messages; the others only read and write a peer's memory. */
  private static final List<String> QUEUES = List.of("posix/", "sysv/", "xpmem/");

  private static final List<String> READERS = List.of("cma/", "knem/", "xpmem/");

  /**
   * Verbs and mlx5 by connections, EFA's reliable datagrams, Cray's: they put and get by
   * themselves.
   */
  private static final List<String> RDMA = List.of("rc", "dc", "srd", "ugni");

  private static final int LOOKS_IN_CALL = 4;
  private static final String SOCKETS = "tcp/";

  static UcxTransports of(String text) {
    return new UcxTransports(text.isBlank() ? List.of() : List.of(text.strip().split(" +")));
  }

  /** Whether UCX may reach processes of this host by shared memory, if it can tell. */
  boolean shareMemory() {
    return names.isEmpty()
        || names.stream().anyMatch(name -> SHARED_MEMORY.stream().anyMatch(name::startsWith));
  }

  /** Whether UCX copies messages through shared memory where it can. */
  boolean copyMessages() {
    return names.stream().anyMatch(name -> QUEUES.stream().anyMatch(name::startsWith));
  }

  /** Whether the receiver of a message can read it out of its sender's memory by itself. */
  boolean readMemory() {
    return names.stream().anyMatch(name -> READERS.stream().anyMatch(name::startsWith));
  }

  /** Whether UCX has nothing but memory to look at, where a look costs little. */
  boolean areMemoryOnly() {
    return !names.isEmpty() && names.stream().allMatch(UcxTransports::isMemory);
  }

  /**
   * How often UCX looks for messages in a call: several times where the call costs as much as a
   * look, or a part of one.
   */
  int looksInCall() {
    return areMemoryOnly() || devicesOfSocketsAlone().size() == 1 ? LOOKS_IN_CALL : 1;
  }

  /** The devices of sockets if UCX has nothing else to reach other processes by; else none. */
  List<String> devicesOfSocketsAlone() {
    return names.stream().allMatch(name -> isSocket(name) || name.startsWith("self/"))
        ? names.stream()
            .filter(UcxTransports::isSocket)
            .map(name -> name.substring(SOCKETS.length()))
            .toList()
        : List.of();
  }

  /**
   * Whether what does not go through shared memory goes through sockets, and UCX would give them a
   * short message in pieces. To gather these costs the kernel more than a copy; from 1.16 on UCX
   * chooses its protocols otherwise.
   *
   * @param version of UCX, such as 1013001 for 1.13.1
   */
  boolean gatherInSockets(int version) {
    return version < 1_016_000
        && names.stream().anyMatch(UcxTransports::isSocket)
        && names.stream().allMatch(name -> isSocket(name) || isMemory(name));
  }

  private static boolean isSocket(String name) {
    return name.startsWith(SOCKETS);
  }

  private static boolean isMemory(String name) {
    return name.startsWith("self/") || SHARED_MEMORY.stream().anyMatch(name::startsWith);
  }

  /** Whether there are devices that put and get without the peer's processor. */
  boolean haveRdma() {
    return names.stream().anyMatch(name -> RDMA.stream().anyMatch(name::startsWith));
  }

  /** Whether the network's hardware matches tags, if the environment of UCX enables that. */
  boolean haveTagMatching(Map<String, String> environment) {
    return List.of("rc", "dc").stream()
        .anyMatch(
            kind ->
                names.stream().anyMatch(name -> name.startsWith(kind + "_mlx5/"))
                    && isOn(
                        environment.get(
                            "UCX_" + kind.toUpperCase(Locale.ROOT) + "_MLX5_TM_ENABLE")));
  }

  private static boolean isOn(String value) {
    return value != null && List.of("y", "yes", "on", "1").contains(value.toLowerCase(Locale.ROOT));
  }

  @Override
  public String toString() {
    return names.isEmpty() ? "transports unknown" : String.join(", ", names);
  }
}
