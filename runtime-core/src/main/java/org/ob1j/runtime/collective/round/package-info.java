/**
 * What every collective is made of, and the engine that carries it out: an {@link
 * org.ob1j.runtime.collective.round.Algorithm} begins one {@code Round} of messages after the
 * other, {@link org.ob1j.runtime.collective.round.CollectiveDriver} waits for each, or has a {@link
 * org.ob1j.runtime.collective.round.CollectiveRequest} go on while the engine polls. {@code
 * Staging} stands arrays in for buffers of derived datatypes, whatever the algorithm is.
 */
package org.ob1j.runtime.collective.round;
