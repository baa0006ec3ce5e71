/**
 * What ob1j adds to MPI: messages whose length the receiver does not know before they come (source:
 * "variable length message support"). They are sent as any message of package {@link mpi} is;
 * {@link org.ob1j.IncomingMessages} is how they are received.
 */
package org.ob1j;
