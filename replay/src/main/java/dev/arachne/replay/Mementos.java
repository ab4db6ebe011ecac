package dev.arachne.replay;

import dev.arachne.archive.Cdxj;
import dev.arachne.archive.CdxjLookup;
import dev.arachne.archive.HttpPayload;
import dev.arachne.archive.WarcFields;
import dev.arachne.archive.WarcFile;
import dev.arachne.archive.WarcReader;
import dev.arachne.archive.WarcRecord;
import dev.arachne.url.CrawlUrl;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The captures of an archive, and their stored answers. Thread-safe.
 *
 * <p>An index joins URLs that are nearly the same, such as http and https. Captures of exactly the
 * requested URL come first, then the others.
 */
final class Mementos {
  private static final int MOST_CAPTURES = 100_000;

  /** Records that are opened for one answer, at most, while those before have no answer. */
  private static final int MOST_TRIES = 8;

  /** Revisits of revisits that are followed. */
  private static final int MOST_HOPS = 4;

  private final CdxjLookup index;
  private final Map<String, WarcFile> files;

  Mementos(CdxjLookup index, Map<String, WarcFile> files) {
    this.index = index;
    this.files = Map.copyOf(files);
  }

  CdxjLookup index() {
    return index;
  }

  /** The captures of a URL in order of time. */
  List<Cdxj> all(String url) throws IOException {
    return index.captures(url, MOST_CAPTURES);
  }

  /** A URL as captures are compared by. */
  static String canonical(String url) {
    return CrawlUrl.parse(url) instanceof CrawlUrl good ? good.toString() : url;
  }

  /** The answer that was captured nearest to a time; empty without a usable capture. */
  Optional<StoredAnswer> nearest(String url, Instant time) throws IOException {
    String wanted = canonical(url);
    List<Cdxj> ranked =
        all(url).stream()
            .sorted(
                Comparator.<Cdxj, Boolean>comparing(each -> !canonical(each.url()).equals(wanted))
                    .thenComparing(each -> isPoor(each, time))
                    .thenComparing(each -> Duration.between(each.time(), time).abs())
                    .thenComparing(Cdxj::offset, Comparator.reverseOrder()))
            .limit(MOST_TRIES)
            .toList();
    for (Cdxj capture : ranked) {
      Optional<StoredAnswer> answer = open(capture);
      if (answer.isPresent()) {
        if (!leadsTo(answer.get(), wanted)) {
          return answer;
        }
        answer.get().close();
      }
    }
    return Optional.empty();
  }

  /**
   * Whether a capture is a failed attempt or a partial body: such a capture is shown only for its
   * own time.
   */
  private static boolean isPoor(Cdxj capture, Instant time) {
    int status = capture.status().orElse(0);
    boolean isWhole = status < 500 && status != 429 && status != 304 && status != 206;
    return !isWhole && !capture.time().equals(time);
  }

  /** Whether it redirects from a similar URL to the requested one. */
  private static boolean leadsTo(StoredAnswer answer, String wanted) {
    return answer.isRedirect()
        && CrawlUrl.parse(answer.capture().url()) instanceof CrawlUrl from
        && from.resolve(answer.field("Location")) instanceof CrawlUrl to
        && to.toString().equals(wanted);
  }

  /**
   * Opens the record of a capture; empty if it is not an answer, or of another URL, or its body is
   * missing.
   */
  Optional<StoredAnswer> open(Cdxj capture) throws IOException {
    return open(capture, MOST_HOPS);
  }

  private Optional<StoredAnswer> open(Cdxj capture, int hops) throws IOException {
    WarcFile file = files.get(capture.filename());
    if (file == null) {
      throw new IOException("the archive has no file " + capture.filename());
    }
    WarcReader reader = WarcReader.openAt(file, capture.offset());
    Optional<StoredAnswer> answer = Optional.empty();
    try {
      if (reader.next() instanceof WarcRecord record
          && record.type().isPresent()
          && isOf(capture, record)) {
        answer =
            switch (record.type().get()) {
              case RESPONSE -> response(capture, record, reader);
              case RESOURCE -> Optional.of(resource(capture, record, reader));
              case REVISIT -> hops == 0 ? Optional.empty() : revisit(capture, record, hops - 1);
              case WARCINFO, REQUEST, METADATA, CONVERSION, CONTINUATION -> Optional.empty();
            };
      }
    } finally {
      boolean isRead = answer.isPresent() && answer.get().open().contains(reader);
      if (!isRead) {
        reader.close();
      }
    }
    return answer;
  }

