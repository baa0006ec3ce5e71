package osu.compare.run;

/**
 * A line of the file that {@code --samples} writes.
 *
 * @param key the size in bytes, or the number of a pattern
 * @param value the figure that counts
 */
public record Sample(int key, double value) {}
