/**
 * What a job makes its JVMs do: how much of it the JIT compiles and throws away, and how many
 * bytecodes a message takes. Counts are tested, times are not.
 */
package org.ob1j.tests.counts;
