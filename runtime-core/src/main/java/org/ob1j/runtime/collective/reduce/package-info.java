/**
 * The algorithms within one group that combine all ranks' elements: reduce, allReduce,
 * reduceScatter and scan. A class for each, named by what it does, such as {@code RingAllReduce};
 * {@code Operands} and {@code Accumulator} hold what they combine.
 */
package org.ob1j.runtime.collective.reduce;
