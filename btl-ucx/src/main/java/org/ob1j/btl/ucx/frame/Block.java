package org.ob1j.btl.ucx.frame;

import org.ob1j.runtime.memory.Memory;

/**
 * Memory for a frame, sent or received.
 *
 * @param memory what it is a part of
 * @param offset where in there, a multiple of 64
 * @param address of its first byte
 * @param capacityBytes how long it is
 */
public record Block(Memory memory, int offset, long address, int capacityBytes) {}
