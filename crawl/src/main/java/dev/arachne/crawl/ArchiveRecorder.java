package dev.arachne.crawl;

import dev.arachne.archive.ArchivePlace;
import dev.arachne.archive.RecordBytes;
import dev.arachne.archive.RecordRoom;
import dev.arachne.fetch.FetchOutcome;
import dev.arachne.frontier.Lease;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.WireTap;
import dev.arachne.ledger.Exchange;
import dev.arachne.network.Resolver;
import dev.arachne.runtime.Bulkhead;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.store.RowWriter;
import dev.arachne.tls.TlsAgreement;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Records visits for an archive: captures the bytes on the wire, makes records of them on threads
 * that may block, and stages these until the visit is committed ({@link ArchivedStore}).
 * Thread-safe.
 */
final class ArchiveRecorder implements VisitRecorder {
  /** Visits whose records are made at the same time: each has a compressor. */
  private static final int WIDTH = 2;

  /** Most DNS lookups that are held for visits at a time; further ones are not recorded. */
  private static final int MOST_LOOK_UPS = 10_000;

  private final Bulkhead threads = Bulkhead.of("archive", WIDTH);
  private final Map<Long, StagedVisit> staged = new ConcurrentHashMap<>();
  private final Map<String, LookUp> lookUps = new ConcurrentHashMap<>();
  private final AtomicLong tickets = new AtomicLong();
  private final ArchiveRecords records;
  private final RecordRoom room;

  /**
   * A recorder.
   *
   * @param room for the captured bytes
   */
  ArchiveRecorder(ArchiveRecords records, RecordRoom room) {
    this.records = records;
    this.room = room;
  }

  /** Visits whose records are not in the archive yet, by ticket. */
  Map<Long, StagedVisit> staged() {
    return staged;
  }

  @Override
  public String name() {
    return ArchivePlace.NOTES;
  }

  @Override
  public boolean wantsWhole() {
    return true;
  }

  /**
   * Returns a resolver that keeps the results of DNS lookups until a visit of the host records
   * them.
   */
  @Override
  public Resolver names(Resolver behind) {
    return (host, deadline) -> {
      List<InetAddress> addresses = behind.resolve(host, deadline);
      if (lookUps.size() < MOST_LOOK_UPS && !isLiteral(host)) {
        lookUps.put(host, new LookUp(host, EventLoop.current().time().now(), addresses));
      }
      return addresses;
    };
  }

  /**
   * The result of a DNS lookup: the addresses of a host.
   *
   * @param at when the result was known
   */
  record LookUp(String host, Instant at, List<InetAddress> addresses) {}

  private static boolean isLiteral(String host) {
    return host.indexOf(':') >= 0 || host.matches("[0-9.]+");
  }

  @Override
  public Recording begin(Lease lease) {
    return new OneVisit(lease);
  }

  /**
   * One exchange of a visit, as sent and received.
   *
   * @param url the requested URL
   * @param begun the time just before the request was sent
   * @param tls of its connection; empty without TLS
   */
  record Wire(
      CrawlUrl url,
      Instant begun,
      Optional<TlsAgreement> tls,
      RecordBytes request,
      RecordBytes response) {}

  private final class OneVisit implements Recording {
    private final Lease lease;
    private final List<Tap> taps = new ArrayList<>(1);
    private Optional<FetchOutcome> outcome = Optional.empty();

    OneVisit(Lease lease) {
      this.lease = lease;
    }

    @Override
    public HttpRequest tap(HttpRequest request) {
      var tap = new Tap(request.url());
      taps.add(tap);
      return request.withTap(tap);
    }

    @Override
    public void saw(FetchOutcome its) {
      outcome = Optional.of(its);
    }

    @Override
    public Optional<byte[]> end(List<Exchange> exchanges) throws IOException {
      List<Wire> wires = new ArrayList<>(taps.size());
      List<LookUp> names = new ArrayList<>(1);
      for (Tap tap : taps) {
        tap.requireWhole();
        Optional.ofNullable(lookUps.remove(tap.url.host())).ifPresent(names::add);
        tap.wire().ifPresent(wires::add);
      }
      long ticket = tickets.incrementAndGet();
      Instant now = EventLoop.current().time().now();
      elsewhere(
          "the records of " + lease.url(),
          () -> {
            var visit =
                new ArchiveRecords.Visit(lease, names, wires, exchanges, outcome, now, ticket);
            staged.put(ticket, records.of(visit));
          });
      return Optional.of(new RowWriter().fixed(ticket).toBytes());
    }

    @Override
    public void close() {
      for (Tap tap : taps) {
        tap.close();
      }
    }
  }

  /** Captures the bytes of one exchange. Confined to the loop of the visit. */
  private final class Tap implements WireTap {
    private final CrawlUrl url;
    private final RecordBytes request = new RecordBytes(room);
    private final RecordBytes response = new RecordBytes(room);
    private @Nullable Instant begun;
    private Optional<TlsAgreement> tls = Optional.empty();
    private @Nullable IOException failure;

    Tap(CrawlUrl url) {
      this.url = url;
    }

    @Override
    public void begin() {
      if (request.length() > 0) {
        change("what was sent before", request::close);
        change("what had come before", response::close);
      }
      begun = EventLoop.current().time().now();
      tls = Optional.empty();
    }

    @Override
    public void secured(TlsAgreement by) {
      tls = Optional.of(by);
    }

    @Override
    public void sent(byte[] bytes, int offset, int length) {
      add(request, bytes, offset, length);
    }

    @Override
    public void received(byte[] bytes, int offset, int length) {
      add(response, bytes, offset, length);
    }

    Optional<Wire> wire() {
      return Optional.ofNullable(begun).map(when -> new Wire(url, when, tls, request, response));
    }

    void requireWhole() throws IOException {
      if (failure != null) {
        throw failure;
      }
    }

    void close() {
      discard(request);
      discard(response);
    }

    private void discard(RecordBytes bytes) {
      if (bytes.isInMemory()) {
        bytes.forget();
      } else {
        change("what was recorded", bytes::close);
      }
    }

    private void add(RecordBytes to, byte[] bytes, int offset, int length) {
      if (failure != null) {
        return;
      }
      if (to.offer(bytes, offset, length)) {
        return;
      }
      byte[] taken = Arrays.copyOfRange(bytes, offset, offset + length);
      change("a part of " + url, () -> to.write(taken, 0, taken.length));
    }

    private void change(String what, Blocking work) {
      try {
        elsewhere(what, work);
      } catch (IOException e) {
        failure = e;
      }
    }
  }

  /** Work that may block and may fail. */
  private interface Blocking {
    void run() throws IOException;
  }

  private void elsewhere(String what, Blocking work) throws IOException {
    try {
      EventLoop.current()
          .offloadWhole(
              threads,
              what,
              () -> {
                work.run();
                return true;
              });
    } catch (TaskFailedException e) {
      if (e.failure() instanceof IOException failure) {
        throw failure;
      }
      throw e;
    }
  }
}
