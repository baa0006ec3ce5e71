/**
 * What the benchmarks share: the schedule of sizes, warm-up and chunks, validation, and what those
 * have in common that are collective, that add, and that exchange a block with every rank.
 */
package osu.benchmark;
