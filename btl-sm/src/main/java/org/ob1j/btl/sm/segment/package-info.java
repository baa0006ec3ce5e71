/**
 * The segment of a process, which those map that send to it: how it is laid out, how a sender finds
 * it and takes a ring of it, and how a process that sleeps is woken by it.
 */
package org.ob1j.btl.sm.segment;
