package dev.arachne.crawl;

import dev.arachne.archive.ArchivePlace;
import dev.arachne.archive.RecordBytes;
import dev.arachne.fetch.FetchOutcome;
import dev.arachne.frontier.Lease;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.WireTap;
import dev.arachne.ledger.Exchange;
import dev.arachne.runtime.Bulkhead;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.store.RowWriter;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.nio.file.Path;
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
 * Records visits for an archive: gathers what is on the wire, has records made of it on threads
 * that may block, and leaves them staged until the visit is committed ({@link ArchivedStore}).
 * Thread-safe.
 */
final class ArchiveRecorder implements VisitRecorder {
  /** Makes records of two visits at a time: each has a compressor. */
  private static final int WIDTH = 2;

  private final Bulkhead threads = Bulkhead.of("archive", WIDTH);
  private final Map<Long, StagedVisit> staged = new ConcurrentHashMap<>();
  private final AtomicLong tickets = new AtomicLong();
  private final ArchiveRecords records;
  private final Path parts;
  private final int mostInMemory;

  /**
   * A recorder.
   *
   * @param parts where bytes go that are too many for memory; the directory is there
   * @param mostInMemory bytes of one direction of an exchange
   */
  ArchiveRecorder(ArchiveRecords records, Path parts, int mostInMemory) {
    this.records = records;
    this.parts = parts;
    this.mostInMemory = mostInMemory;
  }

  /** Visits whose records are not in the archive yet, by their tickets. */
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

  @Override
  public Recording begin(Lease lease) {
    return new OneVisit(lease);
  }

  /**
   * One exchange of a visit, as it was on the wire.
   *
   * @param url that was asked for
   * @param begun when its request was about to be sent
   */
  record Wire(CrawlUrl url, Instant begun, RecordBytes request, RecordBytes response) {}

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
      return request.tappedBy(tap);
    }

    @Override
    public void saw(FetchOutcome its) {
      outcome = Optional.of(its);
    }

    @Override
    public Optional<byte[]> end(List<Exchange> exchanges) throws IOException {
      List<Wire> wires = new ArrayList<>(taps.size());
      for (Tap tap : taps) {
        tap.requireWhole();
        tap.wire().ifPresent(wires::add);
      }
      long ticket = tickets.incrementAndGet();
      Instant now = EventLoop.current().time().now();
      elsewhere(
          "the records of " + lease.url(),
          () -> {
            var visit = new ArchiveRecords.Visit(lease, wires, exchanges, outcome, now, ticket);
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

  /** Gathers the bytes of one exchange. Confined to the loop of the visit. */
  private final class Tap implements WireTap {
    private final CrawlUrl url;
    private final RecordBytes request = new RecordBytes(parts, mostInMemory);
    private final RecordBytes response = new RecordBytes(parts, mostInMemory);
    private @Nullable Instant begun;
    private @Nullable IOException failure;

    Tap(CrawlUrl url) {
      this.url = url;
    }

    @Override
    public void begin() {
      if (request.length() > 0) {
        change("what was sent before", request::clear);
        change("what had come before", response::clear);
      }
      begun = EventLoop.current().time().now();
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
      return Optional.ofNullable(begun).map(when -> new Wire(url, when, request, response));
    }

    void requireWhole() throws IOException {
      if (failure != null) {
        throw failure;
      }
    }

    void close() {
      if (!request.isInMemory() || !response.isInMemory()) {
        change("what was recorded", request::close);
        change("what was recorded", response::close);
      }
    }

    private void add(RecordBytes to, byte[] bytes, int offset, int length) {
      if (failure != null) {
        return;
      }
      if (to.hasRoom(length)) {
        try {
          to.write(bytes, offset, length);
        } catch (IOException e) {
          failure = e;
        }
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

  /** Work that may block, and fail. */
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
