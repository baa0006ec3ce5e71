/**
 * What mpirun's command line says, with the files that it names and the parameters of Open MPI that
 * stand for options; and which parameters there are.
 */
package org.ob1j.launcher.commandline;
