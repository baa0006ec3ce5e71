/**
 * The headers of the wire: named offsets into a frame, read and written in place. All fields are
 * little-endian and every header is a multiple of eight bytes. docs/protocol.md is the authority.
 */
package org.ob1j.pml.header;
