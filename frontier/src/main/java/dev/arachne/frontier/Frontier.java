package dev.arachne.frontier;

import dev.arachne.runtime.Alarm;
import dev.arachne.runtime.Condition;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.url.Fingerprint;
import dev.arachne.url.Origin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a crawl knows of URLs: which were seen, which are next, which are decided. Workers lease a
 * URL, decide about it and complete the lease with what they found; redirects, roots and links all
 * come in by the same way and are given out once. It is kept in memory. Confined to its loop.
 *
 * <pre>
 *            offer                lease                complete(Final)
 *   (found) ------->  QUEUED  ----------->  IN FLIGHT  ---------------->  DECIDED
 *      |                 ^                      | complete(Retry)            ^
 *      |                 +------ RETRYING <-----+                            |
 *      +----- rejected ------------------------------------------------------+
 * </pre>
 *
 * <p>Hosts take turns: the one that has been due longest gives its oldest URL. The crawl is over
 * when nothing is queued and nobody is at work, for only work brings new URLs; the last worker to
 * notice tells the others.
 */
public final class Frontier {
  private final EventLoop loop;
  private final Consumer<Verdict> verdicts;
  private final SeenUrls seen = new SeenUrls();
  private final Map<Origin, HostQueue> hosts = new HashMap<>();

  /**
   * URLs that were too far away by every way on which they were found so far. A nearer one may turn
   * up as long as somebody is at work, so their verdict waits for the end. They are not seen yet.
   */
  private final Map<Fingerprint, Discovery> tooFar = new LinkedHashMap<>();

  /** The hosts that have a URL to give, by the time from which they may give it. */
  private final PriorityQueue<HostQueue> line = new PriorityQueue<>(HostQueue::compareTurns);

  /** Hosts that would stand in line, had the bound on pages not been reached. */
  private final List<HostQueue> beyondBound = new ArrayList<>();

  /** Workers without a URL. */
  private final Condition work;

  private @Nullable Alarm nextDue;
  private long nextDueAt;
  private long allowance;
  private long turns;
  private long decided;
  private long queued;
  private long retrying;
  private int inFlight;
  private boolean stopped;

  /**
   * An empty frontier.
   *
   * @param maxPages how many URLs may be leased; a URL that turns out to be skipped does not count
   * @param verdicts is told, on the loop, the last word on each URL
   */
  public Frontier(EventLoop loop, long maxPages, Consumer<Verdict> verdicts) {
    this.loop = loop;
    this.allowance = maxPages;
    this.verdicts = verdicts;
    this.work = new Condition(loop, "a URL to fetch");
  }

  /** Adds a URL, unless it was seen before. */
  public void offer(Discovery discovery) {
    assert loop.inLoop();
    Fingerprint fingerprint = discovery.url().fingerprint();
    if (seen.contains(fingerprint.high(), fingerprint.low())) {
      return;
    }
    if (discovery.rejection().filter(DropReason::dependsOnWay).isPresent()) {
      tooFar.putIfAbsent(fingerprint, discovery);
      return;
    }
    seen.add(fingerprint.high(), fingerprint.low());
    tooFar.remove(fingerprint);
    if (discovery.rejection().isPresent()) {
      reject(discovery);
    } else {
      enqueue(discovery);
    }
  }

  /** Whether it would be useless to offer the URL with this fingerprint. */
  public boolean hasSeen(long high, long low) {
    return seen.contains(high, low);
  }

  /** The next URL to decide about; waits until there is one; null when the crawl is over. */
  public @Nullable Lease lease() {
    while (!stopped) {
      Lease lease = next();
      if (lease != null) {
        if (work.waiting() > 0 && isDue(line.peek())) {
          work.signal();
        }
        return lease;
      }
      if (isOver()) {
        finish();
        return null;
      }
      work.await(Deadline.NEVER);
    }
    return null;
  }

  /**
   * The first request for a leased URL starts now.
   *
   * @param delay from now to the start of the next request to this host, at least
   */
  public void started(Lease lease, Duration delay) {
    assert loop.inLoop();
    HostQueue host = lease.host;
    host.known = true;
    host.delay = delay.toNanos();
    if (host.heldFor == lease) {
      host.due = loop.time().nanos() + host.delay;
      release(lease);
    }
  }

