/**
 * The algorithms within one group that move data and combine nothing: barrier, broadcast, gather,
 * scatter, allGather, allToAll and the exchange with neighbors. A class for each, named by what it
 * does: {@code RingAllGather}, {@code ChainBroadcast}.
 */
package org.ob1j.runtime.collective.movement;
