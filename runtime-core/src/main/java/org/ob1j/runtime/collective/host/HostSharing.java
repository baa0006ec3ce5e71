package org.ob1j.runtime.collective.host;

import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.shared.SharedCollectives;

/** Memory for the collectives of ranks on one host. */
public interface HostSharing {
  /**
   * What goes through memory that some ranks of a communicator share, which they agree on later.
   *
   * @param members who they are, and which of them is this process
   * @param ranks the communicator's rank of each
   * @return null if they do not even try, which all of them know
   */
  SharedCollectives among(Members members, int[] ranks);
}
