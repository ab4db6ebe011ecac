package dev.arachne.metrics;

import java.util.Locale;

/** The text formats of metrics. */
public enum MetricsFormat {
  /** OpenMetrics 1.0.0. */
  OPEN_METRICS("application/openmetrics-text; version=1.0.0; charset=utf-8"),
  /**
   * The text format of Prometheus, 0.0.4, as in node_exporter's files; for older servers as well.
   */
  PROMETHEUS("text/plain; version=0.0.4; charset=utf-8");

  private final String contentType;

  MetricsFormat(String contentType) {
    this.contentType = contentType;
  }

  /** The media type of the format. */
  public String contentType() {
    return contentType;
  }

  /**
   * Returns the format for an Accept header: OpenMetrics if the client names it, since only servers
   * that support it do.
   *
   * @param accept the value of the field Accept (RFC 9110 12.5.1); empty without the field
   */
  public static MetricsFormat acceptedBy(String accept) {
    return accept.toLowerCase(Locale.ROOT).contains("application/openmetrics-text")
        ? OPEN_METRICS
        : PROMETHEUS;
  }
}
