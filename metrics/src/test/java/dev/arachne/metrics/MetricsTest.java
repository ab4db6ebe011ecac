package dev.arachne.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.arachne.runtime.DurationHistogram;
import org.junit.jupiter.api.Test;

class MetricsTest {
  private static Metrics some() {
    var took = new DurationHistogram();
    took.add(2_000_000);
    took.add(40_000_000_000L);
    var metrics = new Metrics();
    metrics
        .counter("a_bytes", "Bytes of \\ and\n\"others\".")
        .add(7, "kind", "a\\b\n\"c\"", "other", "")
        .add(0.5);
    metrics.gauge("b", "A gauge.").add(-3);
    metrics.durations("c_seconds", "How long.").add(took.counts(), "phase", "body");
    return metrics;
  }

  @Test
  void openMetricsHasUnitsAnEndAndCountersByTheNameOfTheirFamily() {
    String text = some().text(MetricsFormat.OPEN_METRICS);
    assertEquals(
        """
        # HELP a_bytes Bytes of \\\\ and\\n\\"others\\".
        # TYPE a_bytes counter
        # UNIT a_bytes bytes
        a_bytes_total{kind="a\\\\b\\n\\"c\\"",other=""} 7
        a_bytes_total 0.5
        # HELP b A gauge.
        # TYPE b gauge
        b -3
        # HELP c_seconds How long.
        # TYPE c_seconds histogram
        # UNIT c_seconds seconds
        c_seconds_bucket{phase="body",le="0.001"} 0
        c_seconds_bucket{phase="body",le="0.0025"} 1
        """,
        text.substring(0, text.indexOf("c_seconds_bucket{phase=\"body\",le=\"0.005\"")));
    assertEquals(
        """
        c_seconds_bucket{phase="body",le="30.0"} 1
        c_seconds_bucket{phase="body",le="+Inf"} 2
        c_seconds_count{phase="body"} 2
        c_seconds_sum{phase="body"} 40.002
        # EOF
        """,
        text.substring(text.indexOf("c_seconds_bucket{phase=\"body\",le=\"30.0\"")));
  }

  @Test
  void theFormOfPrometheusHasCountersByTheNameOfTheirValue() {
    String text = some().text(MetricsFormat.PROMETHEUS);
    assertEquals(
        """
        # HELP a_bytes_total Bytes of \\\\ and\\n"others".
        # TYPE a_bytes_total counter
        a_bytes_total{kind="a\\\\b\\n\\"c\\"",other=""} 7
        a_bytes_total 0.5
        # HELP b A gauge.
        """,
        text.substring(0, text.indexOf("# TYPE b")));
    assertEquals(-1, text.indexOf("# EOF"));
    assertEquals(-1, text.indexOf("# UNIT"));
  }

  @Test
  void namesThatPrometheusWouldNotHaveAreRefused() {
    var metrics = new Metrics();
    for (String name : new String[] {"", "a-b", "aB", "1a", "a__b", "a_", "a_total"}) {
      assertThrows(IllegalArgumentException.class, () -> metrics.counter(name, "."), name);
    }
    assertThrows(IllegalArgumentException.class, () -> metrics.durations("a_ms", "."));
    assertThrows(IllegalArgumentException.class, () -> metrics.gauge("a", ".").add(1, "only"));
    assertThrows(IllegalArgumentException.class, () -> metrics.gauge("a", ".").add(1, "L", "v"));
  }

  @Test
  void openMetricsIsSentOnRequestAndTheOlderFormOtherwise() {
    String prometheus =
        "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,"
            + "text/plain;version=0.0.4;q=0.5,*/*;q=0.1";
    assertEquals(MetricsFormat.OPEN_METRICS, MetricsFormat.acceptedBy(prometheus));
    assertEquals(MetricsFormat.PROMETHEUS, MetricsFormat.acceptedBy(""));
    assertEquals(MetricsFormat.PROMETHEUS, MetricsFormat.acceptedBy("text/html,*/*"));
  }
}
