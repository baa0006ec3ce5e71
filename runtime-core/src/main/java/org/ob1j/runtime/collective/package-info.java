/**
 * Collective operations written over the PML interface. {@link
 * org.ob1j.runtime.collective.Collectives} is the way in: it asks the {@code AlgorithmTable} which
 * {@link org.ob1j.runtime.collective.Algorithm} fits, and carries out its rounds; there is a class
 * for each algorithm. {@link org.ob1j.runtime.collective.Reduction} is what reductions combine
 * elements with; the {@code …Loops} are those of the predefined operations.
 */
package org.ob1j.runtime.collective;
