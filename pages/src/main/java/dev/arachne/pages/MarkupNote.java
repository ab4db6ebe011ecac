package dev.arachne.pages;

import dev.arachne.content.MarkupLink;
import dev.arachne.content.PageCharset;
import dev.arachne.content.PageMarkup;
import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;
import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The markup of a page as a note that the crawl commits with the visit: a version number, then the
 * values in the order of {@link PageMarkup}, compressed with zlib (RFC 1950).
 */
public final class MarkupNote {
  /** The name of such notes. */
  public static final String NAME = "markup";

  private static final int VERSION = 1;
  private static final MarkupLink.Kind[] KINDS = MarkupLink.Kind.values();

  private MarkupNote() {}

  /** Returns the note of a page. */
  public static byte[] toBytes(PageMarkup markup) {
    var row = new RowWriter(64 << 10);
    write(row, markup.titles());
    write(row, markup.descriptions());
    write(row, markup.headings());
    row.number(markup.links().size());
    for (MarkupLink link : markup.links()) {
      row.octet(link.kind().ordinal()).text(link.url().map(CrawlUrl::toString).orElse(""));
      row.text(link.reference()).text(link.fragment()).text(link.text());
      row.number(link.line()).number(link.column());
    }
    write(row, markup.anchors());
    row.text(markup.language()).text(markup.robots());
    PageCharset charset = markup.charset();
    row.text(charset.sent()).text(charset.declared()).text(charset.used());
    row.octet((charset.isPlain() ? 1 : 0) | (charset.hasMark() ? 2 : 0));
    row.number(charset.damaged()).number(markup.words()).fixed(markup.simHash());
    row.octet(markup.isCut() ? 1 : 0);
    return PackedNote.pack(VERSION, row.toBytes());
  }

  /**
   * Reads a note of {@link #toBytes}.
   *
   * @throws IllegalArgumentException if it is malformed, or of another version
   */
  public static PageMarkup read(byte[] note) {
    try {
      return read(new RowReader(PackedNote.unpack(VERSION, note)));
    } catch (IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("the note of a page is damaged", e);
    }
  }

  private static PageMarkup read(RowReader row) {
    List<String> titles = texts(row);
    List<String> descriptions = texts(row);
    List<String> headings = texts(row);
    List<MarkupLink> links = new ArrayList<>();
    for (long left = row.number(); left > 0; left--) {
      MarkupLink.Kind kind = KINDS[row.octet()];
      String url = row.text();
      links.add(
          new MarkupLink(
              kind,
              url.isEmpty() ? Optional.empty() : Optional.of(CrawlUrl.of(url)),
              row.text(),
              row.text(),
              row.text(),
              (int) row.number(),
              (int) row.number()));
    }
    List<String> anchors = texts(row);
    String language = row.text();
    String robots = row.text();
    String sent = row.text();
    String declared = row.text();
    String used = row.text();
    int bits = row.octet();
    int damaged = (int) row.number();
    return new PageMarkup(
        titles,
        descriptions,
        headings,
        links,
        anchors,
        language,
        robots,
        new PageCharset(sent, declared, used, (bits & 1) != 0, (bits & 2) != 0, damaged),
        (int) row.number(),
        row.fixed(),
        row.octet() == 1);
  }

  private static void write(RowWriter row, List<String> texts) {
    row.number(texts.size());
    texts.forEach(row::text);
  }

  private static List<String> texts(RowReader row) {
    List<String> texts = new ArrayList<>();
    for (long left = row.number(); left > 0; left--) {
      texts.add(row.text());
    }
    return texts;
  }
}
