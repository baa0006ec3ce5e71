/**
 * A transport in memory among ranks of one JVM, with a seeded scheduler that decides what arrives
 * when. What a test saw once it sees again with the same seed.
 */
package org.ob1j.btl.inmemory;
