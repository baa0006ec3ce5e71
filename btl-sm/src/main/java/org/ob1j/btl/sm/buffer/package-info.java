/**
 * Buffers of users that peers map: the files in which they lie, their keys, and the layouts of
 * messages in blocks of them. At their owner and at peers.
 */
package org.ob1j.btl.sm.buffer;
