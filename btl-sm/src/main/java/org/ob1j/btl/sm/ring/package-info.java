/**
 * The rings that records go through: both sides of one, the change to a long one, and which of its
 * rings a process polls.
 */
package org.ob1j.btl.sm.ring;
