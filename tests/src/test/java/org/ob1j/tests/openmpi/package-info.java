/** Programs that were compiled against Open MPI's Java bindings. */
package org.ob1j.tests.openmpi;
