package org.ob1j.launcher.agent.message;

/**
 * A message on its way.
 *
 * @param host the host that it is for, or on the way to mpirun the one that it is from
 */
public record AgentFrame(int host, AgentMessage message) {}
