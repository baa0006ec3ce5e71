package org.ob1j.runtime.memory;

import java.nio.Buffer;

/**
 * A buffer as a part of another.
 *
 * @param whole the other: of bytes, or of the same type and in the same byte order
 * @param offset where the part begins in it, in bytes
 */
public record BufferPart(Buffer whole, long offset) {}
