/**
 * MPI for the JVM: what programs call. The signatures are those of Open MPI's Java bindings; the
 * MPI standard (version 3.1) says what each operation does.
 *
 * <p>Buffers are arrays of primitives, or heap or direct {@link java.nio.Buffer}s, in blocking and
 * non-blocking calls alike. A buffer is raw memory: its element type need not agree with the
 * datatype, and its position and limit are ignored. {@link mpi.MPI#slice(byte[], int) MPI.slice}
 * makes a buffer that begins further on. Counts are in elements of the datatype. A buffer belongs
 * to an operation from the call until it completes.
 *
 * <p>Errors go to the communicator's error handler: by default the whole job ends, with the error
 * class as its exit code; with {@link mpi.MPI#ERRORS_RETURN} a {@link mpi.MPIException} is thrown.
 *
 * <p>Threads: as many as {@link mpi.MPI#InitThread} was asked for; after {@link mpi.MPI#Init}, one.
 */
package mpi;
