package dev.arachne.browser;

import java.util.List;

/** What a page gets in reply to a request. Immutable. */
public sealed interface PageReply {
  /**
   * An answer.
   *
   * @param status 200 to 599
   * @param fields header fields; those that describe the wire, such as Content-Encoding, left out
   * @param body with its content codings undone; nobody changes it
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Answer(int status, List<PageRequest.Field> fields, byte[] body) implements PageReply {
    public Answer {
      fields = List.copyOf(fields);
    }
  }

  /** None: for the page it is an error of the network. */
  record Refused() implements PageReply {}
}
