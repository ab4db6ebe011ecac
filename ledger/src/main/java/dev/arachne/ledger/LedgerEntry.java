package dev.arachne.ledger;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;
import dev.arachne.store.StoreException;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One decision of a crawl, as its ledger keeps it. Entries have positions, from 0 without a gap, in
 * the order of the decisions. Those about one URL are linked backwards, from its last verdict over
 * all its attempts to its discovery. Instants are exact to the microsecond.
 */
public sealed interface LedgerEntry {
  /** The bit of a status in a row that says that the body was cut. */
  int CUT = 1 << 10;

  /** The bit of a status in a row that says that other services were offered. */
  int OFFERED = 1 << 11;

  /** The instant of the decision. */
  Instant at();

  /** A URL was found for the first time. If it was rejected then, this is its verdict too. */
  record Found(Instant at, Discovery discovery) implements LedgerEntry {
    /** The URL that was found. */
    public CrawlUrl url() {
      return discovery.url();
    }

    /** Links from a seed to it. */
    public int depth() {
      return discovery.depth();
    }

    /** The reason why the crawl rejects it; empty if it does not. */
    public Optional<DropReason> rejection() {
      return discovery.rejection();
    }

    /** Whether it is on another host than those of the crawl, which may request it all the same. */
    public boolean isExternal() {
      return discovery.priority() == Priority.EXTERNAL
          || rejection().equals(Optional.of(DropReason.OTHER_HOST))
          || rejection().equals(Optional.of(DropReason.NOT_REQUISITE));
    }
  }

  /**
   * A process began to work on the crawl.
   *
   * @param terms its terms, in a format of its own; the ledger does not read them
   */
  record Begun(Instant at, String terms) implements LedgerEntry {}

  /**
   * The user changed the crawl while it ran. From here on {@link Changes} are others.
   *
   * @param number of the change, from 1 without a gap
   */
  record Changed(Instant at, int number, Change change) implements LedgerEntry {
    /** The change with its number and its time, such as {@code change 3 (exclude=/a/ at TIME)}. */
    public String text() {
      return "change %d (%s at %s)"
          .formatted(number, change.text(), at.truncatedTo(ChronoUnit.SECONDS));
    }
  }

  /**
   * The robots rules of a site were requested. The outcome holds for URLs of the site from then on.
   *
   * @param previous the position of the entry before this one about the rules of the site; -1 for
   *     the first
   * @param exchanges the requests for it, over redirects also to other sites, in order
   * @param rules the outcome; the ledger does not read it
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record RulesFetched(
      Instant at, Origin origin, long previous, List<Exchange> exchanges, byte[] rules)
      implements LedgerEntry {}

  /**
   * A request is about to be sent. The entry is kept before the first byte leaves, where requests
   * have to keep a gap. An entry with its exchange follows, unless its process died or dropped it.
   */
  sealed interface Departure extends LedgerEntry {
    /** The address that it goes to. */
    InetAddress address();
  }

  /**
   * A page is about to be requested.
   *
   * @param found the position of the entry about the discovery of its URL
   */
  record PageAsked(Instant at, long found, InetAddress address) implements Departure {}

  /**
   * A robots.txt is about to be requested.
   *
   * @param site whose rules are requested
   * @param host that is asked: another one after a redirect
   */
  record RulesAsked(Instant at, Origin site, Origin host, InetAddress address)
      implements Departure {}

  /**
   * A subresource is about to be requested, to show its page in a browser.
   *
   * @param page whose scripts or markup request it
   * @param url the subresource
   */
  record SubresourceAsked(Instant at, CrawlUrl page, CrawlUrl url, InetAddress address)
      implements Departure {}

  /**
   * A subresource was requested, to show its page in a browser. It has no verdict, and is requested
   * again when another page needs it.
   *
   * @param page whose scripts or markup requested it
   * @param url the subresource
   * @param exchange the request
   * @param status of the answer; 0 without an answer
   * @param bytes of its body, decoded
   * @param failure why it has no answer; empty with an answer
   */
  record SubresourceFetched(
      Instant at,
      CrawlUrl page,
      CrawlUrl url,
      Exchange exchange,
      int status,
      long bytes,
      String failure)
      implements LedgerEntry {}

