package org.ob1j.btl.ucx;

import java.util.List;

/**
 * The transports that UCX has found, with their devices, such as {@code posix/memory} and {@code
 * rc_mlx5/mlx5_0:1}.
 */
record UcxTransports(List<String> names) {
  private static final List<String> SHARED_MEMORY =
      List.of("posix/", "sysv/", "xpmem/", "knem/", "cma/");

  /**
   * Verbs and mlx5 by connections, EFA's reliable datagrams, Cray's: they put and get by
   * themselves.
   */
  private static final List<String> RDMA = List.of("rc", "dc", "srd", "ugni");

  static UcxTransports of(String text) {
    return new UcxTransports(text.isBlank() ? List.of() : List.of(text.strip().split(" +")));
  }

  /** Whether UCX may reach processes of this host by shared memory, if it can tell. */
  boolean shareMemory() {
    return names.isEmpty()
        || names.stream().anyMatch(name -> SHARED_MEMORY.stream().anyMatch(name::startsWith));
  }

  /** Whether there are devices that put and get without the peer's processor. */
  boolean haveRdma() {
    return names.stream().anyMatch(name -> RDMA.stream().anyMatch(name::startsWith));
  }

  @Override
  public String toString() {
    return names.isEmpty() ? "transports unknown" : String.join(", ", names);
  }
}
