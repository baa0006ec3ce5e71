/** The command line of a benchmark, and the schedule of sizes and iterations that it asks for. */
package osu.options;
