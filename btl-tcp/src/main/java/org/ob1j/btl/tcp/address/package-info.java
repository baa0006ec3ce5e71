/**
 * Which addresses a process publishes ({@link org.ob1j.btl.tcp.address.InterfaceSelection}), how
 * well they reach those of another ({@link org.ob1j.btl.tcp.address.Reachability}), and which of
 * them its links take ({@link org.ob1j.btl.tcp.address.Paths}).
 */
package org.ob1j.btl.tcp.address;
