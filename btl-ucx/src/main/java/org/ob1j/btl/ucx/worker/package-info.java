/**
 * A worker of UCX, what the user sets for it by parameters and by variables of the environment, and
 * what it finds on a host.
 */
package org.ob1j.btl.ucx.worker;
