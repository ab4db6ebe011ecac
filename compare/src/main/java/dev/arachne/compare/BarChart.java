package dev.arachne.compare;

import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;

/**
 * Horizontal bars as an inline SVG picture, one below the other.
 *
 * @param bars at least one
 * @param scale how a value becomes a length
 * @param unit how a value is written
 */
record BarChart(String title, List<Bar> bars, Scale scale, DoubleFunction<String> unit) {

  /** One bar; an unknown value has no bar. */
  record Bar(String label, double value) {
    static final double UNKNOWN = Double.NaN;
  }

  /** How a value becomes a length. */
  enum Scale {
    /** Twice the value, twice the length. */
    LINEAR,
    /** A length more for each power of ten, where values are worlds apart. */
    POWERS_OF_TEN
  }

  private static final int LABELS = 190;
  private static final int BARS = 520;
  private static final int VALUES = 90;
  private static final int ROW = 24;
  private static final int BAR = 16;
  private static final int AXIS = 22;

  /** The {@code svg} element. */
  String svg() {
    int height = bars.size() * ROW + AXIS;
    var svg = new StringBuilder();
    svg.append(
        "<svg viewBox=\"0 0 %d %d\" width=\"%1$d\" role=\"img\" aria-label=\"%s\">\n"
            .formatted(LABELS + BARS + VALUES, height, HtmlReport.escaped(title)));
    grid().forEach(value -> gridLine(value, height, svg));
    for (int i = 0; i < bars.size(); i++) {
      bar(bars.get(i), i * ROW, svg);
    }
    return svg.append("</svg>\n").toString();
  }

  private void bar(Bar bar, int top, StringBuilder svg) {
    int text = top + ROW / 2 + 4;
    boolean known = !Double.isNaN(bar.value);
    double length = known ? Math.max(1, length(bar.value)) : 0;
    svg.append(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n"
            .formatted(LABELS - 8, text, HtmlReport.escaped(bar.label)));
    svg.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>\n",
            LABELS,
            top + (ROW - BAR) / 2,
            length,
            BAR));
    svg.append(
        String.format(
            Locale.ROOT,
            "<text class=\"value\" x=\"%.1f\" y=\"%d\">%s</text>\n",
            LABELS + length + 6,
            text,
            known ? HtmlReport.escaped(unit.apply(bar.value)) : "one at a time"));
  }

  private void gridLine(double value, int height, StringBuilder svg) {
    double x = LABELS + length(value);
    svg.append(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"0\" x2=\"%1$.1f\" y2=\"%d\"/><text class=\"axis\" x=\"%1$.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
            x,
            height - AXIS,
            height - 6,
            HtmlReport.escaped(unit.apply(value))));
  }

  private double length(double value) {
    return switch (scale) {
      case LINEAR -> BARS * value / most();
      case POWERS_OF_TEN ->
          BARS * Math.log10(Math.max(1, value / least())) / Math.log10(most() / least());
    };
  }

  private DoubleStream grid() {
    return switch (scale) {
      case LINEAR -> DoubleStream.of(0, most());
      case POWERS_OF_TEN ->
          DoubleStream.iterate(least(), value -> value <= most() * 1.001, value -> value * 10);
    };
  }

  /**
   * The start of a scale of powers of ten: far enough below the smallest value for its bar to be
   * visible.
   */
  private double least() {
    return Math.pow(10, Math.floor(Math.log10(values().min().orElse(1) / 2)));
  }

  private double most() {
    return values().max().orElse(1);
  }

  /** The values that a scale can show. */
  private DoubleStream values() {
    return bars.stream().mapToDouble(Bar::value).filter(value -> value > 0);
  }
}
