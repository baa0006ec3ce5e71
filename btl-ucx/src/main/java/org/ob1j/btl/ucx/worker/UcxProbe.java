package org.ob1j.btl.ucx.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.ob1j.btl.BtlUnavailableException;
import org.ob1j.btl.ucx.shim.UcxLibrary;
import org.ob1j.runtime.parameter.ParameterSet;

/** What can be said of UCX on this host. */
public final class UcxProbe {
  /** InfiniBand, RoCE and EFA devices, whatever drives them. */
  private static final Path RDMA_DEVICES = Path.of("/sys/class/infiniband");

  private UcxProbe() {}

  /** Whether there may be a network that UCX uses better than sockets do; costs nothing. */
  public static boolean hasRdmaDevices() {
    return hasRdmaDevices(RDMA_DEVICES);
  }

  static boolean hasRdmaDevices(Path folder) {
    try (Stream<Path> devices = Files.list(folder)) {
      return devices.findAny().isPresent();
    } catch (IOException none) {
      return false;
    }
  }

  /** The version and the transports, or why UCX cannot be used. */
  static String explain(ParameterSet values) {
    UcxSettings settings = UcxSettings.read(values);
    String reason = UcxLibrary.unavailableReason(settings.library());
    if (reason != null) {
      return "no: " + reason;
    }
    try (UcxWorker worker = UcxWorker.open(settings)) {
      return "yes, version %s with %s; used %s"
          .formatted(
              UcxLibrary.version(),
              worker.transports(),
              hasRdmaDevices()
                  ? "between hosts"
                  : "only if --mca btl names it, for lack of RDMA devices");
    } catch (BtlUnavailableException unusable) {
      return "no: " + unusable.getMessage();
    }
  }
}
