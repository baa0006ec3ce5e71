/** Which addresses a link listens on, what it publishes of them, and which of a peer are tried. */
package org.ob1j.btl.tcp.address;
