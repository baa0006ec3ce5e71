package org.ob1j.launcher.allocation;

import java.util.ArrayList;
import java.util.List;
import org.ob1j.launcher.system.LaunchException;

/**
 * Finds the hosts of a job. Of these the first that says something counts; what comes from the user
 * chooses among a scheduler's hosts if there is a scheduler.
 *
 * <pre>
 *   1. --hostfile and --host (of both, --host chooses among the file's)
 *   2. --default-hostfile, a parameter, or a variable that names one
 *   3. --rankfile
 *   4. the allocation of a scheduler
 *   5. this host
 * </pre>
 *
 * In a scheduler's job whose hosts are not all known, 1 to 3 must say something.
 *
 * @param request what the user says
 * @param site what else can be asked
 */
public record HostFinder(HostRequest request, Site site) {
  private static final String NO_HOSTFILE = "none";

  /** What programs that start MPI jobs in containers set for the launchers they know. */
  public static final List<String> HOSTFILE_VARIABLES =
      List.of("PRTE_MCA_prte_default_hostfile", "HYDRA_HOST_FILE", "I_MPI_HYDRA_HOST_FILE");

  /** Finds them. */
  public HostChoice find() throws LaunchException {
    Allocation scheduled = scheduled();
    Hostfile file = hostfile();
    if (!isNamedByTheUser(file)) {
      UnknownHosts.refuse(scheduled, site);
    }
    Allocation allocation = scheduled == null ? ofTheUser(file) : chosenAmong(scheduled, file);
    List<List<HostChoice.Share>> shares = new ArrayList<>();
    HostFilter filter = new HostFilter(allocation, site.me(), Mention.OPTION);
    Allocation named = allocation;
    for (List<String> hosts : request.programHosts()) {
      List<Mention> mentions = Mention.list(hosts);
      shares.add(hosts.isEmpty() ? List.of() : filter.choose(mentions, 1));
      named = filter.withUsers(named, mentions);
    }
    return new HostChoice(named, shares);
  }

  private Allocation scheduled() throws LaunchException {
    Allocation found = SlurmAllocation.find(site);
    found = found == null ? PbsAllocation.find(site) : found;
    found = found == null ? GridEngineAllocation.find(site) : found;
    return found == null ? LsfAllocation.find(site) : found;
  }

  private boolean isNamedByTheUser(Hostfile file) {
    return request.namesHosts()
        || request.rankfile() != null
        || (file != null && !file.hosts().isEmpty());
  }

  private Allocation chosenAmong(Allocation scheduled, Hostfile file) throws LaunchException {
    if (file == null) {
      return scheduled;
    }
    HostFilter filter = new HostFilter(scheduled, site.me(), "the hostfile '" + file.file() + "'");
    Allocation chosen =
        file.hosts().isEmpty() ? scheduled : filter.reduced(filter.choose(file.hosts(), 0));
    return new HostFilter(chosen, site.me(), filter.named()).without(file.excluded());
  }

  private Allocation ofTheUser(Hostfile file) throws LaunchException {
    if (file != null) {
      return of(file);
    }
    List<Mention> mentions = new ArrayList<>();
    for (List<String> hosts : request.programHosts()) {
      mentions.addAll(Mention.list(hosts));
    }
    if (mentions.isEmpty() && request.rankfile() != null) {
      mentions.addAll(request.rankfile().hosts());
    }
    String source = request.namesHosts() ? Mention.OPTION : "--rankfile";
    return mentions.isEmpty() ? Allocation.ofThisHost(site.me()) : ofMentions(mentions, 1, source);
  }

  private Allocation of(Hostfile file) throws LaunchException {
    String source = "the hostfile '" + file.file() + "'";
    if (file.hosts().isEmpty()) {
      throw LaunchException.usage(source + " only excludes hosts; it names none that may be used");
    }
    HostFilter all = new HostFilter(ofMentions(file.hosts(), 0, source), site.me(), source);
    return file.excluded().isEmpty() ? all.allocation() : all.without(file.excluded());
  }

  private Allocation ofMentions(List<Mention> mentions, int slotsOfOneMention, String source)
      throws LaunchException {
    for (Mention mention : mentions) {
      if (mention.isRelative()) {
        throw LaunchException.usage(
            source
                + " has "
                + mention.name()
                + ", a host of a scheduler's allocation; there is none, so hosts have names");
      }
    }
    return new Allocation(
        HostTable.sum(mentions, site.me(), slotsOfOneMention), Manager.USER, source);
  }

  /** The file that counts; null if there is none. */
  private Hostfile hostfile() throws LaunchException {
    if (request.hostfile() != null) {
      return Hostfile.read("--hostfile", request.hostfile(), site);
    }
    if (request.namesHosts() || NO_HOSTFILE.equals(request.defaultHostfile())) {
      return null;
    }
    if (request.defaultHostfile() != null) {
      return Hostfile.read(
          "--default-hostfile (parameter orte_default_hostfile)", request.defaultHostfile(), site);
    }
    for (String variable : HOSTFILE_VARIABLES) {
      String file = site.variable(variable);
      if (file != null) {
        return Hostfile.read(variable, file, site);
      }
    }
    return null;
  }
}
