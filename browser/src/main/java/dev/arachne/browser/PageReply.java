package dev.arachne.browser;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The reply to a request of a page. Immutable. */
public sealed interface PageReply {
  /**
   * A response.
   *
   * @param status 200 to 599
   * @param fields header fields; those about the connection, or about features of browsers that are
   *     not needed here, such as Content-Encoding, are omitted
   * @param body with its content codings undone; it must not change any more
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Answer(int status, List<PageRequest.Field> fields, byte[] body) implements PageReply {
    private static final Set<String> OMITTED =
        Set.of(
            "alt-svc",
            "connection",
            "content-disposition",
            "content-encoding",
            "content-length",
            "keep-alive",
            "nel",
            "report-to",
            "reporting-endpoints",
            "strict-transport-security",
            "trailer",
            "transfer-encoding");

    public Answer {
      fields =
          fields.stream()
              .filter(field -> !OMITTED.contains(field.name().toLowerCase(Locale.ROOT)))
              .toList();
    }
  }

  /** No response: a network error for the page. */
  record Refused() implements PageReply {}
}
