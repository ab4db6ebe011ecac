package dev.arachne.export;

import dev.arachne.content.PageContent;
import dev.arachne.ledger.Exchange;
import dev.arachne.pages.CrawlPages;
import dev.arachne.pages.DecidedPage;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The origin of a page.
 *
 * @param url as users know it
 * @param fetched when it was requested, to the second
 * @param digest of its body; empty if the ledger has none
 */
record PageProvenance(String url, Instant fetched, String digest) {

  static PageProvenance of(CrawlPages pages, DecidedPage page) {
    return new PageProvenance(
        pages.shown(page.url()),
        page.entry()
            .exchange()
            .map(Exchange::sent)
            .orElse(page.entry().at())
            .truncatedTo(ChronoUnit.SECONDS),
        page.entry()
            .disposition()
            .answered()
            .flatMap(answer -> answer.digest())
            .map(Object::toString)
            .orElse(""));
  }

  /** A mapping of YAML 1.2 between lines of dashes; unknown values are omitted. */
  String frontMatter(PageContent content) {
    var yaml = new StringBuilder("---\n");
    property(yaml, "url", url);
    property(yaml, "title", content.title());
    property(yaml, "fetched", fetched.toString());
    property(yaml, "digest", digest);
    property(yaml, "language", content.language());
    property(yaml, "description", content.description());
    property(yaml, "author", content.author());
    property(yaml, "published", content.published());
    property(yaml, "modified", content.modified());
    return yaml.append("---\n\n").toString();
  }

  private static void property(StringBuilder yaml, String name, String value) {
    if (!value.isEmpty()) {
      yaml.append(name).append(": ");
      quote(yaml, value);
      yaml.append('\n');
    }
  }

  /**
   * Writes a string with double quotes, as YAML and JSON have them; invisible characters are
   * escaped.
   */
  private static void quote(StringBuilder to, String value) {
    to.append('"');
    value
        .codePoints()
        .forEach(c -> {
          if (c == '"' || c == '\\') {
            to.append('\\').appendCodePoint(c);
          } else if (isPlain(c)) {
            to.appendCodePoint(c);
          } else {
            for (char unit : Character.toChars(c)) {
              to.append("\\u%04X".formatted((int) unit));
            }
          }
        });
    to.append('"');
  }

  private static boolean isPlain(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  /** Lines of names and values, and an empty one. */
  String header(PageContent content) {
    var header = new StringBuilder();
    line(header, "URL", url);
    line(header, "Title", content.title());
    line(header, "Fetched", fetched.toString());
    line(header, "Digest", digest);
    line(header, "Language", content.language());
    return header.append('\n').toString();
  }

  private static void line(StringBuilder header, String name, String value) {
    if (!value.isEmpty()) {
      header.append(name).append(": ");
      value.codePoints().map(c -> isPlain(c) ? c : ' ').forEach(header::appendCodePoint);
      header.append('\n');
    }
  }
}
