/**
 * Collectives of ranks on several hosts: within each host first, then between one rank of each, its
 * {@link org.ob1j.runtime.collective.host.HostGroups leader}. {@link
 * org.ob1j.runtime.collective.host.HostLayout} tells who is where; each class with three {@code
 * HostPhases} is made of algorithms that know nothing of hosts, among the ranks of a {@link
 * org.ob1j.runtime.collective.round.Subgroup}.
 */
package org.ob1j.runtime.collective.host;