  /** An entry about a URL that was found before. */
  sealed interface Later extends LedgerEntry {
    /** The position of the entry about the discovery of the URL. */
    long found();

    /** The position of the entry before this one about the URL. */
    long previous();

    /** The number of the visit of the URL that it belongs to, from 1. */
    int visit();

    /** The same with other positions of the discovery and of the entry before it. */
    Later moved(long found, long previous);
  }

  /** A decided URL is to be visited again: its verdict is not final any more. */
  record Reopened(Instant at, long found, long previous, int visit) implements Later {
    @Override
    public Reopened moved(long toFound, long toPrevious) {
      return new Reopened(at, toFound, toPrevious, visit);
    }
  }

  /** An attempt at a URL, and its outcome. */
  sealed interface Attempt extends Later {
    /** The request of the attempt; empty if it did not come to one. */
    Optional<Exchange> exchange();

    /** The number of the attempt in the visit, from 1. */
    int attempt();

    /** The outcome. */
    Disposition disposition();
  }

  /** An attempt that will be repeated, with the reason and the time. */
  record Tried(
      Instant at,
      long found,
      long previous,
      int visit,
      Optional<Exchange> exchange,
      int attempt,
      Disposition.Retry disposition)
      implements Attempt {
    @Override
    public Tried moved(long toFound, long toPrevious) {
      return new Tried(at, toFound, toPrevious, visit, exchange, attempt, disposition);
    }
  }

  /**
   * The verdict on a URL: final, unless the URL is visited again.
   *
   * @param repeats how often the URL was found again before, as far as is known, since memory for
   *     counts is bounded
   */
  record Decided(
      Instant at,
      long found,
      long previous,
      int visit,
      Optional<Exchange> exchange,
      int attempt,
      long repeats,
      Disposition.Final disposition)
      implements Attempt {
    @Override
    public Decided moved(long toFound, long toPrevious) {
      return new Decided(at, toFound, toPrevious, visit, exchange, attempt, repeats, disposition);
    }
  }

  /** The entry as a value of its row; {@code position} is its own. */
  default byte[] value(long position) {
    var row = new RowWriter();
    if (this instanceof Decided decided) {
      link(row, 'D', decided, position);
      write(row.number(decided.repeats), decided.disposition);
    } else if (this instanceof Found(Instant at, Discovery discovery)) {
      discovery.write(row.octet('F').number(micros(at)));
    } else if (this instanceof PageAsked(Instant at, long found, InetAddress address)) {
      row.octet('P').number(micros(at)).number(position - found).bytes(address.getAddress());
    } else if (this instanceof Tried tried) {
      link(row, 'T', tried, position);
      write(row, tried.disposition);
    } else if (this instanceof RulesFetched rules) {
      write(row.octet('R'), rules, position);
    } else if (this instanceof Reopened(Instant at, long found, long previous, int visit)) {
      row.octet('V').number(micros(at)).number(position - found).number(position - previous);
      row.number(visit);
    } else if (this instanceof RulesAsked asked) {
      write(row.octet('A'), asked);
    } else if (this instanceof SubresourceAsked asked) {
      write(row.octet('U'), asked);
    } else if (this instanceof SubresourceFetched fetched) {
      write(row.octet('S'), fetched);
    } else if (this instanceof Begun(Instant at, String terms)) {
      row.octet('B').number(micros(at)).text(terms);
    } else if (this instanceof Changed(Instant at, int number, Change change)) {
      change.write(row.octet('C').number(micros(at)).number(number));
    } else {
      throw new AssertionError(this);
    }
    return row.toBytes();
  }

  private static void write(RowWriter row, RulesFetched rules, long position) {
    row.number(micros(rules.at)).text(rules.origin.toString());
    row.number(rules.previous < 0 ? 0 : position - rules.previous).number(rules.exchanges.size());
    rules.exchanges.forEach(exchange -> write(row, rules.at, exchange));
    row.bytes(rules.rules);
  }

  private static void write(RowWriter row, RulesAsked asked) {
    row.number(micros(asked.at)).text(asked.site.toString());
    row.text(asked.host.equals(asked.site) ? "" : asked.host.toString());
    row.bytes(asked.address.getAddress());
  }

  private static void write(RowWriter row, SubresourceAsked asked) {
    row.number(micros(asked.at)).text(asked.page.toString()).text(asked.url.toString());
    row.bytes(asked.address.getAddress());
  }

