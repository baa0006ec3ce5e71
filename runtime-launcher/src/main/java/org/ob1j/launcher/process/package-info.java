/**
 * The job's processes: each rank's, tied to mpirun's life, and the watchdog that cleans up after
 * them.
 */
package org.ob1j.launcher.process;
