package org.ob1j.runtime.progress;

import java.nio.channels.SelectableChannel;

/**
 * What wakes the thread of this process that sleeps ({@link Sleeper}), as transports see it: a bell
 * that other processes of this host ring ({@link PeerDoorbell}), and channels that become ready.
 *
 * <p>Thread rules: those of the transport that uses it.
 */
public interface Doorbell {
  /** The doorbell of a process that never sleeps. */
  Doorbell SILENT =
      new Doorbell() {
        @Override
        public DoorbellAddress address() {
          return null;
        }

        @Override
        public boolean watch(SelectableChannel channel, int operations) {
          return false;
        }
      };

  /** Where other processes of this host ring; null if they cannot. */
  DoorbellAddress address();

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
