/** The byte stream between two peers: frames and puts on their way into a socket and out of it. */
package org.ob1j.btl.tcp.stream;
