package org.ob1j.btl.ucx;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlUnavailableException;
import org.ob1j.btl.ucx.shim.UcxLibrary;
import org.ob1j.btl.ucx.worker.SegmentSizes;
import org.ob1j.btl.ucx.worker.UcxParameters;
import org.ob1j.btl.ucx.worker.UcxProbe;
import org.ob1j.btl.ucx.worker.UcxSettings;
import org.ob1j.btl.ucx.worker.UcxTransports;
import org.ob1j.btl.ucx.worker.UcxWorker;
import org.ob1j.runtime.job.ProcessId;

/** The transport named {@code ucx}. */
public final class UcxComponent implements BtlComponent {
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
  private static final List<Path> NAMESPACES =
      List.of(Path.of("/proc/self/ns/pid"), Path.of("/proc/self/ns/ipc"));

  @Override
  public String name() {
    return "ucx";
  }

  /**
   * Between hosts with RDMA devices it is better than what there is without; elsewhere not. UCX is
   * loaded only where there are some.
   */
  @Override
  public boolean isWorthwhile(BtlContext context) {
    return context.identity().localSize() < context.identity().size()
        && UcxProbe.hasRdmaDevices()
        && UcxLibrary.unavailableReason(context.parameters().get(UcxParameters.LIBRARY)) == null;
  }

  @Override
  public List<BtlModule> initialise(BtlContext context) {
    UcxSettings settings = UcxSettings.read(context.parameters());
    String reason = UcxLibrary.unavailableReason(settings.library());
    if (reason != null) {
      throw new BtlUnavailableException("ucx cannot be used: " + reason);
    }
    UcxWorker worker = UcxWorker.open(settings);
    try {
      UcxTransports transports = worker.transports();
      SegmentSizes.check(transports, System.getenv());
      BtlAttributes attributes = UcxSettings.attributes(context.parameters(), transports);
      UcxAddress address =
          new UcxAddress(
              attributes.maxSendSize(),
              transports.shareMemory(),
              settings.offloadsTags(transports, System.getenv()) ? UcxSettings.MAX_TAGGED_BYTES : 0,
              hostId(),
              worker.address());
      UcxModule module = new UcxModule(context, attributes, worker, transports, address, settings);
      context.modex().put(UcxAddress.MODEX_KEY, address.encode());
      return List.of(module);
    } catch (RuntimeException failed) {
      worker.close();
      throw failed;
    }
  }

  /** The same for processes that UCX lets share memory. */
  private static String hostId() {
    StringBuilder id = new StringBuilder();
    try {
      id.append(Files.readString(BOOT_ID).trim());
      for (Path namespace : NAMESPACES) {
        id.append(' ').append(Files.readSymbolicLink(namespace));
      }
    } catch (IOException hidden) {
      id.append(" of process ").append(ProcessId.current());
    }
    return id.toString();
  }
}