  private static void write(RowWriter row, SubresourceFetched fetched) {
    row.number(micros(fetched.at)).text(fetched.page.toString()).text(fetched.url.toString());
    write(row, fetched.at, fetched.exchange);
    row.number(fetched.status).number(fetched.bytes).text(fetched.failure);
  }

  /** Reads the value of a row at {@code position}. */
  static LedgerEntry read(long position, byte[] value) {
    try {
      return read(position, new RowReader(value));
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      throw StoreException.damaged("ledger entry " + position, e);
    }
  }

  private static LedgerEntry read(long position, RowReader row) {
    int kind = row.octet();
    Instant at = instant(row.number());
    return switch (kind) {
      case 'F' -> new Found(at, Discovery.read(row));
      case 'B' -> new Begun(at, row.text());
      case 'C' -> new Changed(at, (int) row.number(), Change.read(row));
      case 'R' -> readRules(position, at, row);
      case 'P' -> new PageAsked(at, position - row.number(), readAddress(row));
      case 'A' -> readRulesAsked(at, row);
      case 'U' -> new SubresourceAsked(at, readUrl(row), readUrl(row), readAddress(row));
      case 'S' ->
          new SubresourceFetched(
              at,
              readUrl(row),
              readUrl(row),
              readExchange(at, row.number(), row),
              (int) row.number(),
              row.number(),
              row.text());
      case 'V' ->
          new Reopened(at, position - row.number(), position - row.number(), (int) row.number());
      case 'T', 'D' -> readAttempt(position, at, kind, 1, row);
      case 't', 'd' ->
          readAttempt(position, at, Character.toUpperCase(kind), (int) row.number(), row);
      default -> throw new IllegalArgumentException("no ledger entry begins with " + kind);
    };
  }

  private static RulesFetched readRules(long position, Instant at, RowReader row) {
    Origin origin = LedgerKeys.origin(row);
    long previous = row.number();
    List<Exchange> exchanges = new ArrayList<>();
    for (long left = row.number(); left > 0; left--) {
      exchanges.add(readExchange(at, row.number(), row));
    }
    return new RulesFetched(
        at, origin, previous == 0 ? -1 : position - previous, List.copyOf(exchanges), row.bytes());
  }

  private static RulesAsked readRulesAsked(Instant at, RowReader row) {
    Origin site = LedgerKeys.origin(row);
    String host = row.text();
    return new RulesAsked(
        at, site, host.isEmpty() ? site : CrawlUrl.of(host + "/").origin(), readAddress(row));
  }

  private static Attempt readAttempt(
      long position, Instant at, int kind, int visit, RowReader row) {
    long found = position - row.number();
    long previous = position - row.number();
    int attempt = (int) row.number();
    long sentBefore = row.number();
    Optional<Exchange> exchange =
        sentBefore == 0 ? Optional.empty() : Optional.of(readExchange(at, sentBefore, row));
    return kind == 'T'
        ? new Tried(at, found, previous, visit, exchange, attempt, readRetry(row))
        : new Decided(at, found, previous, visit, exchange, attempt, row.number(), readFinal(row));
  }

  /** Nearly all are of the first visit, which so needs no number. */
  private static void link(RowWriter row, char kind, Attempt entry, long position) {
    if (entry.visit() == 1) {
      row.octet(kind).number(micros(entry.at()));
    } else {
      row.octet(Character.toLowerCase(kind)).number(micros(entry.at())).number(entry.visit());
    }
    row.number(position - entry.found());
    row.number(position - entry.previous()).number(entry.attempt());
    if (entry.exchange().isPresent()) {
      write(row, entry.at(), entry.exchange().get());
    } else {
      row.number(0);
    }
  }

  /** Backwards from the entry's own time, since that makes small numbers. */
  private static void write(RowWriter row, Instant at, Exchange exchange) {
    row.number(1 + micros(at) - micros(exchange.sent()));
    row.number(micros(at) - micros(exchange.ended()));
    row.bytes(exchange.address().getAddress());
  }

  private static Exchange readExchange(Instant at, long sentBefore, RowReader row) {
    Instant sent = at.minus(sentBefore - 1, ChronoUnit.MICROS);
    Duration took = Duration.of(sentBefore - 1 - row.number(), ChronoUnit.MICROS);
    return new Exchange(readAddress(row), sent, took);
  }

