package dev.arachne.crawl;

import dev.arachne.content.Documents;
import dev.arachne.content.MarkupReader;
import dev.arachne.content.PageContent;
import dev.arachne.extract.OutlinkKind;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.OutputOptions;
import dev.arachne.pages.ContentNote;
import dev.arachne.pages.MarkupNote;
import dev.arachne.text.MediaType;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * What a crawl notes of each page with its visit, and which links it reads meanwhile. Immutable.
 */
record PageNotes(Set<What> whats) {
  /** Something that is noted. */
  enum What {
    /** What the page says. */
    CONTENT(16),
    /** What its markup says. */
    MARKUP(24),
    /** Links of a document that is not HTML, which are no note but are followed. */
    DOCUMENT_LINKS(16);

    /** Bytes of what is made of a page to read that, by each byte of it, roughly. */
    private final int bytes;

    What(int bytes) {
      this.bytes = bytes;
    }
  }

  static PageNotes of(CrawlOptions options) {
    OutputOptions outputs = options.outputs();
    Set<What> whats = EnumSet.noneOf(What.class);
    if (outputs.notesContent()) {
      whats.add(What.CONTENT);
    }
    if (outputs.notesMarkup()) {
      whats.add(What.MARKUP);
    }
    if (PageLinks.kindsToFollow(options).contains(OutlinkKind.PDF)) {
      whats.add(What.DOCUMENT_LINKS);
    }
    return new PageNotes(whats);
  }

  boolean areMade() {
    return !whats.isEmpty();
  }

  /** Whether something is noted of pages of a media type; of one that is not sent as of HTML. */
  boolean areMadeOf(Optional<MediaType> type) {
    boolean isOther = type.filter(its -> Documents.isOther(its.essence())).isPresent();
    boolean isHtml =
        type.map(its -> its.isHtml() || its.is("application", "xhtml+xml")).orElse(true);
    return (isOther && areMade())
        || (isHtml && (whats.contains(What.CONTENT) || whats.contains(What.MARKUP)));
  }

  /** Memory that making them takes, by each byte of the page: they are made one by one. */
  int bytesPerByte() {
    return whats.stream().mapToInt(what -> what.bytes).max().orElse(0);
  }

  void note(CrawledPage page) {
    String type = page.contentType().orElse("");
    boolean isFollowed =
        whats.contains(What.DOCUMENT_LINKS)
            && MediaType.parse(type).filter(its -> Documents.isOther(its.essence())).isPresent();
    if (whats.contains(What.CONTENT) || isFollowed) {
      String language = page.headers().first("Content-Language").orElse("");
      Optional<PageContent> content = Documents.read(page.body(), type, language, page.url());
      if (whats.contains(What.CONTENT)) {
        content.ifPresent(its -> page.note(ContentNote.NAME, ContentNote.toBytes(its)));
      }
      if (isFollowed) {
        content.ifPresent(its -> its.links().forEach(link -> page.link(link.url())));
      }
    }
    if (whats.contains(What.MARKUP)) {
      MarkupReader.read(page.body(), type, page.url())
          .ifPresent(markup -> page.note(MarkupNote.NAME, MarkupNote.toBytes(markup)));
    }
  }
}
