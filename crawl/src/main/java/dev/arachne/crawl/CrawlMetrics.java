package dev.arachne.crawl;

import dev.arachne.fetch.FetchCounts.FailureKind;
import dev.arachne.fetch.FetchCounts.HostClass;
import dev.arachne.fetch.FetchCounts.Step;
import dev.arachne.fetch.FetchCounts.Totals;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.HostSurvey;
import dev.arachne.http.ByteBudget;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.metrics.Metrics;
import dev.arachne.output.Outputs;
import dev.arachne.report.CrawlStatistics;
import dev.arachne.runtime.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The metrics of a crawl. They are put together on request, from counts that the crawl keeps
 * anyway. Labels have bounded cardinality: loops, consumers and fixed words, never hosts or URLs.
 * Confined to its event loop.
 */
final class CrawlMetrics {
  private final Frontier frontier;
  private final CrawlStatistics statistics;
  private final Outputs outputs;
  private final ByteBudget pages;

  /** The numbers of its loops, which are known until they end; empty before they have started. */
  private List<LoopNumbers> loops = List.of();

  private int leasing;
  private Map<?, Integer> waiting = Map.of();

  /** The numbers of one loop. */
  private record LoopNumbers(
      Totals fetched, Duration lag, long waitedNanos, int connections, int idle, int buffers) {}

  CrawlMetrics(Frontier frontier, CrawlStatistics statistics, Outputs outputs, ByteBudget pages) {
    this.frontier = frontier;
    this.statistics = statistics;
    this.outputs = outputs;
    this.pages = pages;
  }

  /** Samples workers and loops; for the last time before these end. */
  void look(FetchLoops fetchLoops, LoadWatch loads) {
    List<LoopNumbers> looked = new ArrayList<>();
    for (FetchLoop fetchLoop : fetchLoops.all()) {
      looked.add(
          fetchLoop.loop().inLoop()
              ? numbers(fetchLoop)
              : fetchLoop.loop().call("its numbers", () -> numbers(fetchLoop)));
    }
    loops = List.copyOf(looked);
    leasing = loads.leasing();
    waiting = loads.waiting();
  }

  private static LoopNumbers numbers(FetchLoop fetchLoop) {
    EventLoop loop = fetchLoop.loop();
    return new LoopNumbers(
        fetchLoop.counts().totals(),
        fetchLoop.lag().now(),
        loop.waitedNanos(),
        fetchLoop.client().connections(),
        fetchLoop.client().idleConnections(),
        loop.buffers().lent());
  }

  /** Returns the current metrics, with workers and loops as of the last sample. */
  Metrics metrics() {
    var metrics = new Metrics();
    addFetches(metrics);
    addUrls(metrics);
    addHosts(metrics);
    addStore(metrics);
    addLoops(metrics);
    addProcess(metrics);
    return metrics;
  }

  private void addFetches(Metrics metrics) {
    var answers =
        metrics.counter(
            "arachne_requests",
            "Requests that were answered in this process, those for robots.txt too, by whether the"
                + " host is one of the crawl's roots, and by class of the status.");
    var failures =
        metrics.counter(
            "arachne_request_failures",
            "Requests without an answer in this process, by whether the host is one of the crawl's"
                + " roots, and by what has failed.");
    var bytes =
        metrics.counter(
            "arachne_received_bytes", "Bytes of answers in this process, as they came.");
    var steps =
        metrics.durations(
            "arachne_fetch_phase_seconds",
            "Phases of fetches in this process: the look-up of the name, the connection and TLS"
                + " where they were new, the wait for the first byte, the rest of the answer.");
    if (loops.isEmpty()) {
      return;
    }
    Totals totals = loops.stream().map(LoopNumbers::fetched).reduce(Totals::plus).orElseThrow();
    for (HostClass host : HostClass.values()) {
      String name = Totals.text(host);
      List<Long> statuses = totals.answers().get(host.ordinal());
      for (int i = 0; i < statuses.size(); i++) {
        answers.add(statuses.get(i), "host_class", name, "status_class", Totals.statusClass(i));
      }
      for (FailureKind kind : FailureKind.values()) {
        failures.add(
            totals.failures().get(host.ordinal()).get(kind.ordinal()),
            "host_class",
            name,
            "reason",
            Totals.text(kind));
      }
      bytes.add(totals.bytes().get(host.ordinal()), "host_class", name);
    }
    for (Step step : Step.values()) {
      steps.add(totals.steps().get(step.ordinal()), "phase", Totals.text(step));
    }
  }

