package dev.arachne.fetch;

import dev.arachne.http.HttpFailure;
import dev.arachne.http.HttpResponse;
import dev.arachne.http.Phase;
import dev.arachne.http.Timings;
import dev.arachne.runtime.DurationHistogram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BinaryOperator;

/**
 * The counts of the exchanges of one loop: answers by classes of hosts and of statuses, failures by
 * kind, and the durations of each phase. Confined to its event loop: a few longs, and no lock.
 */
public final class FetchCounts {
  /** The classes of hosts; single hosts are not distinguished, since their number is unbounded. */
  public enum HostClass {
    /** Hosts of the crawl's seeds. */
    ROOT,
    /** All other hosts. */
    OTHER
  }

  /** The kinds of failures, in a few words. */
  public enum FailureKind {
    NAME,
    CONNECT,
    TLS,
    TIMEOUT,
    RESET,
    PROTOCOL,
    PROXY,
    FORBIDDEN,
    LOCAL,
    OTHER
  }

  /** The phases of an exchange that are timed. */
  public enum Step {
    /** The DNS lookup, for a new connection. */
    RESOLVE,
    /** The connection, if it is new. */
    CONNECT,
    /** The TLS handshake, if there was one. */
    TLS,
    /** From the request to the first byte of its answer. */
    FIRST_BYTE,
    /** From the first byte to the last. */
    BODY
  }

  private static final int LEAST_STATUS = 2;
  private static final int STATUS_CLASSES = 5;
  private static final int HUNDRED = 100;

  private final Set<String> roots;
  private final long[][] answers = new long[HostClass.values().length][STATUS_CLASSES];
  private final long[][] failures =
      new long[HostClass.values().length][FailureKind.values().length];
  private final long[] bytes = new long[HostClass.values().length];
  private final List<DurationHistogram> steps = new ArrayList<>();

  /**
   * No counts yet.
   *
   * @param roots the hosts of the crawl's seeds, as in URLs
   */
  public FetchCounts(Set<String> roots) {
    this.roots = roots;
    for (Step _ : Step.values()) {
      steps.add(new DurationHistogram());
    }
  }

  /** Counts an answer. */
  public void answered(HttpResponse response) {
    int host = hostClass(response.url().host()).ordinal();
    answers[host][statusClass(response.status())]++;
    bytes[host] += response.wireBytes();
    if (!response.remote().isUnresolved() && response.remote().getPort() == 0) {
      return; // The answer did not come over the network.
    }
    Timings its = response.timings();
    if (response.connectionUse() == 1) {
      step(Step.RESOLVE).add(its.dnsNanos() - its.acquiredNanos());
      step(Step.CONNECT).add(its.connectNanos() - its.dnsNanos());
      if (its.tlsNanos() > its.connectNanos()) {
        step(Step.TLS).add(its.tlsNanos() - its.connectNanos());
      }
    }
    step(Step.FIRST_BYTE).add(its.firstByteNanos() - its.sentNanos());
    step(Step.BODY).add(its.totalNanos() - its.firstByteNanos());
  }

  /** Counts an exchange without an answer. */
  public void failed(String host, HttpFailure failure) {
    failures[hostClass(host).ordinal()][kind(failure).ordinal()]++;
  }

  /** The counts up to now. */
  public Totals totals() {
    return new Totals(
        Arrays.stream(answers).map(FetchCounts::list).toList(),
        Arrays.stream(failures).map(FetchCounts::list).toList(),
        list(bytes),
        steps.stream().map(DurationHistogram::counts).toList());
  }

  private HostClass hostClass(String host) {
    return roots.contains(host) ? HostClass.ROOT : HostClass.OTHER;
  }

  private DurationHistogram step(Step step) {
    return steps.get(step.ordinal());
  }

  private static int statusClass(int status) {
    return Math.clamp(status / HUNDRED - LEAST_STATUS, 0, STATUS_CLASSES - 1);
  }

  private static FailureKind kind(HttpFailure failure) {
    return switch (failure) {
      case HttpFailure.NameNotFound _, HttpFailure.NameUnanswered _ -> FailureKind.NAME;
      case HttpFailure.ConnectionRefused _, HttpFailure.Unreachable _ -> FailureKind.CONNECT;
      case HttpFailure.TlsRefused _ -> FailureKind.TLS;
      case HttpFailure.TimedOut(Phase _) -> FailureKind.TIMEOUT;
      case HttpFailure.ClosedEarly _,
          HttpFailure.Reset _,
          HttpFailure.StreamReset _,
          HttpFailure.StaleConnection _ ->
          FailureKind.RESET;
      case HttpFailure.Malformed _,
          HttpFailure.Http2Broken _,
          HttpFailure.TooLarge _,
          HttpFailure.DecodingFailed _,
          HttpFailure.NotResumed _,
          HttpFailure.Unreadable _ ->
          FailureKind.PROTOCOL;
      case HttpFailure.ProxyRefused _ -> FailureKind.PROXY;
      case HttpFailure.AddressRefused _, HttpFailure.PortRefused _ -> FailureKind.FORBIDDEN;
      case HttpFailure.Local _ -> FailureKind.LOCAL;
      case HttpFailure.NotStored _, HttpFailure.ClientClosed _, HttpFailure.Other _ ->
          FailureKind.OTHER;
    };
  }

  private static List<Long> list(long[] counts) {
    return Arrays.stream(counts).boxed().toList();
  }

  /**
   * The counts at an instant, of one loop or of several. Immutable.
   *
   * @param answers by {@link HostClass}, and by classes of statuses from 2xx to 6xx; higher
   *     statuses count in the last class
   * @param failures by {@link HostClass} and {@link FailureKind}
   * @param bytes of answers, as received on the wire, by {@link HostClass}
   * @param steps by {@link Step}
   */
  public record Totals(
      List<List<Long>> answers,
      List<List<Long>> failures,
      List<Long> bytes,
      List<DurationHistogram.Counts> steps) {

    /** Keeps copies. */
    public Totals {
      answers = List.copyOf(answers);
      failures = List.copyOf(failures);
      bytes = List.copyOf(bytes);
      steps = List.copyOf(steps);
    }

    /** Returns the sums with the counts of another loop. */
    public Totals plus(Totals other) {
      return new Totals(
          joined(answers, other.answers, Totals::sum),
          joined(failures, other.failures, Totals::sum),
          sum(bytes, other.bytes),
          joined(steps, other.steps, DurationHistogram.Counts::plus));
    }

    /** Formats a class of statuses, as in {@code 2xx}. */
    public static String statusClass(int place) {
      return place + LEAST_STATUS + "xx";
    }

    /** Formats one of the constants above, as in {@code first_byte}. */
    public static String text(Enum<?> constant) {
      return constant.name().toLowerCase(Locale.ROOT);
    }

    private static List<Long> sum(List<Long> some, List<Long> others) {
      return joined(some, others, Long::sum);
    }

    private static <T> List<T> joined(List<T> some, List<T> others, BinaryOperator<T> join) {
      List<T> joined = new ArrayList<>(some.size());
      for (int i = 0; i < some.size(); i++) {
        joined.add(join.apply(some.get(i), others.get(i)));
      }
      return joined;
    }
  }
}
