package org.ob1j.runtime.memory;

import java.nio.ByteBuffer;

/**
 * Where in a direct buffer something lies.
 *
 * @param root what a transport registers; the same object for everything that lies in it
 * @param offset where it begins in the root, in bytes
 */
public record MemoryRegion(ByteBuffer root, long offset) {}
