/**
 * Copies between a user's buffer and memory, a loop or bulk copy for each {@code BufferKind}: of
 * blocks, by way of a small array where they are short, of single bytes of elements, and of what
 * lies together in a buffer of longer elements.
 */
package org.ob1j.runtime.datatype.copy;
