/** Jobs of programs that users start: examples, benchmarks, and those that fail. */
package org.ob1j.tests.jobs.programs;
