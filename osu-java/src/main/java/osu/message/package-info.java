/** A message of a benchmark: where it lies, how, and the bytes that are known to be in it. */
package osu.message;
