package org.ob1j.launcher.agent.message;

import org.ob1j.launcher.placement.Machine;

/**
 * What an agent tells of itself.
 *
 * @param host its host, as that calls itself
 * @param processId its process
 * @param build tells ob1j's jars from any others
 * @param java the version of its JVM
 * @param machine what its host is
 */
public record AgentFacts(String host, long processId, String build, String java, Machine machine) {}
