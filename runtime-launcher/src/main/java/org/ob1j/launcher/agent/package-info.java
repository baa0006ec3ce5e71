/**
 * How mpirun works on other hosts: an agent there, a JVM of its own, does what mpirun does on its
 * own host ({@link org.ob1j.launcher.host.HostAgent}).
 *
 * <pre>
 *   mpirun ──── AgentParent                      agents are started by an engine, each by its
 *     │  ▲                                       parent, and connect to it
 *     ▼  │  AgentFrame: for which host, what
 *   AgentMain ── AgentParent ── AgentMain …      the tree: AgentTree
 *     │  ▲
 *     ▼  │  control connections
 *   ranks of this host
 * </pre>
 *
 * Beside each connection there is a {@link org.ob1j.launcher.agent.link.Lifeline}, by which either
 * side learns that the other process or its host is gone.
 *
 * <p>The packages below, of which each knows only those above it:
 *
 * <pre>
 *   message   what is said, and how it is written as bytes
 *   link      connections between agents and their parents
 * </pre>
 */
package org.ob1j.launcher.agent;
