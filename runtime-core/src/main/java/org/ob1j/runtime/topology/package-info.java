/**
 * Process topologies as plain arithmetic: who is where in a grid or a graph, and who exchanges
 * blocks with whom (MPI standard, "Virtual Topologies for MPI Processes"). Nothing here sends a
 * message, and arguments have been checked.
 */
package org.ob1j.runtime.topology;
