package dev.arachne.extract;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.arachne.text.Bytes;
import dev.arachne.text.Slices;
import java.util.EnumSet;
import java.util.Set;

/** Collects the references of a JSON document: of a feed, or of a web application's manifest. */
final class JsonDocument {
  /** The part in which a document sent as plain JSON is recognised, in bytes from its start. */
  private static final int SNIFFED = 4 << 10;

  private static final byte[] FEED_VERSION = "//jsonfeed.org/version/".getBytes(US_ASCII);
  private static final byte[] START_URL = "\"start_url\"".getBytes(US_ASCII);

  private final LinkOptions options;
  private final JsonScanner scanner;
  private final ReferenceList references = new ReferenceList();
  private final Set<Truncation> truncations = EnumSet.noneOf(Truncation.class);

  JsonDocument(LinkOptions options, Slices slices) {
    this.options = options;
    this.scanner = new JsonScanner(slices, this::add);
  }

  ReferenceList references() {
    return references;
  }

  Set<Truncation> truncations() {
    return truncations;
  }

  /**
   * Reads the document in {@code document[from, to)}.
   *
   * @param essence the media type that was sent
   */
  void read(byte[] document, int from, int to, String essence) {
    references.clear();
    truncations.clear();
    int sniffed = Math.min(to, from + SNIFFED);
    if (essence.equals("application/feed+json")
        || Bytes.contains(document, from, sniffed, FEED_VERSION)) {
      scanner.read(document, from, to, JsonScanner.Vocabulary.FEED);
    } else if (essence.equals("application/manifest+json")
        || Bytes.contains(document, from, sniffed, START_URL)) {
      scanner.read(document, from, to, JsonScanner.Vocabulary.MANIFEST);
    } else if (essence.equals("application/ld+json")) {
      scanner.read(document, from, to, JsonScanner.Vocabulary.LINKED_DATA);
    }
    if (scanner.isTruncated()) {
      truncations.add(Truncation.NESTING);
    }
  }

  private void add(OutlinkKind kind, ReferenceList.Form form, int from, int to) {
    references.add(kind, form, from, to, options, truncations);
  }
}
