package org.ob1j.btl.ucx.worker;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The transports that UCX has found, with their devices, such as {@code posix/memory} and {@code
 * rc_mlx5/mlx5_0:1}.
 */
public record UcxTransports(List<String> names) {
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
  public boolean shareMemory() {
    return names.isEmpty()
        || names.stream().anyMatch(name -> SHARED_MEMORY.stream().anyMatch(name::startsWith));
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
