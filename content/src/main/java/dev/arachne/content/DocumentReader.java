package dev.arachne.content;

import dev.arachne.url.CrawlUrl;
import java.util.Optional;

/**
 * Reads what documents of a media type say. An implementation is a service ({@link
 * java.util.ServiceLoader}) in a room of its own, so that its library is loaded when the first such
 * document comes. Thread-safe.
 */
public interface DocumentReader {
  /** The media type that it reads, such as {@code application/pdf}. */
  String mediaType();

  /**
   * Reads a document; blocks, for a bounded time. It does not throw, whatever the bytes are.
   *
   * @return empty if it cannot be read
   */
  Optional<PageContent> read(byte[] body, CrawlUrl url);
}
