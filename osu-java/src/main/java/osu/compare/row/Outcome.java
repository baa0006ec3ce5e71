package osu.compare.row;

/**
 * What the runs of a row came to.
 *
 * @param figure ob1j's
 * @param referenceFigure what it is held against
 * @param ratio the one by the other
 * @param detail what else must be known, as text
 * @param passed whether the row's target is reached
 */
public record Outcome(
    double figure, double referenceFigure, double ratio, String detail, boolean passed) {}
