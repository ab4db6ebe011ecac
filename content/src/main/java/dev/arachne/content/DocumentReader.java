package dev.arachne.content;

import dev.arachne.url.CrawlUrl;
import java.util.Optional;

/**
 * Reads the content of documents of a media type. An implementation is a service ({@link
 * java.util.ServiceLoader}) in a module of its own, so its library is loaded with the first such
 * document. Thread-safe.
 */
public interface DocumentReader {
  /** The media type that it reads, such as {@code application/pdf}. */
  String mediaType();

  /**
   * Reads a document; blocks, for a bounded time. It does not throw on any input.
   *
   * @return empty if it cannot be read
   */
  Optional<PageContent> read(byte[] body, CrawlUrl url);
}
