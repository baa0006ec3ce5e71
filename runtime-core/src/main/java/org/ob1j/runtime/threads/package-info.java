/**
 * An engine that several threads use at once: for THREAD_MULTIPLE, and for asynchronous progress,
 * which is one thread more. The engine itself knows nothing of threads; it is entered by one at a
 * time.
 *
 * <pre>
 *   threads of the user                 asynchronous progress
 *     │      │                              │
 *     ▼      ▼                              │
 *   SynchronizedPml, …Communicator          │
 *     │                                     │
 *     ▼                                     ▼
 *   SharedProgress: EngineLock; one thread has the progress role and polls,
 *     │             the others are parked until what they wait for is complete
 *     ▼
 *   the engine
 * </pre>
 */
package org.ob1j.runtime.threads;
