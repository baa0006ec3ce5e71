/**
 * What mpirun exchanges with the system: text that is bytes, exit codes, and the exception that
 * ends it with one.
 */
package org.ob1j.launcher.system;
