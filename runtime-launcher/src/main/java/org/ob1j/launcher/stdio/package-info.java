/**
 * Standard input, output and error of the ranks, forwarded as Open MPI's IOF does: by whole lines,
 * with prefixes, to files.
 */
package org.ob1j.launcher.stdio;
