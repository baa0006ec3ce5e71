/**
 * Counts of what the JVMs of a job do: what their JIT compiles and throws away, and how many
 * bytecodes a message takes. Counts can be compared where times cannot; {@code ./bench} prints them
 * and tests hold them to bounds.
 */
package osu.count;
