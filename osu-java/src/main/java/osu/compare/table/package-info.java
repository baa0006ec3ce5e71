/** All rows, as data: what is measured and what must be reached. */
package osu.compare.table;
