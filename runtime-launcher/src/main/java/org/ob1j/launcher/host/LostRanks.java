package org.ob1j.launcher.host;

import java.util.function.IntPredicate;
import org.ob1j.runtime.control.RankMessages;
import org.ob1j.runtime.control.RankPort;
import org.ob1j.runtime.control.message.ControlMessage;
import org.ob1j.runtime.control.message.ControlProtocolException;

/**
 * Passes on what ranks say, and that one is lost only if its process does not end soon: mostly it
 * is just ending, and then its exit code is what counts.
 *
 * @param messages where all goes
 * @param endsSoon waits a while for the end of a rank's process; true if it came
 */
record LostRanks(RankMessages messages, IntPredicate endsSoon) implements RankMessages {
  @Override
  public String register(int rank, ControlMessage.Register register) {
    return messages.register(rank, register);
  }

  @Override
  public void joined(int rank, ControlMessage.Register register, RankPort port) {
    messages.joined(rank, register, port);
  }

  @Override
  public void handle(int rank, ControlMessage message) throws ControlProtocolException {
    messages.handle(rank, message);
  }

  @Override
  public void lost(int rank, String reason) {
    Runnable judge =
        () -> {
          if (!endsSoon.test(rank)) {
            messages.lost(rank, reason);
          }
        };
    Thread thread = new Thread(judge, "lost rank " + rank);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void refused(String address, String reason) {
    messages.refused(address, reason);
  }
}