  private static CrawlUrl readUrl(RowReader row) {
    return CrawlUrl.of(row.text());
  }

  private static InetAddress readAddress(RowReader row) {
    try {
      return InetAddress.getByAddress(row.bytes());
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("an address of the ledger has a length of its own", e);
    }
  }

  private static void write(RowWriter row, Disposition.Retry retry) {
    row.number(retry.backOff().toNanos()).text(retry.failure()).number(retry.pause().toNanos());
    retry.answer().ifPresent(its -> write(row, its));
  }

  private static Disposition.Retry readRetry(RowReader row) {
    Duration backOff = Duration.ofNanos(row.number());
    String failure = row.text();
    Duration pause = Duration.ofNanos(row.number());
    return new Disposition.Retry(backOff, failure, pause, readAnswerIfAny(row));
  }

  private static void write(RowWriter row, Disposition.Final disposition) {
    if (disposition instanceof Disposition.Dropped(DropReason reason, String detail, var _)) {
      row.octet('X').octet(reason.code()).text(detail);
    } else if (disposition instanceof Disposition.Moved(var _, String target)) {
      row.octet('M').text(target);
    } else {
      row.octet('D');
    }
    disposition.answered().ifPresent(answer -> write(row, answer));
  }

  private static Disposition.Final readFinal(RowReader row) {
    return switch (row.octet()) {
      case 'D' -> new Disposition.Done(readAnswer(row));
      case 'M' -> {
        String target = row.text();
        yield new Disposition.Moved(readAnswer(row), target);
      }
      default -> {
        DropReason reason = DropReason.ofCode(row.octet());
        yield new Disposition.Dropped(reason, row.text(), readAnswerIfAny(row));
      }
    };
  }

  /**
   * The status, which is below 1,000, comes with two bits below it and two above it that say which
   * of the optional parts follow.
   */
  private static void write(RowWriter row, Disposition.Answer answer) {
    int parts = (answer.digest().isPresent() ? 1 : 0) | (answer.retryAfter().isPresent() ? 2 : 0);
    int cut = answer.cut().isPresent() ? CUT : 0;
    int offered = answer.altSvc().isPresent() ? OFFERED : 0;
    row.number((long) (answer.status() | cut | offered) << 2 | parts)
        .text(answer.mediaType().equals("text/html") ? "h" : answer.mediaType())
        .number(answer.bytes())
        .number(answer.time().toNanos() / 1_000);
    answer.digest().ifPresent(digest -> row.fixed(digest.high()).fixed(digest.low()));
    answer.retryAfter().ifPresent(rest -> row.number(rest.toMillis()));
    answer.cut().ifPresent(why -> row.octet(why.code()));
    answer.altSvc().ifPresent(row::text);
  }

  private static Optional<Disposition.Answer> readAnswerIfAny(RowReader row) {
    return row.atEnd() ? Optional.empty() : Optional.of(readAnswer(row));
  }

  private static Disposition.Answer readAnswer(RowReader row) {
    long status = row.number();
    String mediaType = row.text();
    long bytes = row.number();
    Duration time = Duration.of(row.number(), ChronoUnit.MICROS);
    Optional<PayloadDigest> digest =
        (status & 1) == 0
            ? Optional.empty()
            : Optional.of(new PayloadDigest(row.fixed(), row.fixed()));
    Optional<Duration> retryAfter =
        (status & 2) == 0 ? Optional.empty() : Optional.of(Duration.ofMillis(row.number()));
    Optional<TruncationReason> cut =
        (status >> 2 & CUT) == 0
            ? Optional.empty()
            : Optional.of(TruncationReason.ofCode(row.octet()));
    Optional<String> altSvc =
        (status >> 2 & OFFERED) == 0 ? Optional.empty() : Optional.of(row.text());
    return new Disposition.Answer(
        (int) (status >> 2) & ~(CUT | OFFERED),
        mediaType.equals("h") ? "text/html" : mediaType,
        bytes,
        time,
        digest,
        retryAfter,
        cut,
        altSvc);
  }

  private static long micros(Instant instant) {
    return instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1_000;
  }

  private static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
