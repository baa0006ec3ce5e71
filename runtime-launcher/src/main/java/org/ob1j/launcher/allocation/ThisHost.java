package org.ob1j.launcher.allocation;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The names that stand for the host on which mpirun runs.
 *
 * @param name its own
 * @param hasAddressOf whether a name or an address leads to one of its network interfaces
 */
public record ThisHost(String name, Predicate<String> hasAddressOf) {
  private static final Path KERNEL_NAME = Path.of("/proc/sys/kernel/hostname");

  /** Who looks up names that are far away may wait for seconds, for each of them. */
  private static final long LOOKUP_MILLIS = 2000;

  private static final int LOOKUP_THREADS = 16;

  /** The host as the kernel and its network interfaces describe it. */
  public static ThisHost find() {
    return new ThisHost(kernelName(), new LeadsHere());
  }

  private static String kernelName() {
    try {
      return Files.readString(KERNEL_NAME).trim();
    } catch (IOException unreadable) {
      try {
        return InetAddress.getLocalHost().getHostName();
      } catch (UnknownHostException nameless) {
        return "localhost";
      }
    }
  }

  /** Asks the resolver and the network interfaces. */
  private static final class LeadsHere implements Predicate<String> {
    @Override
    public boolean test(String host) {
      try {
        for (InetAddress address : InetAddress.getAllByName(host)) {
          if (address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null) {
            return true;
          }
        }
        return false;
      } catch (UnknownHostException | SocketException unknown) {
        return false;
      }
    }
  }

  /**
   * Those of these names that stand for this host. Other names than its own are looked up, all at
   * once and not for long, and only if none of them is its own.
   */
  Set<String> among(Collection<String> names) {
    Set<String> own = new TreeSet<>();
    names.stream().filter(this::isOwnName).forEach(own::add);
    names.stream().filter(each -> isAddress(each) && hasAddressOf.test(each)).forEach(own::add);
    return own.isEmpty() ? lookedUp(names) : own;
  }

  /** Without asking anybody. */
  boolean isOwnName(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    String own = name.toLowerCase(Locale.ROOT);
    return lower.equals("localhost")
        || lower.equals(own)
        || lower.equals(own.substring(0, (own + ".").indexOf('.')));
  }

  private static boolean isAddress(String host) {
    return host.contains(":") || host.matches("[0-9]+(\\.[0-9]+){3}");
  }

  private Set<String> lookedUp(Collection<String> names) {
    String[] all = names.stream().filter(each -> !isAddress(each)).toArray(String[]::new);
    Set<String> own = new ConcurrentSkipListSet<>();
    int threads = Math.min(all.length, LOOKUP_THREADS);
    CountDownLatch done = new CountDownLatch(threads);
    for (int thread = 0; thread < threads; thread++) {
      int first = thread;
      Thread lookup =
          new Thread(
              () -> {
                for (int i = first; i < all.length; i += threads) {
                  if (hasAddressOf.test(all[i])) {
                    own.add(all[i]);
                  }
                }
                done.countDown();
              },
              "lookup of host names");
      lookup.setDaemon(true);
      lookup.start();
    }
    try {
      done.await(LOOKUP_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    // A name that was not found in time is another host's, which ssh reaches if it is there.
    return Set.copyOf(own);
  }
}
