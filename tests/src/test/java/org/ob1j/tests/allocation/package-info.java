/**
 * What blocking sends and receives allocate: a test ({@code AllocationTest}) that looks at the
 * calling thread, and a JMH benchmark with the gc profiler ({@code AllocationBenchmark}), which
 * {@code ./bench --allocation} starts.
 */
package org.ob1j.tests.allocation;
