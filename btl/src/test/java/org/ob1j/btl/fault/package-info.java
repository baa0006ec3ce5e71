/**
 * A wrapper around any transport that makes it as bad as the contract allows: it delays frames,
 * lets them overtake each other, says busy at random, and completes late. What it does follows from
 * a seed.
 *
 * <p>In a real job it is a transport named {@code fault}, once btl's test jar is on the class path:
 *
 * <pre>
 *   mpirun -n 4 --mca btl fault --mca btl_fault_wraps tcp --mca btl_fault_seed 7 …
 * </pre>
 */
package org.ob1j.btl.fault;
