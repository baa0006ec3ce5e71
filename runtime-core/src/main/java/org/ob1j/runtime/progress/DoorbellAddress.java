package org.ob1j.runtime.progress;

/**
 * A pipe of some process of this host, which that process sleeps at.
 *
 * @param processId whose it is
 * @param descriptor one of its ends there
 * @param inode of the pipe, so that nothing else is written to if the descriptor has changed hands
 */
public record DoorbellAddress(long processId, int descriptor, long inode) {}
