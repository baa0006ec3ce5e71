package org.ob1j.launcher.host;

import java.time.Duration;
import java.util.List;
import org.ob1j.runtime.job.NodeMap;

/**
 * What a host is to do for a job.
 *
 * @param jobSize how many ranks the job has, on all hosts
 * @param programSizes how many ranks run each program of the job
 * @param nodes which host each rank of the job is on
 * @param cores how many cores the ranks of this host have together
 * @param crowdedMachine whether ranks of other hosts want these cores, too, as where hosts are
 *     containers of one machine that has fewer CPUs than ranks
 * @param heartbeat the interval of heartbeats between ranks and their host; zero: none
 * @param directories where ranks keep files, beside /dev/shm and /tmp
 * @param programs what the ranks of this host run
 * @param ranks the ranks of this host, in the order of their numbers
 */
public record HostTask(
    int jobSize,
    List<Integer> programSizes,
    NodeMap nodes,
    int cores,
    boolean crowdedMachine,
    Duration heartbeat,
    List<String> directories,
    List<ProgramTask> programs,
    List<RankTask> ranks) {

  /**
   * The same with what has been found out on the host itself.
   *
   * @param ownCores how many cores the ranks have together
   */
  public HostTask with(int ownCores, List<ProgramTask> ownPrograms, List<RankTask> ownRanks) {
    return new HostTask(
        jobSize,
        programSizes,
        nodes,
        ownCores,
        crowdedMachine,
        heartbeat,
        directories,
        ownPrograms,
        ownRanks);
  }
}
