/**
 * The ob1 point-to-point engine: it chooses a protocol for each message, drives it over the
 * transports, matches what arrives, and bounds what is unexpected. Knows transports only through
 * {@code org.ob1j.btl}.
 */
package org.ob1j.pml;
