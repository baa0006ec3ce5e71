/**
 * The machine that is measured on: what it is, how far apart its cores are, and what keeps it busy.
 */
package osu.compare.machine;
