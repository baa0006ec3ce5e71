/** mpirun as a user meets it: every test starts {@code ./mpirun} as a process. */
package org.ob1j.tests.launcher;