  private static boolean isOf(Cdxj capture, WarcRecord record) {
    return record.targetUri().map(Mementos::canonical).orElse("").equals(canonical(capture.url()));
  }

  private static Optional<StoredAnswer> response(Cdxj capture, WarcRecord record, Closeable reader)
      throws IOException {
    if (!record.isHttp()) {
      return Optional.of(resource(capture, record, reader));
    }
    return HttpPayload.of(record.block())
        .map(http -> {
          InputStream content = http.content(record.blockLength());
          return new StoredAnswer(
              capture,
              http.head().status(),
              headers(http),
              http.body(),
              content,
              List.of(content, reader));
        });
  }

  private static List<Header> headers(HttpPayload http) {
    List<Header> headers = new ArrayList<>();
    for (int i = 0; i < http.head().headers().count(); i++) {
      headers.add(new Header(http.head().headers().name(i), http.head().headers().latin1Value(i)));
    }
    return headers;
  }

  private static StoredAnswer resource(Cdxj capture, WarcRecord record, Closeable reader) {
    String type = record.fields().first(WarcFields.CONTENT_TYPE).orElse("");
    List<Header> headers = type.isEmpty() ? List.of() : List.of(new Header("Content-Type", type));
    return new StoredAnswer(capture, 200, headers, record.block(), record.block(), List.of(reader));
  }

  /** A revisit's own head, except for status 304, and the body of the original. */
  private Optional<StoredAnswer> revisit(Cdxj capture, WarcRecord record, int hops)
      throws IOException {
    Optional<HttpPayload> own = record.isHttp() ? HttpPayload.of(record.block()) : Optional.empty();
    for (Cdxj candidate : originals(capture, record)) {
      Optional<StoredAnswer> original = open(candidate, hops);
      if (original.isPresent()) {
        StoredAnswer body = original.get();
        boolean isOwn = own.isPresent() && own.get().head().status() != 304;
        List<Header> headers = new ArrayList<>(isOwn ? headers(own.get()) : body.headers());
        if (isOwn) {
          headers.removeIf(header -> header.isNamed("Content-Encoding"));
          body.headers().stream()
              .filter(header -> header.isNamed("Content-Encoding"))
              .forEach(headers::add);
        }
        return Optional.of(
            new StoredAnswer(
                capture,
                isOwn ? own.get().head().status() : body.status(),
                headers,
                body.coded(),
                body.content(),
                body.open()));
      }
    }
    return Optional.empty();
  }

  /**
   * The captures that may have the body of a revisit: the one that it names, else those with the
   * same digest.
   */
  private List<Cdxj> originals(Cdxj capture, WarcRecord record) throws IOException {
    WarcFields fields = record.fields();
    String uri =
        fields
            .first(WarcFields.REFERS_TO_TARGET_URI)
            .map(text -> text.replaceAll("^<|>$", ""))
            .orElse(capture.url());
    Optional<String> date = fields.first(WarcFields.REFERS_TO_DATE).flatMap(Mementos::timestamp);
    List<Cdxj> others =
        all(uri).stream().filter(each -> !each.mediaType().equals("warc/revisit")).toList();
    return others.stream()
        .filter(each ->
            date.isPresent()
                ? each.timestamp().equals(date.get())
                : each.digest().equals(capture.digest()))
        .sorted(Comparator.comparing(each -> !each.digest().equals(capture.digest())))
        .limit(MOST_TRIES)
        .toList();
  }

  private static Optional<String> timestamp(String date) {
    try {
      return Optional.of(Cdxj.timestamp(OffsetDateTime.parse(date).toInstant()));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
