/**
 * What is done on each host of a job: its ranks are started, watched and ended. The same {@link
 * org.ob1j.launcher.host.HostAgent} does it in mpirun for mpirun's own host, and in a JVM of its
 * own on another.
 */
package org.ob1j.launcher.host;
