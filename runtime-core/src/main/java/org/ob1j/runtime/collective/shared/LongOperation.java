package org.ob1j.runtime.collective.shared;

import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;

/**
 * A collective of too much data for shared memory. It goes by messages, and says so to ranks that
 * may have given too little data, and wait.
 */
final class LongOperation extends Algorithm {
  private final Meeting meeting;
  private final Algorithm messages;

  LongOperation(Members members, Meeting meeting, Algorithm messages) {
    super(members);
    this.meeting = meeting;
    this.messages = messages;
  }

  @Override
  public boolean begin(int number, Round round) {
    if (number == 0 && round.waits()) {
      meeting.goByMessages();
    }
    return messages.begin(number, round);
  }

  @Override
  public String name() {
    return messages.name();
  }

  @Override
  public void release() {
    messages.release();
  }
}
