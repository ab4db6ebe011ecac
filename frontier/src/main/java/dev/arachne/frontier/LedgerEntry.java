package dev.arachne.frontier;

import dev.arachne.url.CrawlUrl;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One decision of a crawl, as its ledger keeps it. Entries have positions, from 0 without a gap, in
 * the order in which things were decided; those about one URL are linked backwards, from its
 * verdict over its attempts to its discovery. Instants are exact to the microsecond.
 */
public sealed interface LedgerEntry {

  /** When it was decided. */
  Instant at();

  /**
   * A URL was found for the first time. If it was rejected then, this is its verdict too.
   *
   * @param via the position of the entry about the URL on which it was found; -1 for a root
   */
  record Found(
      Instant at, CrawlUrl url, long via, int depth, int redirects, Optional<DropReason> rejection)
      implements LedgerEntry {}

  /** An entry about a URL that was found before. */
  sealed interface Later extends LedgerEntry {
    /** The position of the entry about the discovery of the URL. */
    long found();

    /** The position of the entry before this one about the URL. */
    long previous();

    /** When the request of the attempt started; null if it did not come to a request. */
    @Nullable Instant started();
  }

  /**
   * An attempt that will be repeated.
   *
   * @param attempt which one, from 1
   * @param retry why, and when
   */
  record Tried(
      Instant at,
      long found,
      long previous,
      @Nullable Instant started,
      int attempt,
      Disposition.Retry retry)
      implements Later {}

  /**
   * The last word on a URL.
   *
   * @param attempts how often it was tried
   */
  record Decided(
      Instant at,
      long found,
      long previous,
      @Nullable Instant started,
      int attempts,
      Disposition.Final disposition)
      implements Later {}

  /** The entry as a value of its row; {@code position} is its own. */
  default byte[] value(long position) {
    var row = new RowWriter();
    switch (this) {
      case Found(Instant at, CrawlUrl url, long via, int depth, int redirects, var rejection) -> {
        row.octet('F').number(micros(at)).number(via < 0 ? 0 : position - via);
        row.number(depth).number(redirects).octet(rejection.map(DropReason::code).orElse('\0'));
        row.text(url.toString());
      }
      case Tried tried -> {
        link(row.octet('T'), tried, position);
        row.number(tried.attempt).number(tried.retry.backOff().toNanos());
        row.text(tried.retry.failure()).number(tried.retry.pause().toNanos());
      }
      case Decided decided -> {
        link(row.octet('D'), decided, position);
        row.number(decided.attempts);
        write(row, decided.disposition);
      }
    }
    return row.toBytes();
  }

  /** Reads the value of a row at {@code position}. */
  static LedgerEntry read(long position, byte[] value) {
    var row = new RowReader(value);
    int kind = row.octet();
    Instant at = instant(row.number());
    if (kind == 'F') {
      long via = row.number();
      int depth = (int) row.number();
      int redirects = (int) row.number();
      int code = row.octet();
      Optional<DropReason> rejection =
          code == 0 ? Optional.empty() : Optional.of(DropReason.ofCode(code));
      CrawlUrl url = CrawlUrl.of(row.text());
      return new Found(at, url, via == 0 ? -1 : position - via, depth, redirects, rejection);
    }
    long found = position - row.number();
    long previous = position - row.number();
    long took = row.number();
    Instant started = took == 0 ? null : at.minus(took - 1, ChronoUnit.MICROS);
    int attempt = (int) row.number();
    return switch (kind) {
      case 'T' -> {
        Duration backOff = Duration.ofNanos(row.number());
        var retry = new Disposition.Retry(backOff, row.text(), Duration.ofNanos(row.number()));
        yield new Tried(at, found, previous, started, attempt, retry);
      }
      case 'D' -> new Decided(at, found, previous, started, attempt, readDisposition(row));
      default -> throw new IllegalArgumentException("no ledger entry begins with " + kind);
    };
  }

  private static void link(RowWriter row, Later entry, long position) {
    Instant started = entry.started();
    row.number(micros(entry.at())).number(position - entry.found());
    row.number(position - entry.previous());
    row.number(started == null ? 0 : 1 + micros(entry.at()) - micros(started));
  }

  private static void write(RowWriter row, Disposition.Final disposition) {
    switch (disposition) {
      case Disposition.Done(Disposition.Answer answer) -> write(row.octet('D'), answer);
      case Disposition.Moved(Disposition.Answer answer, String target) -> {
        write(row.octet('M'), answer);
        row.text(target);
      }
      case Disposition.Dropped(DropReason reason, String detail, var answer) -> {
        row.octet('X').octet(reason.code()).text(detail);
        answer.ifPresent(its -> write(row, its));
      }
    }
  }

  private static Disposition.Final readDisposition(RowReader row) {
    return switch (row.octet()) {
      case 'D' -> new Disposition.Done(readAnswer(row));
      case 'M' -> new Disposition.Moved(readAnswer(row), row.text());
      default -> {
        DropReason reason = DropReason.ofCode(row.octet());
        String detail = row.text();
        Optional<Disposition.Answer> answer =
            row.atEnd() ? Optional.empty() : Optional.of(readAnswer(row));
        yield new Disposition.Dropped(reason, detail, answer);
      }
    };
  }

  private static void write(RowWriter row, Disposition.Answer answer) {
    row.number(answer.status())
        .text(answer.mediaType().equals("text/html") ? "h" : answer.mediaType())
        .number(answer.bytes())
        .number(answer.time().toNanos());
  }

  private static Disposition.Answer readAnswer(RowReader row) {
    int status = (int) row.number();
    String mediaType = row.text();
    long bytes = row.number();
    return new Disposition.Answer(
        status,
        mediaType.equals("h") ? "text/html" : mediaType,
        bytes,
        Duration.ofNanos(row.number()));
  }

  private static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }

  private static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
