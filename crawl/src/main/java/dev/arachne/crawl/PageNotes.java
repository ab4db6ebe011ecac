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

/** The notes that a crawl makes of each page, and the links that it reads meanwhile. Immutable. */
record PageNotes(Set<What> whats) {
  /** A kind of note. */
  enum What {
    /** The content of the page. */
    CONTENT(16),
    /** The facts in its markup. */
    MARKUP(24),
    /** Links of a document that is not HTML, which are followed and not noted. */
    DOCUMENT_LINKS(16);

    /** Bytes of memory for reading the page, for each byte of it, roughly. */
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

  /** Whether pages of a media type get notes; a page without a type counts as HTML. */
  boolean areMadeOf(Optional<MediaType> type) {
    boolean isOther = type.filter(its -> Documents.isOther(its.essence())).isPresent();
    boolean isHtml =
        type.map(its -> its.isHtml() || its.is("application", "xhtml+xml")).orElse(true);
    return (isOther && areMade())
        || (isHtml && (whats.contains(What.CONTENT) || whats.contains(What.MARKUP)));
  }

  /** Bytes of memory for making the notes, for each byte of the page; they are made one by one. */
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
