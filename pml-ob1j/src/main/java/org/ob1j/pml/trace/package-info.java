/**
 * A line for each header that a process sends or receives, and for each put and get, for people who
 * want to see the protocols at work. The transports are wrapped while it is on; while it is off
 * nothing of it is there.
 */
package org.ob1j.pml.trace;
