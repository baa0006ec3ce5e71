/**
 * Collective operations written over the PML interface. Each is called by all ranks of a
 * communicator, in the same order, on a context that carries nothing else.
 */
package org.ob1j.runtime.collective;
