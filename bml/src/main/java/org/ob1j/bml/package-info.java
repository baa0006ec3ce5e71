/**
 * What stands between upper layers and transports (BTL Management Layer, bml.h of Open MPI): it
 * loads and opens transports, knows by which of them each peer is reached, keeps memory registered
 * with them, and polls them. An upper layer sees this package and {@code org.ob1j.btl}, never a
 * transport.
 */
package org.ob1j.bml;
