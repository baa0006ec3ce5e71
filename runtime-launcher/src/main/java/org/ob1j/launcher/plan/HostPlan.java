package org.ob1j.launcher.plan;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.ob1j.launcher.allocation.Host;
import org.ob1j.launcher.placement.BindingRequest;

/**
 * Everything that is known about a host of a job before ranks start there.
 *
 * @param host the host, with the slots that it has
 * @param ranks the numbers of its ranks, by their local ranks
 * @param binding what they are to be tied to, for the host itself to decide
 * @param backingDirectories where they keep files, beside /dev/shm and /tmp
 */
public record HostPlan(
    Host host, List<Integer> ranks, BindingRequest binding, Set<Path> backingDirectories) {
  public HostPlan {
    ranks = List.copyOf(ranks);
  }
}
