/**
 * Collective operations written over the PML interface. {@link
 * org.ob1j.runtime.collective.Collectives} is the way in, {@link
 * org.ob1j.runtime.collective.InterCollectives} that between two groups: it asks the {@code
 * AlgorithmTable} which algorithm fits, makes it and carries it out. The packages below, of which
 * each knows only those above it:
 *
 * <pre>
 *   op         what elements are combined with
 *   buffer     the users' buffers in blocks, and the memory that collectives work in
 *   round      what an algorithm is, and the engine that carries out its rounds
 *   movement   algorithms that move data: barrier, broadcast, gather, allGather, allToAll …
 *   reduce     algorithms that combine: reduce, allReduce, reduceScatter, scan
 *   host       algorithms of ranks on several hosts
 *   inter      algorithms between two groups
 *   shared     collectives through memory that ranks share
 * </pre>
 */
package org.ob1j.runtime.collective;
