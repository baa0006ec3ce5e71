/** Jobs over the transports that are chosen, or that mpirun is told to use. */
package org.ob1j.tests.jobs.transports;
