package dev.arachne.crawl;

import dev.arachne.content.Documents;
import dev.arachne.content.MarkupReader;
import dev.arachne.options.OutputOptions;
import dev.arachne.pages.ContentNote;
import dev.arachne.pages.MarkupNote;
import java.util.EnumSet;
import java.util.Set;

/** What a crawl notes of each HTML page with its visit. Immutable. */
record PageNotes(Set<What> whats) {
  /** Something that is noted. */
  enum What {
    /** What the page says. */
    CONTENT(16),
    /** What its markup says. */
    MARKUP(24);

    /** Bytes of what is made of a page to read that, by each byte of it, roughly. */
    private final int bytes;

    What(int bytes) {
      this.bytes = bytes;
    }
  }

  static PageNotes of(OutputOptions outputs) {
    Set<What> whats = EnumSet.noneOf(What.class);
    if (outputs.notesContent()) {
      whats.add(What.CONTENT);
    }
    if (outputs.notesMarkup()) {
      whats.add(What.MARKUP);
    }
    return new PageNotes(whats);
  }

  boolean areMade() {
    return !whats.isEmpty();
  }

  /** Memory that making them takes, by each byte of the page: they are made one by one. */
  int bytesPerByte() {
    return whats.stream().mapToInt(what -> what.bytes).max().orElse(0);
  }

  void note(CrawledPage page) {
    String type = page.contentType().orElse("");
    if (whats.contains(What.CONTENT)) {
      String language = page.headers().first("Content-Language").orElse("");
      Documents.read(page.body(), type, language, page.url())
          .ifPresent(content -> page.note(ContentNote.NAME, ContentNote.toBytes(content)));
    }
    if (whats.contains(What.MARKUP)) {
      MarkupReader.read(page.body(), type, page.url())
          .ifPresent(markup -> page.note(MarkupNote.NAME, MarkupNote.toBytes(markup)));
    }
  }
}
