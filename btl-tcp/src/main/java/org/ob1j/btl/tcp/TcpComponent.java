package org.ob1j.btl.tcp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.LongSupplier;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlUnavailableException;
import org.ob1j.btl.service.ArraySockets;
import org.ob1j.btl.tcp.address.InterfaceSelection;
import org.ob1j.btl.tcp.address.InterfaceSelection.LocalAddress;
import org.ob1j.btl.tcp.address.TcpAddresses;
import org.ob1j.btl.tcp.connection.Listeners;
import org.ob1j.btl.tcp.parameter.TcpParameters;
import org.ob1j.btl.tcp.parameter.TcpSettings;
import org.ob1j.btl.tcp.stream.NativeArrays;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.memory.FoundService;
import org.ob1j.runtime.parameter.ParameterSet;

/** The transport named {@code tcp}. */
public final class TcpComponent implements BtlComponent {
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
  private static final Path NETWORK_NAMESPACE = Path.of("/proc/self/ns/net");

  private final LongSupplier clock;

  public TcpComponent() {
    this(System::nanoTime);
  }

  /** With a clock of nanoseconds, for tests of deadlines. */
  TcpComponent(LongSupplier clock) {
    this.clock = clock;
  }

  @Override
  public String name() {
    return "tcp";
  }

  @Override
  public List<BtlModule> initialise(BtlContext context) {
    List<BtlModule> modules = new ArrayList<>();
    try {
      TcpSettings settings = TcpSettings.read(context.parameters());
      TcpSettings ofFurtherLinks =
          settings.ofFurtherLink(context.parameters().get(TcpParameters.LINK_SHARE).intValue());
      int links = context.parameters().get(TcpParameters.LINKS);
      PendingOutput output = new PendingOutput();
      NativeArrays natives = new NativeArrays(arraySockets(context.parameters()));
      List<List<LocalAddress>> networks = networks(settings, context.identity());
      for (int number = 0; number < networks.size() * links; number++) {
        List<LocalAddress> addresses = networks.get(number % networks.size());
        if (!addresses.isEmpty()) {
          modules.add(
              open(
                  context,
                  number < networks.size() ? settings : ofFurtherLinks,
                  number,
                  addresses,
                  output,
                  natives));
        }
      }
      return modules;
    } catch (RuntimeException failed) {
      modules.forEach(BtlModule::close);
      throw failed;
    }
  }

  private static FoundService<ArraySockets> arraySockets(ParameterSet parameters) {
    return parameters.get(TcpParameters.NATIVE_ARRAYS)
        ? FoundService.among(
            ServiceLoader.load(ArraySockets.class, TcpComponent.class.getClassLoader()), parameters)
        : new FoundService<>(null, TcpParameters.NATIVE_ARRAYS.name() + " is false");
  }

  private static List<List<LocalAddress>> networks(TcpSettings settings, JobIdentity identity) {
    List<LocalAddress> published =
        InterfaceSelection.publish(
            InterfaceSelection.ofThisHost(), settings, identity.localSize() == identity.size());
    return InterfaceSelection.networks(published, settings);
  }

  /** Opens the module of one link, which listens for the peers' modules of the same number. */
  private BtlModule open(
      BtlContext context,
      TcpSettings settings,
      int link,
      List<LocalAddress> addresses,
      PendingOutput output,
      NativeArrays natives) {
    Listeners listeners = Listeners.open(addresses, settings, context.identity().localRank());
    TcpAddresses published =
        new TcpAddresses(hostId(), settings.attributes().maxSendSize(), listeners.entries());
    try {
      TcpModule module =
          new TcpModule(
              context, link, settings, addresses, published, listeners, output, natives, clock);
      context.modex().put(TcpAddresses.modexKey(link), published.encode());
      return module;
    } catch (IOException failed) {
      listeners.close();
      throw new BtlUnavailableException("tcp cannot be set up: " + failed.getMessage(), failed);
    }
  }

  /** The same for processes that share a loopback interface: one kernel, one network namespace. */
  private static String hostId() {
    try {
      return Files.readString(BOOT_ID).trim() + " " + Files.readSymbolicLink(NETWORK_NAMESPACE);
    } catch (IOException | UnsupportedOperationException notLinux) {
      String host = System.getenv("HOSTNAME");
      return host == null ? "unknown host" : host;
    }
  }
}
