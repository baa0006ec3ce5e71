package org.ob1j.launcher.agent.message;

/**
 * What an agent tells of itself.
 *
 * @param host its host, as that calls itself
 * @param processId its process
 * @param build tells ob1j's jars from any others
 * @param java the version of its JVM
 */
public record AgentFacts(String host, long processId, String build, String java) {}
