package org.ob1j.btl.tcp;

import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import org.ob1j.runtime.progress.Doorbell;

/** Has all channels of a module wake the process when it sleeps. */
final class SleepWatch {
  private SleepWatch() {}

  /**
   * Watches every channel of a selector for what that watches for; connections always for what
   * comes, and for room where they have something to write.
   *
   * @return false if the process cannot be woken so
   */
  static boolean watch(Selector selector, Doorbell doorbell) {
    for (SelectionKey key : selector.keys()) {
      if (key.isValid() && !doorbell.watch(key.channel(), operations(key))) {
        return false;
      }
    }
    return true;
  }

  private static int operations(SelectionKey key) {
    if (key.attachment() instanceof TcpEndpoint endpoint) {
      int reads = SelectionKey.OP_READ;
      return endpoint.hasOutput() ? reads | SelectionKey.OP_WRITE : reads;
    }
    return key.interestOps();
  }
}
