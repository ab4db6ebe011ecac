package dev.arachne.index;

import dev.arachne.content.Heading;
import dev.arachne.content.PageContent;
import dev.arachne.content.PageLink;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.PayloadDigest;
import dev.arachne.pages.DecidedPage;
import dev.arachne.url.CrawlUrl;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.util.BytesRef;

/** How a page becomes a document of the index. Pure. */
final class PageDocument {
  /** Directories of a path by which pages can be chosen. */
  private static final int MOST_SECTIONS = 8;

  /** Names of a path together by which a page is known. */
  private static final int MOST_NAMES = 6;

  /** Characters of a media type or a language tag; a longer value is ignored. */
  private static final int LONGEST_VALUE = 200;

  private static final int ISO_DATE = 10;

  /**
   * The first date that counts. Pages may state any date; one out of range is ignored, or does not
   * fit a number of the index.
   */
  private static final Instant FIRST_DATE = Instant.parse("0000-01-01T00:00:00Z");

  private static final Instant LAST_DATE = Instant.parse("9999-12-31T00:00:00Z");

  private static final FieldType LINK = new FieldType();

  static {
    LINK.setIndexOptions(IndexOptions.DOCS);
    LINK.setOmitNorms(true);
    LINK.setTokenized(false);
    LINK.freeze();
  }

  private PageDocument() {}

  /** The document of a page; if its content is unknown, only the links to it describe it. */
  static Document of(DecidedPage page, Optional<PageContent> content) {
    Document document = head(page.url(), IndexFields.PAGE);
    document.add(new StoredField(IndexFields.URL, page.url().toString()));
    document.add(new NumericDocValuesField(IndexFields.POSITION, page.position()));
    document.add(new NumericDocValuesField(IndexFields.FETCHED, micros(page.entry().at())));
    Instant date = content.flatMap(PageDocument::date).orElse(page.entry().at());
    document.add(new LongPoint(IndexFields.DATE, micros(date)));
    addAnswer(page, document);
    addSections(page.url(), document);
    String path = decoded(page.url().pathAndQuery());
    String urlText = page.url().host() + " " + path.replace('_', ' ');
    document.add(new TextField(IndexFields.URL, Words.withParts(urlText), Field.Store.NO));
    addNames(path, document);
    document.add(new NumericDocValuesField(IndexFields.LINKING_PAGES, 0));
    document.add(new NumericDocValuesField(IndexFields.LINKING_HOSTS, 0));
    if (content.isPresent()) {
      add(content.get(), page.url(), document);
    } else {
      addLanguage("", document);
    }
    return document;
  }

  /** The document of a URL that redirects to another one. */
  static Document moved(CrawlUrl from, CrawlUrl to) {
    Document document = head(from, IndexFields.MOVED);
    BytesRef leads = new BytesRef(IndexFields.key(to.toString()));
    document.add(new BinaryDocValuesField(IndexFields.LEADS, leads));
    return document;
  }

  private static Document head(CrawlUrl url, String kind) {
    var document = new Document();
    document.add(new StringField(IndexFields.KIND, kind, Field.Store.NO));
    document.add(new StringField(IndexFields.ID, IndexFields.key(url.toString()), Field.Store.NO));
    return document;
  }

  private static void addAnswer(DecidedPage page, Document document) {
    String type = bounded(page.mediaType()).toLowerCase(Locale.ROOT);
    document.add(new SortedDocValuesField(IndexFields.TYPE, new BytesRef(type)));
    document.add(new StoredField(IndexFields.TYPE, type));
    int slash = type.indexOf('/');
    if (slash > 0) {
      keyword(IndexFields.TYPE, type, document);
      keyword(IndexFields.TYPE, type.substring(0, slash), document);
      keyword(IndexFields.TYPE, type.substring(slash + 1), document);
    }
    String digest =
        page.entry()
            .disposition()
            .answered()
            .flatMap(Disposition.Answer::digest)
            .map(PayloadDigest::toString)
            .orElse("");
    document.add(new StoredField(IndexFields.DIGEST, digest));
  }

  /** Host, the domains above it, and the directories below it; with and without a port. */
  private static void addSections(CrawlUrl url, Document document) {
    String host = url.host();
    String port = url.hostAndPort().substring(host.length());
    document.add(new SortedDocValuesField(IndexFields.HOST, new BytesRef(host)));
    for (int dot = -1; ; dot = host.indexOf('.', dot + 1)) {
      String domain = host.substring(dot + 1);
      if (!domain.isEmpty()) {
        site(domain, port, "", document);
      }
      if (host.indexOf('.', dot + 1) < 0) {
        break;
      }
    }
    String path = url.path();
    String first = host;
    int sections = 0;
    for (int slash = path.indexOf('/', 1);
        slash > 0 && sections < MOST_SECTIONS;
        slash = path.indexOf('/', slash + 1)) {
      String section = path.substring(0, slash);
      site(host, port, section, document);
      first = sections == 0 ? host + section : first;
      sections++;
    }
    document.add(new SortedDocValuesField(IndexFields.SECTION, new BytesRef(first)));
  }

