/**
 * The program of a rank: where it is, and how a {@code java} gets ob1j's jars, the options that
 * they need and the archive of their classes.
 */
package org.ob1j.launcher.program;
