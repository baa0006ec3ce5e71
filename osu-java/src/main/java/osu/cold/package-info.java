/**
 * Whole jobs that are over soon, as {@code ./bench} times them: ordinary programs, each in a class
 * of its own, that share nothing with the benchmarks.
 */
package osu.cold;
