package dev.arachne.metrics;

import java.util.Locale;

/** In which form numbers are written. */
public enum MetricsForm {
  /** OpenMetrics 1.0.0. */
  OPEN_METRICS("application/openmetrics-text; version=1.0.0; charset=utf-8"),
  /** The text format of Prometheus, 0.0.4: that of node_exporter's files, and of older servers. */
  PROMETHEUS("text/plain; version=0.0.4; charset=utf-8");

  private final String contentType;

  MetricsForm(String contentType) {
    this.contentType = contentType;
  }

  /** What HTTP calls it. */
  public String contentType() {
    return contentType;
  }

  /**
   * The form for who accepts this: OpenMetrics for all who name it, since only servers do that for
   * which the text was made.
   *
   * @param accept the value of the field Accept (RFC 9110 12.5.1); empty if there was none
   */
  public static MetricsForm acceptedBy(String accept) {
    return accept.toLowerCase(Locale.ROOT).contains("application/openmetrics-text")
        ? OPEN_METRICS
        : PROMETHEUS;
  }
}
