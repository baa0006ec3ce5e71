/** One run of a command, and the samples that it writes. */
package osu.compare.run;