  /**
   * Ends a lease: what came of it, and what was found. Those of {@code found} that are new enter
   * the frontier together with the verdict.
   */
  public void complete(Lease lease, Disposition disposition, List<Discovery> found) {
    assert loop.inLoop();
    inFlight--;
    switch (disposition) {
      case Disposition.Retry(Duration backOff, String _) -> {
        retrying++;
        var entry = new HostQueue.Entry(lease.discovery(), lease.attempt() + 1);
        loop.after(backOff, () -> retry(lease.host, entry));
      }
      case Disposition.Final last -> {
        if (last instanceof Disposition.Dropped(DropReason reason, String _, var answer)
            && reason.kind() == DropReason.Kind.SKIPPED
            && answer.isEmpty()) {
          raiseAllowance();
        }
        decide(new Verdict(lease.discovery(), lease.attempt(), last));
      }
    }
    found.forEach(this::offer);
    release(lease);
    if (isOver()) {
      finish();
    }
  }

  /** Gives out no more URLs: everybody who waits, or asks, is told that the crawl is over. */
  public void stop() {
    stopped = true;
    work.signalAll();
  }

  /** Where all URLs are now. */
  public FrontierCounts counts() {
    long discovered = seen.size() + tooFar.size();
    return new FrontierCounts(discovered, decided, queued, retrying, tooFar.size(), inFlight);
  }

  /**
   * How long the first host in line still makes everybody wait; zero while some host may be asked,
   * or when no host is in line.
   */
  public Duration hostWait() {
    HostQueue first = line.peek();
    return first == null || isDue(first)
        ? Duration.ZERO
        : Duration.ofNanos(first.due - loop.time().nanos());
  }

  private void enqueue(Discovery discovery) {
    HostQueue host = hosts.computeIfAbsent(discovery.url().origin(), _ -> new HostQueue());
    host.line.add(new HostQueue.Entry(discovery, 1));
    queued++;
    lineUp(host);
    work.signal();
  }

  private void reject(Discovery discovery) {
    DropReason reason = discovery.rejection().orElseThrow();
    decide(new Verdict(discovery, 0, new Disposition.Dropped(reason, "")));
  }

  private void decide(Verdict verdict) {
    decided++;
    verdicts.accept(verdict);
  }

  private @Nullable Lease next() {
    for (HostQueue host = line.peek(); isDue(host); host = line.peek()) {
      line.remove();
      host.lined = false;
      HostQueue.Entry entry = host.line.element();
      if (entry.attempt() == 1 && allowance == 0) {
        beyondBound.add(host);
      } else {
        return grant(host, host.line.remove());
      }
    }
    wakeWhenDue();
    return null;
  }

  private Lease grant(HostQueue host, HostQueue.Entry entry) {
    if (entry.attempt() == 1) {
      queued--;
      allowance--;
    } else {
      retrying--;
    }
    inFlight++;
    var lease = new Lease(entry.discovery(), entry.attempt(), host);
    host.turn = ++turns;
    if (!host.known || host.delay > 0) {
      host.heldFor = lease;
    }
    lineUp(host);
    return lease;
  }

  private void retry(HostQueue host, HostQueue.Entry entry) {
    host.line.addFirst(entry);
    lineUp(host);
    work.signal();
  }

  private void release(Lease lease) {
    HostQueue host = lease.host;
    if (host.heldFor == lease) {
      host.heldFor = null;
      lineUp(host);
      work.signal();
    }
  }

  private void lineUp(HostQueue host) {
    if (!host.lined && host.heldFor == null && !host.line.isEmpty()) {
      host.lined = true;
      line.add(host);
    }
  }

  private void raiseAllowance() {
    allowance++;
    beyondBound.forEach(this::lineUp);
    beyondBound.clear();
    work.signal();
  }

  private boolean isDue(@Nullable HostQueue host) {
    return host != null && host.due - loop.time().nanos() <= 0;
  }

  /** Has somebody look again when the first host in line is due. */
  private void wakeWhenDue() {
    HostQueue first = line.peek();
    if (first == null || (nextDue != null && nextDueAt - first.due <= 0)) {
      return;
    }
    if (nextDue != null) {
      nextDue.cancel();
    }
    nextDueAt = first.due;
    nextDue =
        loop.after(
            Duration.ofNanos(first.due - loop.time().nanos()),
            () -> {
              nextDue = null;
              work.signal();
            });
  }

  /** The crawl is over: tells who waits, and decides what no way led near enough to. */
  private void finish() {
    for (var far = tooFar.entrySet().iterator(); far.hasNext(); ) {
      var entry = far.next();
      far.remove();
      seen.add(entry.getKey().high(), entry.getKey().low());
      reject(entry.getValue());
    }
    work.signalAll();
  }

  /** Nothing is left that could be leased, and nobody is at work who could bring more. */
  private boolean isOver() {
    return inFlight == 0 && retrying == 0 && (queued == 0 || allowance == 0);
  }
}
