package dev.arachne.metrics;

import dev.arachne.runtime.DurationHistogram;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The metrics of a program at one instant, by name and labels. Names follow Prometheus: lower-case
 * words, with base units ({@code _seconds}, {@code _bytes}). A counter is named without the {@code
 * _total} of its samples.
 *
 * <pre>{@code
 * var metrics = new Metrics();
 * metrics.counter("arachne_requests", "Requests that were answered.")
 *     .add(12, "status_class", "2xx")
 *     .add(1, "status_class", "4xx");
 * String text = metrics.text(MetricsFormat.OPEN_METRICS);
 * }</pre>
 *
 * <p>Built by one thread; afterwards any number of threads may read it.
 */
public final class Metrics {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(_[a-z0-9]+)*");

  private static final List<String> UNITS = List.of("seconds", "bytes");

  private final List<Family> families = new ArrayList<>();

  private enum Type {
    COUNTER,
    GAUGE,
    HISTOGRAM;

    private final String text = name().toLowerCase(Locale.ROOT);
  }

  /**
   * Adds a counter: a number that only grows, from the start of its program or from an earlier one.
   */
  public Numbers counter(String name, String help) {
    if (name.endsWith("_total")) {
      throw new IllegalArgumentException("the name of a counter is given without _total: " + name);
    }
    return add(new Numbers(name, help, Type.COUNTER));
  }

  /** Adds a gauge: a number that goes up and down. */
  public Numbers gauge(String name, String help) {
    return add(new Numbers(name, help, Type.GAUGE));
  }

  /** Adds a histogram of durations; its name ends in {@code _seconds}. */
  public Durations durations(String name, String help) {
    return add(new Durations(name, help));
  }

  private <F extends Family> F add(F added) {
    Family family = added;
    if (!NAME.matcher(family.name).matches()) {
      throw new IllegalArgumentException("not the name of a metric: " + family.name);
    }
    families.add(family);
    return added;
  }

  /** Returns all metrics as text, in the order in which they were added. */
  public String text(MetricsFormat form) {
    var text = new StringBuilder(8_192);
    for (Family family : families) {
      family.write(form, text);
    }
    if (form == MetricsFormat.OPEN_METRICS) {
      text.append("# EOF\n");
    }
    return text.toString();
  }

  /** The samples of one name. */
  public abstract static sealed class Family {
    private final String name;
    private final String help;
    private final Type type;

    private Family(String name, String help, Type type) {
      this.name = name;
      this.help = help;
      this.type = type;
    }

    private void write(MetricsFormat form, StringBuilder text) {
      String head = form == MetricsFormat.PROMETHEUS ? sampleName() : name;
      text.append("# HELP ").append(head).append(' ');
      escape(help, form == MetricsFormat.OPEN_METRICS, text);
      text.append("\n# TYPE ").append(head).append(' ').append(type.text).append('\n');
      for (String unit : UNITS) {
        if (form == MetricsFormat.OPEN_METRICS && name.endsWith("_" + unit)) {
          text.append("# UNIT ").append(head).append(' ').append(unit).append('\n');
        }
      }
      writeSamples(text);
    }

    /** The name of its samples. */
    String sampleName() {
      return type == Type.COUNTER ? name + "_total" : name;
    }

    abstract void writeSamples(StringBuilder text);
  }

  /** Counters or gauges of one name. */
  public static final class Numbers extends Family {
    private record Sample(String labels, String value) {}

    private final List<Sample> samples = new ArrayList<>();

    private Numbers(String name, String help, Type type) {
      super(name, help, type);
    }

    /**
     * Adds a sample.
     *
     * @param labels names and values, alternating; no two samples of a family may have the same
     *     labels
     */
    public Numbers add(long value, String... labels) {
      samples.add(new Sample(labels(labels), Long.toString(value)));
      return this;
    }

    /** Adds a sample that need not be an integer. */
    public Numbers add(double value, String... labels) {
      samples.add(new Sample(labels(labels), Double.toString(value)));
      return this;
    }

    @Override
    void writeSamples(StringBuilder text) {
      for (Sample sample : samples) {
        line(sampleName(), sample.labels, sample.value, text);
      }
    }
  }

  /** Histograms of one name. */
  public static final class Durations extends Family {
    private record Sample(String labels, DurationHistogram.Counts counts) {}

    private final List<Sample> samples = new ArrayList<>();

    private Durations(String name, String help) {
      super(name, help, Type.HISTOGRAM);
      if (!name.endsWith("_seconds")) {
        throw new IllegalArgumentException("durations are in seconds: " + name);
      }
    }

    /** Adds a histogram; labels are names and values, alternating. */
    public Durations add(DurationHistogram.Counts counts, String... labels) {
      samples.add(new Sample(labels(labels), counts));
      return this;
    }

    @Override
    void writeSamples(StringBuilder text) {
      List<Double> bounds = DurationHistogram.bounds();
      for (Sample sample : samples) {
        String before = sample.labels.isEmpty() ? "" : sample.labels + ",";
        long upTo = 0;
        for (int i = 0; i < bounds.size(); i++) {
          upTo += sample.counts.counts().get(i);
          String labels = before + "le=\"" + bounds.get(i) + "\"";
          line(sampleName() + "_bucket", labels, Long.toString(upTo), text);
        }
        String all = Long.toString(sample.counts.total());
        line(sampleName() + "_bucket", before + "le=\"+Inf\"", all, text);
        line(sampleName() + "_count", sample.labels, all, text);
        String sum = Double.toString(sample.counts.seconds());
        line(sampleName() + "_sum", sample.labels, sum, text);
      }
    }
  }

  private static String labels(String... labels) {
    if (labels.length % 2 != 0) {
      throw new IllegalArgumentException("a label has a name and a value");
    }
    var text = new StringBuilder();
    for (int i = 0; i < labels.length; i += 2) {
      if (!NAME.matcher(labels[i]).matches()) {
        throw new IllegalArgumentException("not the name of a label: " + labels[i]);
      }
      text.append(i == 0 ? "" : ",").append(labels[i]).append("=\"");
      escape(labels[i + 1], true, text);
      text.append('"');
    }
    return text.toString();
  }

  private static void line(String name, String labels, String value, StringBuilder text) {
    text.append(name);
    if (!labels.isEmpty()) {
      text.append('{').append(labels).append('}');
    }
    text.append(' ').append(value).append('\n');
  }

  private static void escape(String value, boolean quotes, StringBuilder text) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '\\' -> text.append("\\\\");
        case '\n' -> text.append("\\n");
        case '"' -> text.append(quotes ? "\\\"" : "\"");
        default -> text.append(c);
      }
    }
  }
}
