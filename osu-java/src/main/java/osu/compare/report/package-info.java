/** What a comparison prints, draws and keeps. */
package osu.compare.report;
