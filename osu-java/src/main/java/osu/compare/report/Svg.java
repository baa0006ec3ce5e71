package osu.compare.report;

import java.util.Locale;

/** Rectangles and text as SVG, in pixels. */
final class Svg {
  private final StringBuilder shapes = new StringBuilder();

  void rectangle(double x, double y, double width, double height, String colour) {
    shapes.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n",
            x,
            y,
            width,
            height,
            colour));
  }

  /**
   * A line of text.
   *
   * @param anchor what lies at x: its start, middle or end
   */
  void text(double x, double y, int size, String anchor, String colour, String text) {
    shapes.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%d\" text-anchor=\"%s\" fill=\"%s\">%s</text>\n",
            x,
            y,
            size,
            anchor,
            colour,
            text.replace("&", "&amp;").replace("<", "&lt;")));
  }

  /** All of it. The fonts are the viewer's. */
  String document(int width, int height) {
    String head =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
            + " font-family=\"Helvetica, Arial, sans-serif\">\n";
    return String.format(Locale.ROOT, head, width, height, width, height) + shapes + "</svg>\n";
  }
}
