package org.ob1j.runtime.pml;

/**
 * A message under way.
 *
 * @param source the sender's rank in the communicator
 * @param matched what to do when a receive takes it
 */
record LoopbackMessage(int source, int tag, byte[] bytes, Runnable matched) {}
