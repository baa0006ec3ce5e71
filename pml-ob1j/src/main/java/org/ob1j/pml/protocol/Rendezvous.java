package org.ob1j.pml.protocol;

import org.ob1j.btl.BtlEndpoint;
import org.ob1j.pml.peer.Peer;
import org.ob1j.pml.select.SendProtocol;

/**
 * What the header of a rendezvous says, for the receive that it has matched.
 *
 * @param from the rail by which it has come
 * @param announced how the sender has begun
 * @param source as a rank of the communicator
 * @param messageBytes the whole message's length
 * @param sendName the sender's request
 */
public record Rendezvous(
    Peer peer,
    BtlEndpoint from,
    SendProtocol announced,
    int source,
    int tag,
    int sequence,
    long messageBytes,
    long sendName) {}
