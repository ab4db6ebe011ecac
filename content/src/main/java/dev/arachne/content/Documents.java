package dev.arachne.content;

import dev.arachne.text.DocumentText;
import dev.arachne.text.MediaType;
import dev.arachne.url.CrawlUrl;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Reads the content of documents: HTML by {@link PageReader}, others by their {@link
 * DocumentReader}.
 */
public final class Documents {
  /** Media types other than HTML for which there may be a reader. */
  private static final List<String> OTHERS = List.of("application/pdf");

  /** Loaded with the first document that is not HTML. */
  private static final class Holder {
    static final List<DocumentReader> READERS =
        ServiceLoader.load(DocumentReader.class, Documents.class.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .toList();
  }

  private Documents() {}

  /**
   * The characters of a body that is text, decoded as a browser does: by its byte order mark, its
   * declared encoding, or a guess.
   *
   * @param contentType the value of its {@code Content-Type} header, empty if absent
   */
  public static String text(byte[] body, String contentType) {
    return DocumentText.of(body, contentType).text();
  }

  /** Whether there may be a reader for a media type that is not HTML. */
  public static boolean isOther(String mediaType) {
    return OTHERS.contains(mediaType);
  }

  /**
   * Reads a document; blocks, for a bounded time. It does not throw on any input.
   *
   * @param body the document, content codings undone
   * @param contentType the value of its {@code Content-Type} header, empty if absent
   * @param contentLanguage the value of its {@code Content-Language} header, empty if absent
   * @param url its URL, after redirects
   * @return empty if it is not HTML and has no reader, or cannot be read
   */
  public static Optional<PageContent> read(
      byte[] body, String contentType, String contentLanguage, CrawlUrl url) {
    String type = MediaType.parse(contentType).map(MediaType::essence).orElse("");
    if (!isOther(type)) {
      return PageReader.read(body, contentType, contentLanguage, url);
    }
    return Holder.READERS.stream()
        .filter(reader -> reader.mediaType().equals(type))
        .findFirst()
        .flatMap(reader -> reader.read(body, url));
  }
}
