/**
 * mpirun as a user meets it: every test starts {@code ./mpirun} as a process. {@link
 * org.ob1j.tests.launcher.MpirunJob} starts it for tests of other packages too.
 */
package org.ob1j.tests.launcher;
