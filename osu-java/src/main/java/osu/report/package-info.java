/** What a benchmark prints and keeps. */
package osu.report;
