/**
 * Programs without sizes: what it costs to wake up a rank, to have an idle progress thread, and to
 * complete many requests. Each has a command line of its own.
 */
package osu.cost;
