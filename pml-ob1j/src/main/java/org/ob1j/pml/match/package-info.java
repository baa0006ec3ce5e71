/**
 * Tag matching for one communicator: posted receives, unexpected messages, and the sequence numbers
 * that restore the order of sending (source: "Tag matching logic"). Knows no transport, so it is
 * tested alone.
 */
package org.ob1j.pml.match;
