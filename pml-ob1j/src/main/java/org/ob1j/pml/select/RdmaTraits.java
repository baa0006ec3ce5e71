package org.ob1j.pml.select;

/**
 * What RDMA can do with one message at its sender.
 *
 * @param gets the receiver can get the message, which is one run of bytes, from where it is
 * @param getsBlocks the receiver can get the message, which is not, from where its blocks are
 * @param puts this side can put the message from where it is
 * @param transportPuts the transport has put at all, from whatever memory
 * @param needsRegistration put and get take registered memory only
 * @param leavePinned registrations are kept for the next message, so that they cost nothing
 * @param minRdmaPipelineBytes up to this length it does not pay to register piece by piece
 */
public record RdmaTraits(
    boolean gets,
    boolean getsBlocks,
    boolean puts,
    boolean transportPuts,
    boolean needsRegistration,
    boolean leavePinned,
    long minRdmaPipelineBytes) {
  /** A transport without put and get. */
  public static final RdmaTraits NONE = new RdmaTraits(false, false, false, false, false, true, 0);

  /** True if a message of this length is better registered as a whole than piece by piece. */
  boolean movesWhole(long lengthBytes) {
    return (gets || puts)
        && (!needsRegistration
            || leavePinned
            || !transportPuts
            || lengthBytes <= minRdmaPipelineBytes);
  }
}