  private void addUrls(Metrics metrics) {
    FrontierCounts counts = frontier.counts();
    metrics
        .counter("arachne_urls_discovered", "Distinct URLs that the crawl has found.")
        .add(counts.discovered());
    metrics
        .counter("arachne_urls_decided", "URLs with a verdict, by verdict.")
        .add(counts.fetched(), "verdict", "fetched")
        .add(counts.skipped(), "verdict", "skipped")
        .add(counts.failed(), "verdict", "failed");
    metrics
        .counter("arachne_urls_found_again", "Links to URLs that had been found before.")
        .add(counts.repeats());
    metrics
        .gauge("arachne_urls_pending", "URLs without a verdict, by what they wait for.")
        .add(counts.queued(), "state", "queued")
        .add(counts.retrying(), "state", "retrying")
        .add(counts.tooFar(), "state", "too_far")
        .add(counts.inFlight(), "state", "in_flight");
    metrics
        .counter("arachne_page_bytes", "Bytes of bodies of decided URLs, as they came.")
        .add(statistics.bytes());
  }

  private void addHosts(Metrics metrics) {
    HostSurvey hosts = frontier.hosts();
    metrics
        .gauge(
            "arachne_hosts",
            "Hosts with URLs to do: those that may be asked now, and those that rest for a delay or"
                + " a limit.")
        .add(hosts.busy() - hosts.resting(), "state", "ready")
        .add(hosts.resting(), "state", "resting");
    metrics
        .gauge(
            "arachne_longest_queue_seconds",
            "The time that the host with most to do takes, by its delay alone.")
        .add(hosts.longest().toNanos() / 1e9);
    var waits = metrics.gauge("arachne_workers", "Workers of the crawl, by what they wait for.");
    waits.add(leasing, "waiting_for", "url");
    waiting.forEach((kind, workers) ->
        waits.add(workers, "waiting_for", kind.toString().toLowerCase(Locale.ROOT)));
  }

  private void addStore(Metrics metrics) {
    metrics
        .durations(
            "arachne_commit_seconds",
            "Commits of the crawl's rows in this process: what is committed outlives the process.")
        .add(frontier.commitTimes());
    metrics
        .durations(
            "arachne_sync_seconds",
            "Syncs of the crawl's rows in this process: what is synced outlives a power cut.")
        .add(frontier.syncTimes());
    var behind =
        metrics.gauge(
            "arachne_consumer_lag_entries", "Entries of the ledger that a consumer has not had.");
    outputs.behind().forEach((name, entries) -> behind.add(entries, "consumer", name));
  }

  private void addLoops(Metrics metrics) {
    var lag =
        metrics.gauge(
            "arachne_loop_lag_seconds", "How late an event loop was of late with what is ready.");
    var waited =
        metrics.counter(
            "arachne_loop_idle_seconds", "Time in which an event loop had nothing to do.");
    var connections =
        metrics.gauge(
            "arachne_connections",
            "Connections, or streams of HTTP/2, of the pools of an event loop.");
    var buffers =
        metrics.gauge("arachne_loop_buffers", "Buffers of an event loop that are in use.");
    for (int i = 0; i < loops.size(); i++) {
      LoopNumbers its = loops.get(i);
      String number = Integer.toString(i);
      lag.add(its.lag.toNanos() / 1e9, "loop", number);
      waited.add(its.waitedNanos / 1e9, "loop", number);
      connections.add(its.connections - its.idle, "loop", number, "state", "in_use");
      connections.add(its.idle, "loop", number, "state", "idle");
      buffers.add(its.buffers, "loop", number);
    }
    metrics
        .gauge(
            "arachne_page_memory_bytes",
            "Memory for pages in flight that is taken beyond what each fetch has for itself.")
        .add(pages.taken());
  }

  /** Adds the metrics of the process, under the names that other programs on the JVM use. */
  private static void addProcess(Metrics metrics) {
    Runtime jvm = Runtime.getRuntime();
    metrics
        .gauge("jvm_memory_used_bytes", "Memory of the JVM that is in use.")
        .add(jvm.totalMemory() - jvm.freeMemory(), "area", "heap");
    metrics
        .gauge("jvm_memory_committed_bytes", "Memory that the JVM has of its system.")
        .add(jvm.totalMemory(), "area", "heap");
    metrics
        .gauge("jvm_memory_max_bytes", "Memory that the JVM may have at most.")
        .add(jvm.maxMemory(), "area", "heap");
    var info = ProcessHandle.current().info();
    info.totalCpuDuration()
        .ifPresent(cpu ->
            metrics
                .counter("process_cpu_seconds", "CPU time of the process.")
                .add(cpu.toNanos() / 1e9));
    info.startInstant()
        .ifPresent(start ->
            metrics
                .gauge("process_start_time_seconds", "When the process began, since 1970.")
                .add(start.toEpochMilli() / 1e3));
  }
}
