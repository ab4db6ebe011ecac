package dev.arachne.pages;

import dev.arachne.content.Alternate;
import dev.arachne.content.Fact;
import dev.arachne.content.Heading;
import dev.arachne.content.PageContent;
import dev.arachne.content.PageLink;
import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;
import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The content of a page as a note that the crawl commits with the visit: a version number, then the
 * values in the order of {@link PageContent}, compressed with zlib (RFC 1950). The text repeats
 * most of the Markdown, so both together are hardly larger than one.
 */
public final class ContentNote {
  /** The name of such notes. */
  public static final String NAME = "content";

  /** Most characters of the text, and of the Markdown; longer ones are cut. */
  public static final int LONGEST_TEXT = 1 << 20;

  private static final int VERSION = 1;

  private static final int PIECE_BYTES = 16 << 10;
  private static final Fact.Form[] FORMS = Fact.Form.values();

  private ContentNote() {}

  /** Returns the note of a page. */
  public static byte[] toBytes(PageContent content) {
    String text = cut(content.text());
    String markdown = cut(content.markdown());
    boolean isCut =
        content.isCut()
            || text.length() < content.text().length()
            || markdown.length() < content.markdown().length();
    var row = new RowWriter(text.length() + markdown.length() + PIECE_BYTES);
    row.text(content.title()).text(content.description()).text(content.author());
    row.text(content.published()).text(content.modified()).text(content.language());
    row.text(text).text(markdown);
    List<Heading> headings =
        content.headings().stream().filter(its -> its.offset() < markdown.length()).toList();
    row.number(headings.size());
    for (Heading heading : headings) {
      row.octet(heading.level()).text(heading.text()).text(heading.anchor());
      row.number(heading.offset());
    }
    row.text(content.canonical().map(CrawlUrl::toString).orElse(""));
    row.number(content.alternates().size());
    for (Alternate alternate : content.alternates()) {
      row.text(alternate.language()).text(alternate.url().toString());
    }
    row.number(content.links().size());
    for (PageLink link : content.links()) {
      row.text(link.url().toString()).text(link.text());
    }
    row.number(content.facts().size());
    for (Fact fact : content.facts()) {
      row.octet(fact.form().ordinal()).text(fact.name()).text(fact.value());
    }
    row.fixed(content.simHash()).octet(isCut ? 1 : 0);
    return PackedNote.pack(VERSION, row.toBytes());
  }

  /**
   * Reads a note of {@link #toBytes}.
   *
   * @throws IllegalArgumentException if it is malformed, or of another version
   */
  public static PageContent read(byte[] note) {
    try {
      return read(new RowReader(PackedNote.unpack(VERSION, note)));
    } catch (IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("the note of a page is damaged", e);
    }
  }

  private static PageContent read(RowReader row) {
    String title = row.text();
    String description = row.text();
    String author = row.text();
    String published = row.text();
    String modified = row.text();
    String language = row.text();
    String text = row.text();
    String markdown = row.text();
    List<Heading> headings = new ArrayList<>();
    for (long left = row.number(); left > 0; left--) {
      headings.add(new Heading(row.octet(), row.text(), row.text(), (int) row.number()));
    }
    Optional<CrawlUrl> canonical =
        Optional.of(row.text()).filter(url -> !url.isEmpty()).map(CrawlUrl::of);
    List<Alternate> alternates = new ArrayList<>();
    for (long left = row.number(); left > 0; left--) {
      alternates.add(new Alternate(row.text(), CrawlUrl.of(row.text())));
    }
    List<PageLink> links = new ArrayList<>();
    for (long left = row.number(); left > 0; left--) {
      links.add(new PageLink(CrawlUrl.of(row.text()), row.text()));
    }
    List<Fact> facts = new ArrayList<>();
    for (long left = row.number(); left > 0; left--) {
      facts.add(new Fact(FORMS[row.octet()], row.text(), row.text()));
    }
    return new PageContent(
        title,
        description,
        author,
        published,
        modified,
        language,
        text,
        markdown,
        headings,
        canonical,
        alternates,
        links,
        facts,
        row.fixed(),
        row.octet() == 1);
  }

  private static String cut(String text) {
    if (text.length() <= LONGEST_TEXT) {
      return text;
    }
    boolean splits = Character.isHighSurrogate(text.charAt(LONGEST_TEXT - 1));
    return text.substring(0, splits ? LONGEST_TEXT - 1 : LONGEST_TEXT);
  }
}
