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
    this(
        new LongSupplier() {
          @Override
          public long getAsLong() {
            return System.nanoTime();
          }
        });
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
    TcpSettings settings = TcpSettings.read(context.parameters());
    List<LocalAddress> addresses = addresses(settings, context.identity());
    Listeners listeners = Listeners.open(addresses, settings, context.identity().localRank());
    List<TcpModule> links = new ArrayList<>();
    try {
      TcpAddresses published =
          InterfaceSelection.published(
              InterfaceSelection.networks(addresses, settings),
              settings,
              hostId(),
              listeners.ports());
      open(context, settings, published, links);
      links.get(0).listen(listeners);
      context.modex().put(TcpAddresses.MODEX_KEY, published.encode());
      return List.copyOf(links);
    } catch (IOException failed) {
      close(links, listeners);
      throw new BtlUnavailableException("tcp cannot be set up: " + failed.getMessage(), failed);
    } catch (RuntimeException failed) {
      close(links, listeners);
      throw failed;
    }
  }

  private static List<LocalAddress> addresses(TcpSettings settings, JobIdentity identity) {
    return InterfaceSelection.publish(
        InterfaceSelection.ofThisHost(), settings, identity.localSize() == identity.size());
  }

  /** Opens a module for each link: first one for each network, then the others. */
  private void open(
      BtlContext context, TcpSettings settings, TcpAddresses published, List<TcpModule> links)
      throws IOException {
    TcpSettings ofFurtherLinks =
        settings.ofFurtherLink(context.parameters().get(TcpParameters.LINK_SHARE).intValue());
    PendingOutput output = new PendingOutput();
    NativeArrays natives = new NativeArrays(arraySockets(context.parameters()));
    int networks = published.networkCount();
    for (int number = 0; number < networks * settings.linksPerNetwork(); number++) {
      links.add(
          new TcpModule(
              context,
              number,
              number < networks ? settings : ofFurtherLinks,
              published,
              links,
              output,
              natives,
              clock));
    }
  }

  private static void close(List<TcpModule> links, Listeners listeners) {
    for (TcpModule link : links) {
      link.close();
    }
    listeners.close();
  }

  private static FoundService<ArraySockets> arraySockets(ParameterSet parameters) {
    return parameters.get(TcpParameters.NATIVE_ARRAYS)
        ? FoundService.among(
            ServiceLoader.load(ArraySockets.class, TcpComponent.class.getClassLoader()), parameters)
        : new FoundService<>(null, TcpParameters.NATIVE_ARRAYS.name() + " is false");
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
