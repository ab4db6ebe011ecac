package dev.arachne.browser;

import java.util.List;

/** The reply to a request of a page. Immutable. */
public sealed interface PageReply {
  /**
   * A response.
   *
   * @param status 200 to 599
   * @param fields header fields; those that describe the wire, such as Content-Encoding, omitted
   * @param body with its content codings undone; it must not change any more
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Answer(int status, List<PageRequest.Field> fields, byte[] body) implements PageReply {
    public Answer {
      fields = List.copyOf(fields);
    }
  }

  /** No response: a network error for the page. */
  record Refused() implements PageReply {}
}
