/**
 * The requests, and one class for each protocol by which a message moves once it has begun. The
 * names are those of "Communication Protocols in the ob1 PML".
 */
package org.ob1j.pml.protocol;
