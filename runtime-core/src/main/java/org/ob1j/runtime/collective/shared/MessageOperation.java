package org.ob1j.runtime.collective.shared;

import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;

/**
 * A collective of too much data for shared memory. It goes by messages, and says so to ranks that
 * may have given too little data, and wait.
 */
final class MessageOperation extends MemberAlgorithm {
  private final SharedCollectives collectives;
  private final Algorithm messages;

  MessageOperation(Members members, SharedCollectives collectives, Algorithm messages) {
    super(members);
    this.collectives = collectives;
    this.messages = messages;
  }

  @Override
  public boolean begin(int number, Round round) {
    AreaCollectives inArea = number == 0 && round.waits() ? collectives.inArea() : null;
    if (inArea != null) {
      inArea.meeting().goByMessages();
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
