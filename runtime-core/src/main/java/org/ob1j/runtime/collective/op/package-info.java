/**
 * What reductions combine elements with: {@link org.ob1j.runtime.collective.op.Reduction} is the
 * operation of one datatype, the others are MPI's predefined ones; the {@code …Loops} are theirs, a
 * class for each type, so that the JIT makes vector instructions of them.
 */
package org.ob1j.runtime.collective.op;
