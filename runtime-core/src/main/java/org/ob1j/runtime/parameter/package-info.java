/**
 * MCA parameters: each declared once beside its use, with type, default and help; values come from
 * {@code mpirun --mca}, the environment or a file.
 */
package org.ob1j.runtime.parameter;
