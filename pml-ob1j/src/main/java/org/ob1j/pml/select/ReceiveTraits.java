package org.ob1j.pml.select;

/**
 * What a receiver's choice depends on.
 *
 * @param announced how the sender has begun: any but the eager protocols
 * @param wantedBytes how much of the message the receiver takes
 * @param missingBytes how much of that has not come with the header
 * @param contiguous the receiver's memory for it is one run of bytes
 * @param transportPuts the sender can put by this transport, into whatever memory
 * @param puts the sender can put into the receiver's memory
 * @param gets this side can get into the receiver's memory
 * @param getsBlocks a get by this transport brings what is not one run of bytes
 * @param maxSendBytes the transport's longest frame
 */
public record ReceiveTraits(
    SendProtocol announced,
    long wantedBytes,
    long missingBytes,
    boolean contiguous,
    boolean transportPuts,
    boolean puts,
    boolean gets,
    boolean getsBlocks,
    long maxSendBytes) {

  boolean isGet() {
    return announced.isGet();
  }

  boolean bothContiguous() {
    return announced.isContiguous() && contiguous;
  }
}
