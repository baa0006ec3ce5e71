/** The command line of a benchmark. */
package osu.options;
