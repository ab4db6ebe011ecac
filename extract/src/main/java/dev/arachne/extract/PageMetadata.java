package dev.arachne.extract;

import dev.arachne.text.Encoding;
import dev.arachne.text.MediaType;
import dev.arachne.url.CrawlUrl;
import java.util.Optional;
import java.util.Set;

/**
 * The metadata of a document, found in the same pass as its links. Immutable.
 *
 * @param type its media type, as sent, else as recognised; empty if unknown
 * @param encoding the encoding it was read in
 * @param base the base URL of its references: its URL, or that of its {@code base} element
 * @param title white space collapsed; empty if absent
 * @param language the {@code lang} of the root element; empty if absent
 * @param canonical the target of its {@code link rel=canonical}
 * @param robots the contents of its {@code meta name=robots}, and of those named as {@link
 *     LinkOptions#agent}, joined with commas; empty if absent
 * @param links the number of links reported
 * @param rejected the number of references that were not an http or https URL
 * @param truncations the limits it ran into
 */
public record PageMetadata(
    Optional<MediaType> type,
    Encoding encoding,
    CrawlUrl base,
    String title,
    String language,
    Optional<CrawlUrl> canonical,
    String robots,
    int links,
    int rejected,
    Set<Truncation> truncations) {

  /** Keeps a copy of the truncations. */
  public PageMetadata {
    truncations = Set.copyOf(truncations);
  }
}
