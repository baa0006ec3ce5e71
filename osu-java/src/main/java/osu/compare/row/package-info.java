/**
 * A line of the comparison: its command, its figure, and what its runs come to beside those of the
 * reference.
 */
package osu.compare.row;
