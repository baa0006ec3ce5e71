package org.ob1j.launcher.allocation;

import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A host called me, with the address 10.0.0.1, on which there are only the files that are put. */
public record TestSite(Map<String, String> environment, Map<String, List<String>> files) {
  private static final Set<String> ADDRESSES = Set.of("10.0.0.1", "alias");

  /** One without any variable. */
  public static TestSite bare() {
    return with(Map.of());
  }

  /** One with these variables. */
  public static TestSite with(Map<String, String> environment) {
    return new TestSite(environment, new HashMap<>());
  }

  /** Puts a file there. */
  public TestSite withFile(String name, String... lines) {
    files.put(name, List.of(lines));
    return this;
  }

  /** As it is asked for. */
  public Site site() {
    return new Site(
        environment,
        file -> {
          if (!files.containsKey(file)) {
            throw new NoSuchFileException(file);
          }
          return files.get(file);
        },
        new ThisHost("me", ADDRESSES::contains));
  }

  /** Hosts in one line: user@name:slots/max(here). */
  static String text(Allocation allocation) {
    return allocation.hosts().stream().map(TestSite::text).collect(Collectors.joining(" "));
  }

  private static String text(Host host) {
    return host.target()
        + ":"
        + (host.slotsAreCores() ? "cores" : String.valueOf(host.slots()))
        + (host.maxSlots() == 0 ? "" : "/" + host.maxSlots())
        + (host.local() ? "(here)" : "");
  }
}
