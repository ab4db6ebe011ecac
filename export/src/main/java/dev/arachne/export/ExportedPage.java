package dev.arachne.export;

import dev.arachne.url.CrawlUrl;
import java.util.Objects;

/**
 * A page that was exported, or will be, or was once. Confined to one thread.
 *
 * <p>It keeps its name even when it is gone, so names depend on the ledger alone, not on the times
 * of exports.
 */
final class ExportedPage {
  /** The position of a page without a verdict. */
  static final long GONE = -1;

  private final CrawlUrl url;
  private final String name;

  /** The position of the verdict that its content is from, the earliest with this content. */
  long position = GONE;

  /** The digest of the body. */
  String digest = "";

  /** The position of the content that was read last; {@link #GONE} if none could be. */
  long read = GONE;

  /** The canonical URL that it names; its own URL if it names none. */
  CrawlUrl canonical;

  /** The offset of its output, in a file with others. */
  long offset;

  /** The length of its output, in bytes; 0 if it is not in the export. */
  long size;

  ExportedPage(CrawlUrl url, String name) {
    this.url = url;
    this.name = name;
    this.canonical = url;
  }

  CrawlUrl url() {
    return url;
  }

  /** The file that it has, or would have, below the directory. */
  String name() {
    return name;
  }

  boolean isThere() {
    return position != GONE;
  }

  /** Whether its content has been read, as it is now. */
  boolean isRead() {
    return isThere() && read == position;
  }

  /** Whether it is in the export. */
  boolean isWritten() {
    return size > 0;
  }

  /** The page in a line of the state. */
  String line() {
    return String.join(
        "\t",
        url.toString(),
        name,
        Long.toString(position),
        digest,
        Long.toString(read),
        canonical.equals(url) ? "" : canonical.toString(),
        Long.toString(offset),
        Long.toString(size));
  }

  /** The page of such a line; throws an IllegalArgumentException if it is another. */
  static ExportedPage read(String line) {
    String[] parts = line.split("\t", -1);
    if (parts.length != 8) {
      throw new IllegalArgumentException("no page: " + line);
    }
    var page = new ExportedPage(CrawlUrl.of(parts[0]), parts[1]);
    page.position = Long.parseLong(parts[2]);
    page.digest = parts[3];
    page.read = Long.parseLong(parts[4]);
    page.canonical = parts[5].isEmpty() ? page.url : CrawlUrl.of(parts[5]);
    page.offset = Long.parseLong(parts[6]);
    page.size = Long.parseLong(parts[7]);
    return page;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ExportedPage page && page.url.equals(url);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(url);
  }
}
