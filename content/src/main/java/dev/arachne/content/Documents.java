package dev.arachne.content;

import dev.arachne.text.DocumentText;
import dev.arachne.text.MediaType;
import dev.arachne.url.CrawlUrl;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** Reads what documents say: HTML by {@link PageReader}, others by their {@link DocumentReader}. */
public final class Documents {
  /** Media types beside HTML for which there may be a reader. */
  private static final List<String> OTHERS = List.of("application/pdf");

  /** Found when the first document comes that is not HTML. */
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
   * @param contentType the value of its {@code Content-Type} header, empty if there was none
   */
  public static String text(byte[] body, String contentType) {
    return DocumentText.of(body, contentType).text();
  }

  /** Whether there may be a reader for a media type that is not HTML. */
  public static boolean isOther(String mediaType) {
    return OTHERS.contains(mediaType);
  }

  /**
   * Reads a document; blocks, for a bounded time. It does not throw, whatever the bytes are.
   *
   * @param body the document, content codings undone
   * @param contentType the value of its {@code Content-Type} header, empty if there was none
   * @param contentLanguage the value of its {@code Content-Language} header, empty if there was
   *     none
   * @param url where it was found, after redirects
   * @return empty if it is neither HTML nor what there is a reader for, or cannot be read
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
