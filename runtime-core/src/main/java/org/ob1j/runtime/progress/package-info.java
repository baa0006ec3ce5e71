/** The progress engine: who polls the transports, and how a rank waits. */
package org.ob1j.runtime.progress;
