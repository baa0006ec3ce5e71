/**
 * What a job makes its JVMs do: how much of it the JIT compiles and throws away, how many bytecodes
 * a message takes, and how many lambdas a start links. Counts are tested, times are not.
 */
package org.ob1j.tests.counts;