  private static void site(String host, String port, String section, Document document) {
    keyword(IndexFields.SITE, host + section, document);
    if (!port.isEmpty()) {
      keyword(IndexFields.SITE, host + port + section, document);
    }
  }

  private static void add(PageContent content, CrawlUrl url, Document document) {
    addLanguage(content.language(), document);
    document.add(
        new TextField(IndexFields.TITLE, Words.withParts(content.title()), Field.Store.NO));
    document.add(new StoredField(IndexFields.TITLE, content.title()));
    addName(content.title(), document);
    String headings =
        content.headings().stream().map(Heading::text).collect(Collectors.joining(". "));
    document.add(new TextField(IndexFields.HEADINGS, Words.withParts(headings), Field.Store.NO));
    document.add(new TextField(IndexFields.TEXT, Words.split(content.text()), Field.Store.NO));
    document.add(new StoredField(IndexFields.TEXT, content.text()));
    document.add(new NumericDocValuesField(IndexFields.SIM_HASH, content.simHash()));
    for (PageLink link : content.links()) {
      if (!link.url().equals(url)) {
        String term = IndexFields.key(link.url().toString()) + '\0' + link.text().strip();
        document.add(new Field(IndexFields.LINK, term, LINK));
      }
    }
  }

  /** Lucene takes no term of more than 32 kB, and a page may state one that is longer. */
  private static String bounded(String stated) {
    return stated.length() > LONGEST_VALUE ? "" : stated;
  }

  private static void addLanguage(String stated, Document document) {
    String language = bounded(stated);
    String subtag = Analyzers.subtag(language);
    String tag = language.toLowerCase(Locale.ROOT);
    document.add(new SortedDocValuesField(IndexFields.LANGUAGE, new BytesRef(subtag)));
    document.add(new StoredField(IndexFields.LANGUAGE, language));
    keyword(IndexFields.LANGUAGE, subtag, document);
    if (!tag.equals(subtag)) {
      keyword(IndexFields.LANGUAGE, tag, document);
    }
  }

  private static void addName(String name, Document document) {
    String key = Words.key(name);
    if (!key.isEmpty()) {
      keyword(IndexFields.NAME, key, document);
    }
  }

  private static void keyword(String field, String value, Document document) {
    document.add(new StringField(field, value, Field.Store.NO));
  }

  /**
   * Adds the last name of a path, without an ending for its format, alone and with those before it:
   * a page is known by {@code regex Pattern} as well as by {@code Pattern}.
   */
  private static void addNames(String path, Document document) {
    int query = path.indexOf('?');
    String plain = query < 0 ? path : path.substring(0, query);
    int slash = plain.lastIndexOf('/');
    int dot = plain.lastIndexOf('.');
    String named = dot > slash + 1 ? plain.substring(0, dot) : plain;
    while (named.endsWith("/")) {
      named = named.substring(0, named.length() - 1);
    }
    int from = named.length();
    for (int i = 0; i < MOST_NAMES && from > 0; i++) {
      from = named.lastIndexOf('/', from - 1);
      addName(named.substring(from + 1), document);
    }
  }

  /** Decodes the octets of a path, where they are UTF-8. */
  private static String decoded(String path) {
    if (path.indexOf('%') < 0) {
      return path;
    }
    try {
      return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return path;
    }
  }

  /**
   * The date of the last change, or of the publication, that a page states; an invalid date does
   * not count.
   */
  private static Optional<Instant> date(PageContent content) {
    return stated(content.modified()).or(() -> stated(content.published()));
  }

  private static Optional<Instant> stated(String date) {
    return Optional.of(date)
        .filter(text -> text.length() >= ISO_DATE)
        .flatMap(PageDocument::parsed)
        .filter(its -> !its.isBefore(FIRST_DATE) && !its.isAfter(LAST_DATE));
  }

  private static Optional<Instant> parsed(String date) {
    try {
      return Optional.of(
          date.length() == ISO_DATE
              ? LocalDate.parse(date).atStartOfDay(ZoneOffset.UTC).toInstant()
              : OffsetDateTime.parse(date).toInstant());
    } catch (DateTimeException e) {
      return date.length() > ISO_DATE ? parsed(date.substring(0, ISO_DATE)) : Optional.empty();
    }
  }

  static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }
}
