/** The algorithms between two groups, in which a rank sends to ranks of the other group only. */
package org.ob1j.runtime.collective.inter;
