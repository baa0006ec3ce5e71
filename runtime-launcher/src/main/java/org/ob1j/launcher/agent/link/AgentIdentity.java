package org.ob1j.launcher.agent.link;

import org.ob1j.runtime.control.handshake.Handshake;

/**
 * Who one of the processes is that work for a job.
 *
 * @param jobId the job
 * @param secret what proves that a process is of the job
 * @param host its host's number, or {@link AgentTree#MPIRUN}
 * @param intervalSeconds how often hosts ask whether the other is there
 */
public record AgentIdentity(String jobId, byte[] secret, int host, int intervalSeconds) {
  /** What this side says of itself at the opening of a connection. */
  Handshake.Party party(int peer, int channel) {
    return new Handshake.Party(Handshake.Purpose.AGENT, jobId, host, peer, channel);
  }
}
