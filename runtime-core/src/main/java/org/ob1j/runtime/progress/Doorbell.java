package org.ob1j.runtime.progress;

import java.nio.channels.SelectableChannel;

/**
 * What wakes the thread of this process that sleeps ({@link Sleeper}), as transports see it: a port
 * to which another process of this host sends anything, and channels that become ready.
 *
 * <p>Thread rules: those of the transport that uses it.
 */
public interface Doorbell {
  /** The doorbell of a process that never sleeps. */
  Doorbell SILENT =
      new Doorbell() {
        @Override
        public int port() {
          return 0;
        }

        @Override
        public void ring(int port) {
          // There is nothing to ring with.
        }

        @Override
        public boolean watch(SelectableChannel channel, int operations) {
          return false;
        }
      };

  /** Where another process of this host rings to wake this one; 0 if it cannot be woken so. */
  int port();

  /**
   * Wakes another process of this host. Costs some 20 microseconds. A ring that gets lost is a
   * delay of {@link Sleeper#LONGEST_NANOS}; one for nothing does no harm.
   *
   * @param port the other's {@link #port}, from 1 to 65535
   */
  void ring(int port);

  /**
   * From now on this process is also woken by a channel that is ready for one of these operations,
   * until the channel is closed. May be called again, with other operations.
   *
   * @param channel not blocking
   * @param operations as in {@link java.nio.channels.SelectionKey}
   * @return false if this process cannot be woken so
   */
  boolean watch(SelectableChannel channel, int operations);
}
